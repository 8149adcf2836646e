/**
 * A study as a Jupyter notebook (nbformat 4.5) and back. Sources, kinds, titles, tags and metadata survive both ways;
 * what a study has no place for is dropped and listed.
 */
import { createHash } from 'node:crypto';
import { InvalidArgument } from '../task/index.js';
import {
  checkHeader,
  JUPYTER_HEADER,
  printHeader,
  STUDY_FORMAT,
  type CellKind,
  type Study,
  type StudyCell,
} from './format.js';

interface NotebookCell {
  readonly id: string;
  readonly cell_type: CellKind;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly source: readonly string[];
  readonly outputs?: readonly unknown[];
  readonly execution_count?: null;
}

export interface Notebook {
  readonly nbformat: 4;
  readonly nbformat_minor: 5;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly cells: readonly NotebookCell[];
}

/** Metadata that tell of one run or one window, not of the cell. */
const FLEETING = ['ExecuteTime', 'execution', 'autoscroll', 'collapsed', 'scrolled', 'trusted'];

/** The notebook of a study: no outputs; ids follow from place and content, so that the same study is the same file. */
export function notebookOf(study: Study): Notebook {
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { ...study.jupyter, mimir: printHeader(study.header) },
    cells: study.cells.map((cell, at) => ({
      id: createHash('sha256').update(`${at} ${cell.source}`).digest('hex').slice(0, 8),
      cell_type: cell.kind,
      metadata: { ...(cell.title !== undefined && { title: cell.title }), ...cell.metadata },
      source: cell.source === '' ? [] : cell.source.split(/(?<=\n)/),
      ...(cell.kind === 'code' && { outputs: [], execution_count: null }),
    })),
  };
}

/** Prints a notebook as Jupyter does: one space of indent, a line feed at the end. */
export const printNotebook = (notebook: Notebook): string =>
  `${JSON.stringify(notebook, null, 1)}\n`;

export interface FromNotebook {
  readonly study: Study;
  /** What was dropped, one line a sort. */
  readonly dropped: readonly string[];
}

/** Reads a notebook as a study. Throws `InvalidArgument` for what is no notebook of version 4. */
export function studyOfNotebook(text: string, file: string): FromNotebook {
  const raw = readJson(text, file);
  const metadata = recordOf(raw['metadata']) ?? {};
  const { mimir, ...rest } = metadata;
  const own = recordOf(mimir);
  const name = file.replace(/^.*[\\/]/, '').replace(/\.ipynb$/, '');
  const counts = new Map<string, number>();
  const drop = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const cells = (raw['cells'] as unknown[]).map((cell, at) =>
    readCell(cell, `${file}, cell ${at + 1}`, drop),
  );
  return {
    study: {
      header: own
        ? checkHeader(own, file)
        : { format: STUDY_FORMAT, title: titleOf(cells) ?? name },
      jupyter: { ...JUPYTER_HEADER, ...rest },
      cells,
    },
    dropped: [...counts].map(
      ([what, count]) => `${what}: ${count} ${count === 1 ? 'cell' : 'cells'}`,
    ),
  };
}

function readJson(text: string, file: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new InvalidArgument(`unreadable notebook: ${file} is no JSON`);
  }
  const raw = recordOf(parsed);
  if (raw?.['nbformat'] !== 4 || !Array.isArray(raw['cells'])) {
    throw new InvalidArgument(
      `no notebook of version 4: ${file}; open and save it in Jupyter first`,
    );
  }
  return raw;
}

const recordOf = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;

function readCell(value: unknown, place: string, drop: (what: string) => void): StudyCell {
  const cell = recordOf(value) ?? {};
  const kind = cell['cell_type'];
  if (kind !== 'code' && kind !== 'markdown' && kind !== 'raw') {
    throw new InvalidArgument(
      `unknown cell type: ${String(kind)} in ${place}; code, markdown or raw`,
    );
  }
  if (Array.isArray(cell['outputs']) && cell['outputs'].length > 0) drop('outputs');
  if (recordOf(cell['attachments']) !== null) drop('attachments');
  const { title, ...metadata } = recordOf(cell['metadata']) ?? {};
  const kept: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(metadata)) {
    if (FLEETING.includes(name)) drop(`metadata ${name}`);
    else kept[name] = item;
  }
  const titled = typeof title === 'string' && title !== '' && !/[[\]\n=]/.test(title);
  if (title !== undefined && !titled) kept['title'] = title;
  const source = sourceOf(cell['source']);
  const trimmed = source.replace(/\s*$/, '');
  if (trimmed !== source) drop('blank end');
  return { kind, source: trimmed, ...(titled && { title }), metadata: kept };
}

function sourceOf(source: unknown): string {
  const text = Array.isArray(source) ? source.join('') : typeof source === 'string' ? source : '';
  return text.replace(/\r\n?/g, '\n');
}

/** The first heading of the text cells. */
function titleOf(cells: readonly StudyCell[]): string | undefined {
  for (const { kind, source } of cells) {
    const heading = kind === 'markdown' ? /^#+\s+(.+)$/m.exec(source) : null;
    if (heading) return heading[1]!.trim();
  }
  return undefined;
}
