/**
 * Clone lenses at 10^5 functions with sources.
 *
 *   node bench/lenses/scale.mjs make DIR [FUNCTIONS] [alike]    generated sources and their dump, always the same;
 *                                                           alike: one form, a statement of each function's own
 *   node bench/lenses/scale.mjs ask DIR LENS [name=value...]    one lens: processor time and rows of each step
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { DumpBuilder, writeUnit } from '../../dist/dump/index.js';
import { openGraph } from '../../dist/graph/index.js';
import { startRun } from '../../dist/lens/index.js';
import * as lenses from '../../dist/lenses/index.js';

const PER_FILE = 50;
/** Each depends on those before it. */
const PACKAGES = 20;
const WORDS = Array.from({ length: 1500 }, (_, i) => `w${i.toString(36)}`);
/** Words of letters, as a reader of names splits them. */
const SPOKEN = Array.from(
  { length: 10_000 },
  (_, i) => `${syllable(i % 100)}${syllable(Math.floor(i / 100))}n`,
);
const NAMES = ['item', 'row', 'list', 'sum', 'key', 'next', 'left', 'total'];

const [what, dir, third, ...rest] = process.argv.slice(2);
if (what === 'make' && dir !== undefined) make(dir, Number(third ?? 100_000), rest[0] === 'alike');
else if (what === 'ask' && third !== undefined) await ask(dir, third, rest);
else {
  console.error(
    'usage: node bench/lenses/scale.mjs make DIR [FUNCTIONS] [alike] | ask DIR LENS [name=value...]',
  );
  process.exit(2);
}

/** One function of 25 is a copy of an earlier one; every second copy has a statement more. */
function make(dir, functions, alike) {
  const draw = mulberry(42);
  const name = () => NAMES[draw(8)];
  const call = () => `f${draw(functions)}`;
  const field = () => WORDS[draw(300)];
  const statements = [
    () => `const ${name()} = ${call()}(${name()}, ${draw(9)});`,
    () => `if (${name()} > ${name()}) { ${name()}.push(${name()}); }`,
    () => `for (const ${name()} of ${name()}) { ${name()} += ${name()} * ${draw(99)}; }`,
    () => `${name()}.sort((a, b) => a.${field()} - b.${field()});`,
    () => `while (${name()} !== null) ${name()} = ${name()}.${field()};`,
    () => `${name()} = ${call()}(${name()}) ? ${name()} : ${name()}.${field()};`,
    () => `try { ${call()}(${name()}); } catch { return ${name()}; }`,
    () =>
      `switch (${name()}) { case ${draw(9)}: ${name()} = ${draw(99)}; break; default: ${name()}--; }`,
  ];
  const statement = () => statements[draw(8)]();
  const form = alike ? Array.from({ length: 16 }, statement) : [];
  const builder = new DumpBuilder();
  mkdirSync(`${dir}/src`, { recursive: true });
  const crate = (i) => `app${i % PACKAGES}`;
  const id = (i) => `ts npm ${crate(i)} 1.0.0 f${i}().`;
  const root = (i) => `ts npm ${crate(i)} 1.0.0 crate.`;
  for (let i = 0; i < PACKAGES; i++) {
    builder.node({ id: root(i), name: crate(i), kind: 'crate', crate: crate(i), origin: 'local' });
    for (let j = 0; j < i; j++) builder.edge({ kind: 'DEPENDS_ON', src: root(i), dst: root(j) });
  }
  const bodies = [];
  for (let i = 0; i < functions;) {
    const file = `m${i / PER_FILE}.ts`;
    let text = '';
    let line = 1;
    for (let k = 0; k < PER_FILE && i < functions; k++, i++) {
      const copy = i > 100 && draw(25) === 0;
      const body = alike
        ? form.toSpliced(draw(form.length), 0, statement())
        : copy
          ? [...bodies[draw(i)]]
          : Array.from({ length: 4 + draw(9) }, statement);
      if (!alike && copy && draw(2) === 1) body.splice(draw(body.length), 0, statement());
      bodies.push(body);
      text += `function f${i}(row: T${draw(4000)}, list: T${draw(4000)}[]) {\n${body.map((x) => `  ${x}\n`).join('')}  return row;\n}\n\n`;
      const endLine = line + body.length + 2;
      const whose = { crate: crate(i), version: '1.0.0', origin: 'local' };
      builder.node({
        id: id(i),
        name: `${SPOKEN[draw(10_000)]}_${SPOKEN[draw(10_000)]}`,
        kind: 'fn',
        ...whose,
        file,
        line,
        endLine,
        effectiveVisibility: 'direct',
      });
      builder.node({
        id: `${id(i)}(row)`,
        name: 'row',
        kind: 'param',
        ty: `T${draw(4000)}`,
        ...whose,
      });
      builder.edge({ kind: 'CONTAINS', src: id(i), dst: `${id(i)}(row)` });
      body.forEach((x, at) => {
        const site = { file, line: line + 1 + at, col: 1 };
        for (const [, callee] of x.matchAll(/\bf(\d+)\(/g))
          builder.edge({ kind: 'CALLS', src: id(i), dst: id(Number(callee)), site });
        for (const [, read] of x.matchAll(/\.(w\w+)/g))
          builder.edge({
            kind: 'READS_FIELD',
            src: id(i),
            dst: `ts npm app0 1.0.0 Rec#${read}.`,
            site,
          });
      });
      line = endLine + 2;
    }
    writeFileSync(`${dir}/src/${file}`, text);
  }
  const columns = builder.columns({ producer: 'bench/1', fidelity: 'typed', unit: 'bench' });
  writeUnit(`${dir}/dump`, columns, 'none');
}

async function ask(dir, id, asked) {
  const lens = Object.values(lenses).find((one) => one?.id === id);
  const params = Object.fromEntries(
    asked.map((text) => {
      const [name, value] = text.split('=');
      return [name, /^[\d.]+$/.test(value) ? Number(value) : value];
    }),
  );
  const src = `${dir}/src`;
  const graph = await openGraph(`${dir}/dump`, { sources: src });
  const begin = process.cpuUsage();
  const run = startRun(lens, graph, {
    ...(lens.params.some(({ name }) => name === 'src') && { src }),
    ...params,
  });
  const report = await run.report({ limit: 3 });
  const { user, system } = process.cpuUsage(begin);
  console.log(
    `${id}: ${report.state}, ${report.total} findings, ${((user + system) / 1e6).toFixed(1)} s of processor, ${Math.round(process.resourceUsage().maxRSS / 1e3)} MB`,
  );
  for (const { step, rows, milliseconds } of run.steps)
    console.log(`  ${step.id}: ${rows} rows, ${(milliseconds / 1e3).toFixed(1)} s`);
  console.log(`  ${JSON.stringify(report.summary)}`);
  for (const note of report.notes) console.log(`  ${note}`);
}

function syllable(i) {
  return 'bcdfghjklmnpqrstvwxz'[i % 20] + 'aeiou'[Math.floor(i / 20)];
}

/** Mulberry32, below n. */
function mulberry(seed) {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}
