import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { parseStudy } from '../../src/study/index.js';
import { relationFromArrow } from '../../src/table/index.js';
import { needing } from '../tools.js';
import { ARROW_DUMP, Terminal } from './terminal.js';

const SOURCES = fileURLToPath(new URL('../../node_modules/apache-arrow', import.meta.url));

// A busy machine takes its time to start an engine.
vi.setConfig({ testTimeout: 150_000 });

/** A lens whose only step looks at its task, and never ends by itself. */
const ENDLESS = `import { defineLens, fromRows } from "mimir-workbench";
const endless = defineLens({ id: "endless", version: 1, title: "Endless", question: "When does it end?", facts: [], params: {} })
  .step({ id: "turns", title: "Turns", formula: "", params: [], inputs: [], key: [], run: async ({ task }): Promise<{ state: {}; table: () => any }> => {
    for (let turn = 0; ; turn++) { task.check("turns"); task.progress("turns", turn, 1e6); await new Promise((r) => setTimeout(r, 5)); }
  } })
  .answer(() => ({ state: "complete", population: {}, summary: {}, findings: fromRows([], [], []), notes: [] }));
lens.run(endless)`;

needing('tmux')('a day at the workbench', () => {
  let terminal: Terminal;
  let cells = 0;
  /** Runs a cell and waits until it is done. */
  const run = async (source: string): Promise<void> => {
    await terminal.line(source);
    await terminal.shows(` · ${++cells} cell${cells === 1 ? '' : 's'} · `, 60);
  };
  const saved = (name: string): string => path.join(terminal.home, name);

  beforeAll(async () => {
    terminal = await Terminal.open({
      columns: 110,
      rows: 32,
      args: ['repl', ARROW_DUMP, '--src', SOURCES],
      env: { MIMIR_IMAGES: 'kitty' },
    });
    await terminal.shows(/^mimir>/m, 60);
  });
  afterAll(() => terminal.close());
  beforeEach(async () => {
    await terminal.keys('C-c');
    // What is typed before the line is cleared would go on with it.
    await new Promise((resolve) => setTimeout(resolve, 400));
    await terminal.shows(/^mimir> *$/m, 60);
  });

  it('lists keys and commands with .help, and what a name is with ?x and F1', async () => {
    await terminal.line('.help');
    await terminal.shows('search history; again for older');
    await run('const answer = 42');
    await terminal.line('?answer');
    await terminal.shows(/const answer: 42|const answer: number/);
    await terminal.type('answer');
    await terminal.keys('F1');
    await terminal.shows(/(?:const answer.*[\s\S]*){2}/);
  });

  it('undoes, matches brackets, indents, and shows the signature of the call', async () => {
    await terminal.type('Math.pow(2, 3');
    await terminal.shows(/pow\(x: number, y: number\)/);
    await terminal.keys('C-w');
    await terminal.shows(/^mimir> Math\.pow\(2,\s*$/m);
    await terminal.keys('C-_');
    await terminal.shows('Math.pow(2, 3');
    await terminal.type(')');
    await terminal.shows('2, 3)');
    const screen = await terminal.screen({ colors: true });
    // Both brackets are underlined.
    // eslint-disable-next-line no-control-regex -- underlining is an escape sequence
    expect(screen.match(/\x1b\[1;4m(?:\x1b\[[\d;]*m)*[()]/g)?.length).toBe(2);
    await terminal.keys('C-u');
    await terminal.line('if (answer) {');
    await terminal.type('answer');
    await terminal.shows(/^ {3}\.\.\. {3}answer/m);
  });

  it('colours what is typed', async () => {
    await terminal.type('const s = "text" // why');
    await terminal.shows('// why');
    const screen = await terminal.screen({ colors: true });
    // eslint-disable-next-line no-control-regex -- colours are escape sequences
    expect(screen).toMatch(/\x1b\[35m(?:\x1b\[49m)?const/);
    // eslint-disable-next-line no-control-regex -- colours are escape sequences
    expect(screen).toMatch(/\x1b\[32m(?:\x1b\[49m)?"text"/);
  });

  it('streams output, shows progress with rate and time left, elapsed time and memory', async () => {
    await terminal.line(
      'for (let i = 0; i <= 40; i++) { progress("counting", i, 40); if (i % 10 === 0) console.log("at", i); await new Promise((r) => setTimeout(r, 60)) }',
    );
    await terminal.shows(/^at 10$/m);
    await terminal.shows(/counting ━+─* +\d+% .*\/s .*left/);
    await terminal.shows(/^running \d.* MB/m);
    await terminal.shows(` · ${++cells} cells · `);
  });

  it('filters, sorts, searches, hides, copies and saves a table', async () => {
    await run(
      'aq.from(Array.from({ length: 300 }, (_, i) => ({ name: `fn${i}`, size: (i * 7) % 300, wide: "x".repeat(150) + i })))',
    );
    await terminal.shows(/x…x/);
    await terminal.keys('F3');
    await terminal.shows(/^table · 300 rows/m);
    await terminal.type('f');
    await terminal.line('fn29');
    await terminal.shows('11 rows · holding “fn29”');
    await terminal.keys('Right', 's');
    await terminal.shows('by size');
    await terminal.keys('Right', '-');
    await terminal.hides('wide');
    await terminal.type('/');
    await terminal.line('fn299');
    await terminal.shows('size = 293');
    await terminal.keys('y');
    await terminal.shows('copied size');
    await terminal.type('w');
    await terminal.line('some.csv');
    await terminal.shows('11 rows saved: some.csv');
    expect(readFileSync(saved('some.csv'), 'utf8').split('\r\n').slice(0, 2)).toEqual(
      ['name,size', 'fn29,203'].map(
        (l, i) => (i === 0 ? l : expect.stringMatching(/^fn29\d?,\d+$/)) as string,
      ),
    );
    await terminal.type('w');
    await terminal.line('some.arrow');
    await terminal.shows('11 rows saved: some.arrow');
    expect(relationFromArrow(readFileSync(saved('some.arrow'))).rowCount).toBe(11);
    await terminal.type('w');
    await terminal.line('some.parquet');
    await terminal.shows('11 rows saved: some.parquet');
    expect(readFileSync(saved('some.parquet')).subarray(0, 4).toString()).toBe('PAR1');
    await terminal.keys('q');
  });

  it('draws a chart in cells in the step view, as an image at the prompt, and exports it', async () => {
    await terminal.record();
    await run('Plot.barX([{ a: "one", n: 3 }, { a: "two", n: 5 }], { x: "n", y: "a" }).plot()');
    expect(await terminal.recorded()).toContain('\x1b_Ga=T,f=100');
    for (const file of ['bars.svg', 'bars.png', 'bars.html']) {
      await terminal.line(`.export ${file}`);
      await terminal.shows(`chart saved: ${file}`);
      expect(existsSync(saved(file))).toBe(true);
    }
    expect(readFileSync(saved('bars.svg'), 'utf8')).toMatch(/^<svg [^>]*xmlns/);
    await terminal.line('.chart');
    await terminal.shows(/i image · w save · q back/);
    await terminal.keys('i');
    await terminal.shows('any key goes back');
    await terminal.keys('x');
    await terminal.shows(/i image · w save · q back/);
    await terminal.keys('q');
  });

  it('edits a parameter in place, sees which steps ran again, pins a table and saves a study', async () => {
    await run('const run = lens.dsm()');
    await terminal.line('.steps run');
    await terminal.shows(/▸ ○ +modules/);
    await terminal.keys('e');
    await terminal.shows(/● +change/);
    await terminal.keys('j', 'c');
    await terminal.shows(/Who uses whom|module/);
    await terminal.keys('Tab', 'Enter', 'C-u');
    await terminal.line('folder:2');
    await terminal.shows(/ran again: modules, matrix/);
    await terminal.shows(/level += folder:2/);
    await terminal.keys('Tab', 'P', 'C-u');
    await terminal.line('folders');
    await terminal.shows(/pinned \d+ rows as folders/);
    cells++;
    await terminal.keys('q');
    await terminal.line('.trace run');
    await terminal.shows(/\d\.\d\d ms /);
    await terminal.line('.save layers How the folders are layered');
    await terminal.shows(/studies\/layers\.study\.ts/, 60);
    const study = parseStudy(readFileSync(saved('studies/layers.study.ts'), 'utf8'));
    expect(study.cells.some((c) => c.source.includes('lens.dsm()'))).toBe(true);
    await terminal.line('.replay layers');
    await terminal.shows(/^study layers: How the folders are layered: holds/m, 60);
    await terminal.shows(/^✓ run dsm: holds\n✓ pin folders: holds/m);
  });

  it('moves a floor with the arrows, and the last steps run again', async () => {
    await run("await lens.roleNeighbours().slider('score')");
    await terminal.shows(/● findings +\d+ rows/, 60);
    await terminal.line('.steps');
    await terminal.shows(/▸ ● +findings +\d+ rows/);
    await terminal.keys('Up', 'c', 'Tab', 'Down', 'Down', 'Right');
    await terminal.shows('ran again: pairs, findings · shared: functions');
    await terminal.shows(/▸ score += 0\.61/);
    await terminal.keys('Left', 'Left', 'Left');
    await terminal.shows(/▸ score += 0\.58/);
    await terminal.shows(/↻ pairs[\s\S]*↻ findings[\s\S]*Pairs by score/);
    await terminal.keys('q');
  });

  it('shows how far a running step is, and gives the keys back on ctrl-c', async () => {
    await terminal.paste(ENDLESS);
    await terminal.keys('Enter');
    cells++;
    await terminal.shows(/When does it end/, 60);
    await terminal.line('.steps');
    await terminal.shows(/▸ ○ +turns/);
    await terminal.keys('e');
    await terminal.shows(/running every step.* · ctrl-c interrupts +endless, turns ━*─+ +0%.*\/s/);
    await terminal.keys('C-c');
    await terminal.shows('interrupted: turns');
    await terminal.keys('q');
    await run('"still " + answer');
    await terminal.shows(/^'still 42'$/m);
  });

  it('says what it works on, opens a lens by its name, runs the cells of a file, and clears the screen', async () => {
    await terminal.line('.info');
    await terminal.shows(/terminal \d+ MB · host \d+ MB/);
    await terminal.line('.lens dsm { level: "folder:1" }');
    cells++;
    await terminal.shows(/level = folder:1/, 60);
    await terminal.keys('q');
    writeFileSync(saved('cells.ts'), 'const loaded = answer * 10;\nloaded + 1');
    await terminal.line('.load cells.ts');
    cells++;
    await terminal.shows(/^421$/m, 60);
    await terminal.line('.table aq.table({ k: [7, 8, 9] })');
    await terminal.shows(/3 rows/, 60);
    await terminal.keys('q');
    await terminal.line('.clear');
    await vi.waitFor(async () => expect(await terminal.screen()).not.toContain('421'), 20_000);
  });

  it('lines up what is typed while a cell runs', async () => {
    await terminal.line('await new Promise((r) => setTimeout(r, 2500)); "first"');
    await terminal.shows(/^running /m);
    await terminal.line('"second"');
    await terminal.shows('1 waiting');
    await terminal.shows(/^'first'$[\s\S]*^'second'$/m, 60);
    cells += 2;
  });

  it('follows a path of calls hop by hop and walks around a node, with their sources', async () => {
    await terminal.line('.path tableFromIPC -> readMessage');
    await terminal.shows(/hops? over CALLS/, 60);
    await terminal.shows(/▸ from /);
    await terminal.keys('j');
    await terminal.shows(/── src\/\S+:\d+/);
    await terminal.shows(/^▸ *\d+ /m);
    await terminal.keys('Enter');
    await terminal.shows(/^used by \d+/m);
    await terminal.keys('q', 'q');
    await terminal.line('.explore Table#select');
    await terminal.shows(/^uses \d+/m, 60);
    await terminal.keys('Enter');
    await terminal.keys('Left');
    await terminal.keys('q');
  });

  it('links places in the sources', async () => {
    await terminal.record();
    await terminal.line('.path tableFromIPC -> readMessage');
    await terminal.shows(/▸ from /);
    await terminal.keys('q');
    await terminal.ready();
    expect(await terminal.recorded()).toMatch(/\x1b\]8;;file:\/\/[^\x1b]+\.ts#L\d+\x1b\\src\//); // eslint-disable-line no-control-regex -- a link is an escape sequence
  });

  it('reads pairs blind and goes on where it stopped', async () => {
    await run(
      'aq.from([{ a: "Table#select", b: "Schema#select" }, { a: "Table#at", b: "Table#get" }])',
    );
    await terminal.line('.label labels.csv --lens twins --reader ann');
    await terminal.shows('pair 1 of 2', 60);
    await terminal.keys('g');
    await terminal.shows('pair 2 of 2');
    await terminal.keys('q');
    await terminal.line('.label labels.csv --lens twins --reader ann');
    await terminal.shows('pair 2 of 2');
    await terminal.shows('1/2 · good 1');
    await terminal.keys('q');
    const [head, row] = readFileSync(saved('labels.csv'), 'utf8').split('\n');
    expect(head).toBe('lens,left,right,score,reader,verdict');
    expect(row).toMatch(/^twins,.*(Schema|Table)#.*,.*(Table)#.*,,ann,good$/);
  });

  it('asks for a line when a cell does', async () => {
    await terminal.line('const who = await input("who? ")');
    await terminal.shows(/^who\?/m);
    await terminal.line('Ada');
    await terminal.shows(` · ${++cells} cells · `);
    await run('who + "!"');
    await terminal.shows(/^'Ada!'$/m);
  });

  it('restarts the host and says what is gone', async () => {
    await terminal.line('.restart');
    await terminal.shows('a fresh host');
    await terminal.line('typeof answer === "undefined" ? "gone" : "there"');
    await terminal.shows(/Cannot find name 'answer'|'gone'/, 60);
  });

  it('leaves by .exit', async () => {
    await terminal.line('.exit');
    await terminal.shows('left with 0');
  });
});
