/* eslint-disable no-control-regex -- escape sequences are what is tested here */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { createRequire } from 'node:module';
import type * as Sixel from 'sixel';
import { expect, test } from 'vitest';
import { fromRows, toArquero } from '../../src/table/index.js';
import { InvalidArgument } from '../../src/task/index.js';
import {
  bundleOf,
  chartOf,
  DISPLAY,
  kittyImage,
  svgCells,
  svgPixels,
  terminalImage,
} from '../../src/view/index.js';

const { decode } = createRequire(import.meta.url)('sixel') as typeof Sixel;

const table = fromRows(
  ['a'],
  ['a', 'n:integer'],
  [
    ['x', 1],
    ['y', 2],
  ],
);
const { document } = parseHTML('<html><body></body></html>');

test('tables, charts and drawn elements bring text and their richer forms', async () => {
  const chart = chartOf(
    { title: 'Bars', marks: [{ mark: 'barX', channels: { x: 'n', y: 'a' } }] },
    table,
  );
  const free = Plot.plot({
    document: document as never,
    title: 'Free',
    marks: [Plot.dot([[1, 2]])],
  });
  const mimes = async (value: unknown): Promise<string[]> => Object.keys(await bundleOf(value));
  expect(await mimes(table)).toEqual(['text/plain', 'text/html']);
  expect(await mimes(toArquero(table))).toEqual(['text/plain', 'text/html']);
  expect(await mimes(chart)).toEqual(['text/plain', 'text/html', 'image/svg+xml']);
  expect(await mimes(free)).toEqual(['text/plain', 'text/html', 'image/svg+xml']);
  expect((await bundleOf(free))['text/plain']).toContain('Free');
  expect(String((await bundleOf(free))['image/svg+xml'])).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/,
  );
});

test('a value with its own display is asked, and text/plain is always there', async () => {
  const value = { [DISPLAY]: () => ({ 'text/html': '<b>x</b>' }), n: 1 };
  const bundle = await bundleOf(value);
  expect(bundle['text/html']).toBe('<b>x</b>');
  expect(typeof bundle['text/plain']).toBe('string');
});

test('plain values read as in a REPL, coded errors by their message alone', async () => {
  expect((await bundleOf('text'))['text/plain']).toBe("'text'");
  expect((await bundleOf(undefined))['text/plain']).toBe('undefined');
  expect((await bundleOf(new InvalidArgument('no such thing: x')))['text/plain']).toBe(
    'InvalidArgument: no such thing: x',
  );
  expect((await bundleOf('x'.repeat(200_000)))['text/plain'].length).toBeLessThan(101_000);
});

const square =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="10" height="20" fill="#ff0000"/></svg>';

test('an SVG becomes dots with its colours, and its words stay words', () => {
  const worded = square.replace(
    '</svg>',
    '<g transform="translate(10,12)"><text>ok</text></g></svg>',
  );
  const lines = svgCells(worded, { columns: 4, color: true });
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('38;2;255;0;0');
  expect(svgCells(worded, { columns: 4, color: false })).toEqual(['██ok', '██']);
});

test('the label of a vertical axis stands upright, one letter a line', () => {
  const label =
    '<g text-anchor="middle" transform="translate(17,8) rotate(-90)"><text>ab</text></g>';
  const lines = svgCells(square.replace('</svg>', `${label}</svg>`), { columns: 4, color: false });
  expect(lines.map((line) => line.at(-1))).toEqual(['a', 'b']);
});

test('an upright label that would stand on other words lies above the picture', () => {
  const words =
    '<g text-anchor="middle" transform="translate(17,8) rotate(-90)"><text>ab</text></g><text x="15" y="12">t</text>';
  const lines = svgCells(square.replace('</svg>', `${words}</svg>`), { columns: 4, color: false });
  expect(lines).toEqual(['ab', '██ t', '██']);
});

test('the three image protocols frame the same picture', () => {
  expect([...svgPixels(square, 8).pixels.subarray(0, 4)]).toEqual([255, 0, 0, 255]);
  const kitty = terminalImage(square, 'kitty', { columns: 10 });
  expect(kitty).toMatch(/^\x1b_Ga=T,f=100,q=2,c=10,m=0;[A-Za-z0-9+/=]+\x1b\\$/);
  expect(terminalImage(square, 'iterm2', { columns: 10 })).toMatch(
    /^\x1b\]1337;File=inline=1;.*width=10;.*:[A-Za-z0-9+/=]+\x07$/,
  );
  const sixel = terminalImage(square, 'sixel', { columns: 2, background: '#ffffff' });
  const { width, height, data8 } = decode(/^\x1bP[\d;]*q([^\x1b]*)\x1b\\$/.exec(sixel)![1]!);
  const pixel = (x: number, y: number) => [...data8.subarray(4 * (y * width + x)).subarray(0, 3)];
  expect([width, height]).toEqual([16, 16]);
  expect([pixel(1, 1), pixel(1, 14), pixel(14, 1), pixel(14, 14)]).toEqual([
    [255, 0, 0],
    [255, 0, 0],
    [255, 255, 255],
    [255, 255, 255],
  ]);
  const long = kittyImage(new Uint8Array(10_000), { columns: 5, rows: 2 });
  const chunks = long.split('\x1b\\').filter((part) => part !== '');
  expect(chunks.length).toBe(4);
  expect(chunks.slice(1, -1).every((part) => part.startsWith('\x1b_Gm=1;'))).toBe(true);
  expect(chunks.at(-1)).toMatch(/^\x1b_Gm=0;/);
});
