import { CellCanvas, inkOn, type CellStyle } from './cell-canvas.js';
import { RAMP, SHADES, type Inks } from './cells-inks.js';
import type { Rgb } from './chart-colors.js';
import type { ChartValue, DrawnChart } from './chart-data.js';
import { scaleOf, tickText } from './chart-scales.js';
import { cutMiddle, pad, widthOf, wrap } from './text-width.js';

interface Matrix {
  readonly xs: readonly (string | number)[];
  readonly ys: readonly (string | number)[];
  /** Value (colour channel) and words by `y * xs.length + x`. */
  readonly values: ReadonlyMap<
    number,
    { readonly value: ChartValue; readonly style: CellStyle; readonly rank: number }
  >;
  readonly words: ReadonlyMap<number, string>;
  /** Places inside a rect mark: blocks that a lens outlines. */
  readonly outlined: ReadonlySet<number>;
  readonly square: boolean;
}

/** Rows that a matrix takes when nobody says how many there are. */
const NATURAL_ROWS = 48;

interface MatrixSize {
  readonly width: number;
  readonly height?: number;
  readonly color: boolean;
}

/**
 * A matrix of cells. Small ones take six, four or two terminal cells a place, with row labels and numbered columns;
 * large ones fold several places into one half-block and say so.
 */
export function matrixCells(chart: DrawnChart, inks: Inks, size: MatrixSize): string[] {
  const matrix = readMatrix(chart, inks);
  if (matrix === null) return [];
  const labels = rowLabels(matrix, Math.floor(size.width * 0.4));
  const labelWidth = Math.max(0, ...labels.map(widthOf));
  const room = size.width - labelWidth - 1;
  const rows = size.height === undefined ? NATURAL_ROWS : Math.max(4, size.height - 3);
  const fits = matrix.ys.length <= rows;
  const longest = matrix.values.size > 2000 ? 0 : longestText(matrix);
  for (const place of longest >= 4 ? [6, 4, 2, 1] : [4, 2, 1]) {
    if (fits && matrix.xs.length * place <= room) {
      return placed(matrix, inks, labels, labelWidth, place, size);
    }
  }
  return folded(matrix, size, rows);
}

function readMatrix(chart: DrawnChart, inks: Inks): Matrix | null {
  const x = scaleOf(chart, 'x');
  const y = scaleOf(chart, 'y');
  if (x?.kind !== 'bands' || y?.kind !== 'bands') return null;
  const xs = x.reverse ? [...x.domain].reverse() : x.domain;
  const ys = y.reverse ? [...y.domain].reverse() : y.domain;
  const xIndex = new Map<ChartValue, number>(xs.map((value, i) => [value, i]));
  const yIndex = new Map<ChartValue, number>(ys.map((value, i) => [value, i]));
  const values = new Map<number, { value: ChartValue; style: CellStyle; rank: number }>();
  const words = new Map<number, string>();
  const outlined = new Set<number>();
  for (const mark of chart.marks) {
    const get = (
      name: 'x' | 'y' | 'x1' | 'x2' | 'y1' | 'y2' | 'fill' | 'text',
      row: number,
    ): ChartValue => mark.channels.get(name)?.values[row] ?? null;
    for (let row = 0; row < mark.length; row++) {
      if (mark.spec.mark === 'rect') {
        const [x1, x2] = [xIndex.get(get('x1', row)), xIndex.get(get('x2', row))].map(
          (i) => i ?? -1,
        ) as [number, number];
        const [y1, y2] = [yIndex.get(get('y1', row)), yIndex.get(get('y2', row))].map(
          (i) => i ?? -1,
        ) as [number, number];
        if (x1 < 0 || x2 < 0 || y1 < 0 || y2 < 0) continue;
        for (let j = Math.min(y1, y2); j <= Math.max(y1, y2); j++) {
          for (let i = Math.min(x1, x2); i <= Math.max(x1, x2); i++)
            outlined.add(j * xs.length + i);
        }
        continue;
      }
      const i = xIndex.get(get('x', row));
      const j = yIndex.get(get('y', row));
      if (i === undefined || j === undefined) continue;
      const at = j * xs.length + i;
      if (mark.spec.mark === 'text') {
        const word = get('text', row);
        words.set(at, typeof word === 'number' ? tickText(word) : (word ?? ''));
      } else if (mark.spec.mark === 'cell' || mark.spec.mark === 'dot') {
        values.set(at, { value: get('fill', row), ...inks.of(mark, row) });
      }
    }
  }
  const square = xs.length === ys.length && xs.every((value, i) => value === ys[i]);
  return { xs, ys, values, words, outlined, square };
}

