import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { needing } from '../tools.js';
import { Terminal } from './terminal.js';

// A busy machine takes its time to start an engine.
vi.setConfig({ testTimeout: 150_000 });

needing('tmux')('the workbench in a terminal', () => {
  let terminal: Terminal;
  beforeAll(async () => {
    terminal = await Terminal.open();
    await terminal.ready();
  });
  afterAll(() => terminal.close());
  beforeEach(() => terminal.keys('C-c'));

  it('evaluates TypeScript and says type errors with line and column', async () => {
    await terminal.line('const xs: number[] = [1, 2, 3]');
    await terminal.line('xs.map((x) => x * 2)');
    await terminal.shows('[ 2, 4, 6 ]');
    await terminal.line('xs.push("four")');
    await terminal.shows(/1:9 Argument of type 'string' is not assignable/);
  });

  it('breaks the line while a cell goes on and takes a paste as it stands', async () => {
    await terminal.line('const twice = (n: number) => {');
    await terminal.shows(/^ {3}\.\.\.\s*$/m);
    await terminal.line('return n * 2');
    await terminal.line('}');
    await terminal.paste('const pasted = [\n  10,\n  20,\n].map(twice)\n');
    await terminal.keys('Enter');
    await terminal.line('pasted.join("+")');
    await terminal.shows(/20\+40/);
  });

  it('completes with tab', async () => {
    await terminal.type('xs.redu');
    await terminal.keys('Tab');
    await terminal.shows(/reduceRight +method/);
    await terminal.keys('Escape', 'C-u');
  });

  it('gives the prompt back from an endless loop and from one after an await; variables stay', async () => {
    await terminal.line('while (true) {}');
    await terminal.shows(/^running .*ctrl-c interrupts/m);
    await terminal.keys('C-c');
    await terminal.shows('interrupted; variables are still there');
    await terminal.line('await new Promise((r) => setTimeout(r, 5)); for (;;) {}');
    await terminal.shows(/^running .*ctrl-c interrupts/m);
    await terminal.keys('C-c');
    await terminal.ready();
    await terminal.line('xs.length * 1000');
    await terminal.shows(/^3000$/m);
  });

  it('walks through a lens: steps, formula, recorder, table, chart, a changed parameter', async () => {
    await terminal.keys('C-l');
    await terminal.line('const run = lens.dsm()');
    await terminal.line('run');
    await terminal.shows('.steps walks through them');
    await terminal.keys('F2');
    await terminal.shows(/▸ ○ +modules +not run/);
    await terminal.keys('Right', 'Right');
    await terminal.shows(/▸ ● +matrix +\d+ rows/);
    await terminal.keys('p');
    await terminal.shows(/\d+\.\d\d ms /);
    await terminal.keys('t');
    await terminal.shows(/\d+ of \d+ rows/);
    await terminal.keys('e');
    await terminal.shows(/● +change +/);
    await terminal.keys('Tab', 'Right');
    await terminal.shows(/ran again: .*matrix/);
    await terminal.keys('q');
    await terminal.ready();
  });

  it('shows a table full screen and sorts it', async () => {
    await terminal.line('aq.from([...Array(5000).keys()].map((n) => ({ n, square: n * n })))');
    await terminal.shows(/of 5 ?000 rows/);
    await terminal.keys('F3');
    await terminal.shows(/^table · 5 ?000 rows/m);
    await terminal.keys('s', 's');
    await terminal.shows(/4999 +24990001/);
    await terminal.keys('q');
  });

  it('leaves with ctrl-d and no process stays', async () => {
    await terminal.ready();
    await terminal.keys('C-d');
    await terminal.shows('left with 0');
    const end = Date.now() + 5000;
    while ((await terminal.processes()).length > 0 && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await terminal.processes()).toEqual([]);
  });
});
