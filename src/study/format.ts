/**
 * A study as text: jupytext's percent format. It is a TypeScript program, a notebook and a document at once; the
 * header's `mimir` key says what jupytext has no word for.
 */
import { parse as parseYaml, stringify as printYaml } from 'yaml';
import { InvalidArgument } from '../task/index.js';

/** Version of the study format; a reader refuses newer ones. */
export const STUDY_FORMAT = 1;

export type CellKind = 'code' | 'markdown' | 'raw';

export interface StudyCell {
  readonly kind: CellKind;
  /** Without trailing blank lines: the format has no place for them. */
  readonly source: string;
  readonly title?: string;
  /** JSON values by name; `tags` is one of them. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface StudyHeader {
  readonly format: number;
  readonly title: string;
  /** Path of the dump, relative to the study's folder. */
  readonly dump?: string;
  readonly dumpKey?: string;
  /** Lens id -> version that the expectations were made with. */
  readonly lenses?: Readonly<Record<string, number>>;
  /** Seed of every random choice; 1 unless said. */
  readonly seed?: number;
  /** Seconds a replay may take; 120 unless said. */
  readonly timeout?: number;
}

export interface Study {
  readonly header: StudyHeader;
  /** The rest of the YAML header: `jupytext`, `kernelspec`, whatever a notebook brought. */
  readonly jupyter: Readonly<Record<string, unknown>>;
  readonly cells: readonly StudyCell[];
}

/** What a fresh study's YAML says beside `mimir`. */
export const JUPYTER_HEADER: Readonly<Record<string, unknown>> = {
  jupytext: {
    notebook_metadata_filter: 'mimir',
    text_representation: { extension: '.ts', format_name: 'percent', format_version: '1.3' },
  },
  kernelspec: { display_name: 'Mimir (TypeScript)', language: 'typescript', name: 'mimir' },
};

const MARKER = /^\/\/ ?%%(?!%)(.*)$/;
/** A line of code that would read as a marker wears one comment more. */
const ESCAPED = /^(\/\/ )+\/\/ ?%%/;
const NEEDS_ESCAPE = /^(\/\/ )*\/\/ ?%%/;

/** Reads a study. Throws `InvalidArgument` with the line of the first fault. */
export function parseStudy(text: string, file = 'study'): Study {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const { yaml, next } = headerLines(lines, file);
  const { header, jupyter } = readHeader(yaml, file);
  return { header, jupyter, cells: readCells(lines, next, file) };
}

function headerLines(lines: readonly string[], file: string): { yaml: string; next: number } {
  // jupytext writes the encoding above the header.
  const start = /^\/\/ -\*-/.test(lines[0] ?? '') ? 1 : 0;
  if (lines[start] !== '// ---') {
    throw new InvalidArgument(
      `no study header: ${file} does not begin with \`// ---\`; see docs/studies.md`,
    );
  }
  const end = lines.indexOf('// ---', start + 1);
  if (end < 0) throw new InvalidArgument(`open study header: ${file} has no second \`// ---\``);
  const yaml = lines.slice(start + 1, end).map((line, at) => {
    const uncommented = /^\/\/(?: (.*))?$/.exec(line);
    if (!uncommented) {
      throw new InvalidArgument(
        `line outside a comment: ${file}:${start + at + 2}; every header line begins with //`,
      );
    }
    return uncommented[1] ?? '';
  });
  return { yaml: yaml.join('\n'), next: end + 1 };
}

function readHeader(yaml: string, file: string): Pick<Study, 'header' | 'jupyter'> {
  let parsed: unknown;
  try {
    parsed = parseYaml(yaml);
  } catch (error) {
    const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
    throw new InvalidArgument(`unreadable study header: ${file}: ${line}`);
  }
  const top = recordOf(parsed) ?? {};
  const { mimir, ...jupyter } = {
    ...(top['mimir'] !== undefined && { mimir: top['mimir'] }),
    ...recordOf(top['jupyter']),
  };
  const own = recordOf(mimir);
  if (!own)
    throw new InvalidArgument(`no \`mimir:\` key: the header of ${file}; see docs/studies.md`);
  return { header: checkHeader(own, file), jupyter };
}

function recordOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** Checks what a `mimir` key says. Throws `InvalidArgument` naming the entry that is wrong. */
export function checkHeader(own: Record<string, unknown>, file: string): StudyHeader {
  const fault = (name: string, wanted: string): never => {
    throw new InvalidArgument(
      `wrong study header: ${name} of ${file} is ${JSON.stringify(own[name])}; ${wanted}`,
    );
  };
  const optional = <T>(
    name: string,
    check: (value: unknown) => value is T,
    wanted: string,
  ): T | undefined => {
    const value = own[name];
    if (value === undefined || value === null) return undefined;
    return check(value) ? value : fault(name, wanted);
  };
  const isText = (value: unknown): value is string => typeof value === 'string';
  const isCount = (value: unknown): value is number =>
    Number.isSafeInteger(value) && (value as number) >= 0;
  const isPositive = (value: unknown): value is number => typeof value === 'number' && value > 0;
  const isVersions = (value: unknown): value is Record<string, number> =>
    recordOf(value) !== null && Object.values(value as object).every(isCount);
  const format = optional('format', isCount, 'a whole number') ?? STUDY_FORMAT;
  if (format > STUDY_FORMAT) fault('format', `this Mímir reads up to ${STUDY_FORMAT}; update it`);
  const title = optional('title', isText, 'a text') ?? fault('title', 'a study has a title');
  const dump = optional('dump', isText, 'a path');
  const dumpKey = optional('dump_key', isText, 'a digest');
  const lenses = optional('lenses', isVersions, 'lens: version pairs');
  const seed = optional('seed', isCount, 'a whole number');
  const timeout = optional('timeout', isPositive, 'seconds');
  return {
    format,
    title,
    ...(dump !== undefined && { dump }),
    ...(dumpKey !== undefined && { dumpKey }),
    ...(lenses !== undefined && { lenses }),
    ...(seed !== undefined && { seed }),
    ...(timeout !== undefined && { timeout }),
  };
}

function readCells(lines: readonly string[], from: number, file: string): StudyCell[] {
  const cells: StudyCell[] = [];
  let open: { marker: Marker; lines: string[] } | null = null;
  const close = (): void => {
    if (!open) return;
    const { marker } = open;
    const body = marker.kind === 'code' ? open.lines.map(unescapeCode) : open.lines.map(uncomment);
    cells.push({
      kind: marker.kind,
      source: trimmed(body).join('\n'),
      ...(marker.title !== '' && { title: marker.title }),
      metadata: marker.metadata,
    });
  };
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!;
    const match = MARKER.exec(line);
    if (match) {
      close();
      open = { marker: readMarker(match[1]!, `${file}:${at + 1}`), lines: [] };
    } else if (open) open.lines.push(line);
    else if (line.trim() !== '')
      open = { marker: { kind: 'code', title: '', metadata: {} }, lines: [line] };
  }
  close();
  return cells;
}

const uncomment = (line: string): string => /^\/\/ ?(.*)$/.exec(line)?.[1] ?? line;
const unescapeCode = (line: string): string => (ESCAPED.test(line) ? line.slice(3) : line);
const escapeCode = (line: string): string => (NEEDS_ESCAPE.test(line) ? `// ${line}` : line);

/** Without blank lines at the end; those at the head belong to the separator only when the cell is empty. */
function trimmed(lines: readonly string[]): readonly string[] {
  let end = lines.length;
  while (end > 0 && lines[end - 1]!.trim() === '') end -= 1;
  return lines.slice(0, end);
}

