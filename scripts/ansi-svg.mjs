import stringWidth from 'string-width';

/** The sixteen colours on a dark ground. */
const PALETTE = [
  '#3b4252',
  '#e06c75',
  '#98c379',
  '#e5c07b',
  '#61afef',
  '#c678dd',
  '#56b6c2',
  '#d8dee9',
  '#6b7280',
  '#ff7b86',
  '#b5e890',
  '#ffd58a',
  '#82cfff',
  '#e19df0',
  '#7fdbe6',
  '#ffffff',
];
const GROUND = '#1e2127';
const TEXT = '#d8dee9';
const CELL = { width: 8.43, height: 18 };
const MARGIN = 14;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function cube(n) {
  if (n < 16) return PALETTE[n];
  if (n >= 232) return grey(8 + (n - 232) * 10);
  const level = (v) => (v === 0 ? 0 : 55 + v * 40);
  const i = n - 16;
  return rgb(level(Math.floor(i / 36)), level(Math.floor(i / 6) % 6), level(i % 6));
}
const rgb = (r, g, b) => `rgb(${r},${g},${b})`;
const grey = (v) => rgb(v, v, v);

/** Applies one SGR sequence to a style. */
function restyle(style, parameters) {
  const codes = parameters.split(/[;:]/).map(Number);
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    if (code === 0) Object.keys(style).forEach((k) => Reflect.deleteProperty(style, k));
    else if (code === 1) style.bold = true;
    else if (code === 2) style.dim = true;
    else if (code === 4) style.underline = true;
    else if (code === 7) style.inverse = true;
    else if (code === 22) style.bold = style.dim = false;
    else if (code === 24) style.underline = false;
    else if (code === 27) style.inverse = false;
    else if (code === 39) style.fg = undefined;
    else if (code === 49) style.bg = undefined;
    else if (code >= 30 && code <= 37) style.fg = PALETTE[code - 30];
    else if (code >= 90 && code <= 97) style.fg = PALETTE[code - 82];
    else if (code >= 40 && code <= 47) style.bg = PALETTE[code - 40];
    else if (code >= 100 && code <= 107) style.bg = PALETTE[code - 92];
    else if (code === 38 || code === 48) {
      const to = code === 38 ? 'fg' : 'bg';
      if (codes[i + 1] === 5) style[to] = cube(codes[i + 2]);
      else if (codes[i + 1] === 2) style[to] = rgb(codes[i + 2], codes[i + 3], codes[i + 4]);
      i += codes[i + 1] === 5 ? 2 : 4;
    }
  }
}

/** Runs of equal style, with the cell in which each begins; the style goes on from line to line. */
function runsOf(line, style) {
  const runs = [];
  let column = 0;
  // eslint-disable-next-line no-control-regex -- escape sequences are what is read here
  for (const part of line.split(/(\x1b\[[\d;:]*m|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\))/)) {
    if (part.startsWith('\x1b[')) restyle(style, part.slice(2, -1));
    else if (!part.startsWith('\x1b') && part !== '') {
      const width = stringWidth(part);
      runs.push({ text: part, column, width, style: { ...style } });
      column += width;
    }
  }
  return runs;
}

const escaped = (text) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

/** A captured terminal as SVG: every character stands in its cell, whatever font draws it. */
export function ansiSvg(lines, columns, title) {
  const width = columns * CELL.width + 2 * MARGIN;
  const height = lines.length * CELL.height + 2 * MARGIN + 22;
  const sticky = {};
  const body = lines.flatMap((line, row) => {
    const y = MARGIN + 22 + row * CELL.height;
    return runsOf(line, sticky).flatMap(({ text, column, width: cells, style }) => {
      const x = MARGIN + column * CELL.width;
      const [fg, bg] = style.inverse
        ? [style.bg ?? GROUND, style.fg ?? TEXT]
        : [style.fg ?? TEXT, style.bg];
      const parts = [];
      if (bg !== undefined) {
        parts.push(
          `<rect x="${x.toFixed(2)}" y="${y}" width="${(cells * CELL.width + 0.3).toFixed(2)}" height="${CELL.height + 0.3}" fill="${bg}"/>`,
        );
      }
      if (text.trim() !== '') {
        const xs = [];
        let at = column;
        for (const { segment } of graphemes.segment(text)) {
          const x = (MARGIN + at * CELL.width).toFixed(1);
          xs.push(...Array.from(segment, () => x));
          at += stringWidth(segment);
        }
        const looks = `${style.bold ? ' font-weight="bold"' : ''}${style.dim ? ' fill-opacity="0.6"' : ''}${style.underline ? ' text-decoration="underline"' : ''}`;
        parts.push(
          `<text x="${xs.join(' ')}" y="${y + 13.5}" fill="${fg}"${looks} xml:space="preserve">${escaped(text)}</text>`,
        );
      }
      return parts;
    });
  });
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (c, i) => `<circle cx="${MARGIN + 6 + i * 18}" cy="16" r="5.5" fill="${c}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width.toFixed(0)}" height="${height}" viewBox="0 0 ${width.toFixed(0)} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<rect width="100%" height="100%" rx="8" fill="${GROUND}"/>`,
    ...dots,
    `<text x="${(width / 2).toFixed(0)}" y="20" fill="#8b93a1" text-anchor="middle" font-family="DejaVu Sans, sans-serif" font-size="12">${escaped(title)}</text>`,
    '<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">',
    ...body,
    '</g></svg>',
    '',
  ].join('\n');
}
