import { parseMir, type MirBody, type MirFileName, type MirSpan } from '../mir/index.js';

/** Lines from the first to the last that a body has in its file, as rustc names that. */
export interface BodyRange {
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

/** What tells whose a body is: kept of every body, while bodies themselves come and go. */
export interface BodyHead {
  readonly kind: MirBody['kind'];
  readonly path: string;
  readonly defPath: string | null;
  readonly promoted: number | null;
  readonly returns: string;
  readonly params: readonly {
    readonly local: number;
    readonly type: string;
    readonly name: string | null;
  }[];
  /** The compiler made it up: its result stands nowhere. */
  readonly isPlaceless: boolean;
}

const FIRST_BLOCK = /\n {4}bb0(?: \(cleanup\))?: \{/u;

/** Where a file's first block begins; `null` where it has none. */
export function frontEnd(text: string): number | null {
  return FIRST_BLOCK.exec(text)?.index ?? null;
}

/** A body without its blocks, from a file's text. The rest of the text isn't looked at. */
export function parseFront(text: string, name: MirFileName): MirBody | null {
  const end = frontEnd(text) ?? text.length;
  const body = parseMir(text.slice(0, end + 1), name).bodies[0];
  if (body === undefined) return null;
  const numbers = new Set(body.params.map((param) => param.local));
  const first = body.locals[0];
  // Written out and read back: a part of a text would keep the whole of it in memory.
  return owned({
    ...body,
    locals: first === undefined ? [] : [first],
    debug: body.debug.filter(({ place }) => place !== null && numbers.has(place.local)),
    scopes: [],
    blocks: [],
  });
}

function owned(body: MirBody): MirBody {
  return {
    ...(JSON.parse(JSON.stringify(body)) as MirBody),
    allocations: new Map(),
  };
}

export function headOf(body: MirBody): BodyHead {
  const { kind, path, defPath, promoted, returns } = body;
  return {
    kind,
    path,
    defPath,
    promoted,
    returns,
    params: body.params.map(({ local, type }) => ({ local, type, name: nameOf(body, local) })),
    isPlaceless: body.locals[0] !== undefined && body.locals[0].span === null,
  };
}

/** The file that a body names first, and what it has of that. */
export function rangeOf(body: MirBody): BodyRange | null {
  let [file, from, to] = ['', 0, 0];
  const add = (span: MirSpan | null | undefined): void => {
    if (!span) return;
    if (file === '') [file, from, to] = [span.file, span.line, span.endLine];
    else if (span.file === file) {
      from = Math.min(from, span.line);
      to = Math.max(to, span.endLine);
    }
  };
  for (const local of body.locals) add(local?.span);
  for (const { span } of body.debug) add(span);
  for (const { terminator, statements } of body.blocks) {
    add(terminator.span);
    for (const { span } of statements) add(span);
  }
  return file === '' ? null : { file, from, to };
}

function nameOf(body: MirBody, local: number): string | null {
  return (
    body.debug.find(
      (one) =>
        one.place !== null && one.place.local === local && one.place.projections.length === 0,
    )?.name ?? null
  );
}

/** What the test harness adds: descriptions of tests with their closures, and its `main`. */
export function isHarness(head: BodyHead): boolean {
  if (isTestDescription(head)) return true;
  // The compiler's list of a macro crate's macros.
  if (head.path === '_::_DECLS') return true;
  return head.path === 'main' && head.isPlaceless;
}

export function isTestDescription({ kind, returns }: BodyHead): boolean {
  return kind === 'const' && returns.endsWith('test::TestDescAndFn');
}