function rowLabels(matrix: Matrix, width: number): string[] {
  const digits = String(matrix.ys.length).length;
  return matrix.ys.map((value, i) => {
    const number =
      matrix.square && typeof value === 'string' ? `${pad(String(i + 1), digits, 'right')} ` : '';
    return cutMiddle(`${number}${value}`, Math.max(4, width));
  });
}

/** Column numbers on one line, as many as fit without touching: 1, 5, 10, 15 … */
function columnNumbers(
  canvas: CellCanvas,
  left: number,
  count: number,
  place: number,
  fold: number,
): void {
  const digits = String(count).length;
  const least = Math.ceil((digits + 1) / place) * fold;
  const step =
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((candidate) => candidate >= least) ?? least;
  for (let column = 1; column <= count; column++) {
    if (column !== 1 && column % step !== 0) continue;
    const text = String(column);
    const end = left + Math.ceil(column / fold) * place - Math.floor((place - 1) / 2);
    canvas.write(Math.max(left, end - widthOf(text)), 0, text, { dim: true });
  }
}

function placed(
  matrix: Matrix,
  inks: Inks,
  labels: readonly string[],
  labelWidth: number,
  place: number,
  size: MatrixSize,
): string[] {
  const left = labelWidth + 1;
  const { xs, ys } = matrix;
  const canvas = new CellCanvas(size.width, ys.length + 1);
  columnNumbers(canvas, left, xs.length, place, 1);
  ys.forEach((_, row) => {
    canvas.write(0, row + 1, pad(labels[row]!, labelWidth));
    for (let column = 0; column < xs.length; column++) {
      drawPlace(
        canvas,
        left + column * place,
        row + 1,
        matrix,
        row * xs.length + column,
        inks,
        place,
        size.color,
      );
    }
  });
  return [...canvas.lines(size.color), ...columnNames(matrix, size.width)];
}

function drawPlace(
  canvas: CellCanvas,
  x: number,
  y: number,
  matrix: Matrix,
  at: number,
  inks: Inks,
  place: number,
  color: boolean,
): void {
  const cell = matrix.values.get(at);
  const { xs } = matrix;
  const diagonal = matrix.square && at % xs.length === Math.floor(at / xs.length);
  if (cell === undefined) {
    const empty = matrix.words.get(at) ?? (diagonal ? '╲' : matrix.outlined.has(at) ? '·' : '');
    if (empty !== '') canvas.write(x, y, pad(empty, place, 'right').slice(0, place), { dim: true });
    return;
  }
  const word = wordOf(matrix, at, cell.value, place);
  const rgb = cell.style.fg ?? null;
  if (color && rgb !== null) {
    const style: CellStyle = { bg: rgb, fg: inkOn(rgb) };
    canvas.write(x, y, pad(word, place, 'right'), style);
    return;
  }
  if (word.trim() !== '' && place >= 2) canvas.write(x, y, pad(word, place, 'right'));
  else canvas.write(x, y, shadeOf(inks, cell.rank).repeat(place));
}

function longestText(matrix: Matrix): number {
  let longest = 0;
  for (const [at, { value }] of matrix.values)
    longest = Math.max(longest, widthOf(textAt(matrix, at, value)));
  return longest;
}

function textAt(matrix: Matrix, at: number, value: ChartValue): string {
  return matrix.words.get(at) ?? (typeof value === 'number' ? tickText(value) : '');
}

/** The number or word of a place, where it fits. */
function wordOf(matrix: Matrix, at: number, value: ChartValue, place: number): string {
  const word = textAt(matrix, at, value);
  if (place === 1 || widthOf(word) > place) return '';
  return widthOf(word) < place && place >= 4 ? `${word} ` : word;
}

function shadeOf(inks: Inks, rank: number): string {
  if (inks.scale === null) return '█';
  return inks.scale.kind === 'bands' ? SHADES[rank % SHADES.length]! : RAMP[rank]!;
}