interface Marker {
  readonly kind: CellKind;
  readonly title: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** ` title [markdown] tags=["a"] key="value"`: all of it optional, values in JSON. */
function readMarker(text: string, place: string): Marker {
  const metadata: Record<string, unknown> = {};
  let rest = text.trim();
  // Metadata stands at the end; each value is JSON, so the shortest suffix that parses is the last pair.
  const pairs = /(?:^|\s)([A-Za-z_][\w.-]*)=(?=["[{\d\-tfn])/g;
  const starts = [...rest.matchAll(pairs)];
  for (const { index } of starts) {
    const values = parsePairs(rest.slice(index).trim());
    if (values === null) continue;
    Object.assign(metadata, values);
    rest = rest.slice(0, index).trim();
    break;
  }
  let kind: CellKind = 'code';
  const bracket = /(?:^|\s)\[(markdown|md|raw|code)\]$/.exec(rest);
  if (bracket) {
    kind = bracket[1] === 'raw' ? 'raw' : bracket[1] === 'code' ? 'code' : 'markdown';
    rest = rest.slice(0, bracket.index).trim();
  } else if (/^\[\w+\]$/.test(rest)) {
    throw new InvalidArgument(`unknown cell type: ${rest} in ${place}; markdown, raw or nothing`);
  }
  return { kind, title: rest, metadata };
}

/** `a=1 b="x y"` as values, or null where it is not that all the way. */
function parsePairs(text: string): Record<string, unknown> | null {
  const values: Record<string, unknown> = {};
  let rest = text;
  while (rest !== '') {
    const name = /^([A-Za-z_][\w.-]*)=/.exec(rest);
    if (!name) return null;
    rest = rest.slice(name[0].length);
    const length = jsonLength(rest);
    if (length === 0) return null;
    values[name[1]!] = JSON.parse(rest.slice(0, length)) as unknown;
    rest = rest.slice(length);
    if (rest !== '' && !/^\s/.test(rest)) return null;
    rest = rest.trimStart();
  }
  return values;
}

/** Length of the JSON value that the text begins with, or 0. */
function jsonLength(text: string): number {
  for (let end = 1; end <= text.length; end++) {
    if (end < text.length && !/\s/.test(text[end]!)) continue;
    try {
      JSON.parse(text.slice(0, end));
      return end;
    } catch {
      continue;
    }
  }
  return 0;
}

/** The `mimir` key of the YAML header, and of a notebook's metadata. */
export function printHeader(header: StudyHeader): Record<string, unknown> {
  return {
    format: header.format,
    title: header.title,
    ...(header.dump !== undefined && { dump: header.dump }),
    ...(header.dumpKey !== undefined && { dump_key: header.dumpKey }),
    ...(header.lenses !== undefined && { lenses: header.lenses }),
    ...(header.seed !== undefined && { seed: header.seed }),
    ...(header.timeout !== undefined && { timeout: header.timeout }),
  };
}

/** Prints a study; `parseStudy` gives the same study back. */
export function printStudy(study: Study): string {
  const yaml = printYaml(
    { jupyter: { ...study.jupyter, mimir: printHeader(study.header) } },
    { lineWidth: 100 },
  );
  const head = [
    '// ---',
    ...yaml
      .trimEnd()
      .split('\n')
      .map((line) => (line === '' ? '//' : `// ${line}`)),
    '// ---',
  ];
  return `${[head.join('\n'), ...study.cells.map(printCell)].join('\n\n')}\n`;
}

function printCell(cell: StudyCell): string {
  const words = [
    ...(cell.title === undefined || cell.title === '' ? [] : [cell.title]),
    ...(cell.kind === 'code' ? [] : [`[${cell.kind}]`]),
    ...Object.entries(cell.metadata).map(([name, value]) => `${name}=${JSON.stringify(value)}`),
  ];
  const body = cell.source === '' ? [] : trimmed(cell.source.split('\n'));
  const lines =
    cell.kind === 'code'
      ? body.map(escapeCode)
      : body.map((line) => (line === '' ? '//' : `// ${line}`));
  return [['// %%', ...words].join(' '), ...lines].join('\n');
}