/** What the numbered columns are, when the rows do not already say it. */
function columnNames(matrix: Matrix, width: number): string[] {
  if (matrix.square || matrix.xs.every((value, i) => value === i + 1)) return [];
  const names = matrix.xs
    .slice(0, 40)
    .map((value, i) => `${i + 1} ${cutMiddle(String(value), 24).replaceAll(' ', '\u00a0')}`);
  const rest = matrix.xs.length - names.length;
  return wrap(`columns: ${names.join(' · ')}${rest > 0 ? ` · and ${rest} more` : ''}`, width).map(
    (line) => line.replaceAll('\u00a0', ' '),
  );
}

/** Several places a half-block: the strongest value (the first category) of each square of places. */
function folded(matrix: Matrix, size: MatrixSize, rows: number): string[] {
  const { xs, ys } = matrix;
  const digits = String(ys.length).length;
  const numbered = ys.every((value) => typeof value === 'number');
  const least = numbered ? digits : Math.min(18, Math.floor(size.width * 0.25));
  const fold = Math.max(
    1,
    Math.ceil(xs.length / (size.width - least - 1)),
    Math.ceil(ys.length / (2 * rows)),
  );
  const columns = Math.ceil(xs.length / fold);
  // What the folded matrix leaves of the width is the labels'.
  const labelWidth = numbered ? digits : Math.max(least, Math.min(40, size.width - columns - 1));
  const left = labelWidth + 1;
  const lines = Math.ceil(ys.length / fold / 2);
  const best = new Map<number, { strength: number; rgb: Rgb | null; rank: number }>();
  for (const [at, cell] of matrix.values) {
    const pixel =
      Math.floor(Math.floor(at / xs.length) / fold) * columns + Math.floor((at % xs.length) / fold);
    const strength = typeof cell.value === 'number' ? cell.value : -cell.rank;
    const known = best.get(pixel);
    if (known === undefined || strength > known.strength)
      best.set(pixel, { strength, rgb: cell.style.fg ?? null, rank: cell.rank });
  }
  const canvas = new CellCanvas(size.width, lines + 1);
  columnNumbers(canvas, left, xs.length, 1, fold);
  for (const at of matrix.outlined) {
    const line = Math.floor(Math.floor(at / xs.length) / fold / 2);
    canvas.put(left + Math.floor((at % xs.length) / fold), line + 1, '·', { dim: true });
  }
  for (let line = 0; line < lines; line++) {
    // Every fourth line is labelled, so that a label is not read as the name of its neighbours.
    if (line % 4 === 0) {
      const first = line * 2 * fold;
      const name = ys[first]!;
      const number = pad(String(first + 1), digits, 'right');
      const own = typeof name === 'string' && name.startsWith(`${first + 1} `);
      const word = own ? name.slice(name.indexOf(' ') + 1) : name;
      const label =
        typeof word === 'number' ? number : `${number} ${cutMiddle(word, labelWidth - digits - 1)}`;
      canvas.write(0, line + 1, label, { dim: true });
    }
    for (let column = 0; column < columns; column++) {
      halfBlock(
        canvas,
        left + column,
        line + 1,
        best.get(2 * line * columns + column),
        best.get((2 * line + 1) * columns + column),
        size.color,
      );
    }
  }
  const note =
    fold > 1 ? [`each half-block stands for ${fold} × ${fold} places and shows the strongest`] : [];
  return [...canvas.lines(size.color), ...note.flatMap((line) => wrap(line, size.width))];
}

interface Pixel {
  readonly rgb: Rgb | null;
}

function halfBlock(
  canvas: CellCanvas,
  x: number,
  y: number,
  upper: Pixel | undefined,
  lower: Pixel | undefined,
  color: boolean,
): void {
  if (upper === undefined && lower === undefined) return;
  if (!color) canvas.put(x, y, upper === undefined ? '▄' : lower === undefined ? '▀' : '█');
  else if (upper === undefined) canvas.put(x, y, '▄', { fg: lower!.rgb });
  else if (lower === undefined) canvas.put(x, y, '▀', { fg: upper.rgb });
  else canvas.put(x, y, '▀', { fg: upper.rgb, bg: lower.rgb });
}
