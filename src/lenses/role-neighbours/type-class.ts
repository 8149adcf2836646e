/**
 * Classes of printed types: what a type is, whatever its name. `&str` and `string` are texts, `Result<Cfg, Err>` is a
 * result of an own type and an own error. One reader for printed types of any producer: the shapes do not overlap.
 *
 * S1:1487–1494 lists the classes; what each producer prints for them is ours.
 */

export interface TypeNames {
  /** Whether a type of this name is defined in the workspace. */
  readonly own: (name: string) => boolean;
  /** Whether a type of this name comes with the language. */
  readonly std: (name: string) => boolean;
  /** Generic parameters of the function and of what it sits in. */
  readonly generics: ReadonlySet<string>;
}

/** Nested classes are cut at this depth. */
const DEPTH = 2;

const HEADS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      ['bool', 'bool boolean true false'],
      ['int', 'i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bigint'],
      ['float', 'f32 f64 number'],
      ['char', 'char'],
      ['str', 'str String string Cow OsStr OsString CString CStr RegExp'],
      ['path', 'Path PathBuf URL'],
      [
        'bytes',
        'Bytes BytesMut Buffer ArrayBuffer ArrayBufferLike SharedArrayBuffer DataView Uint8Array ArrayBufferView Blob',
      ],
      [
        'seq',
        'Vec VecDeque LinkedList SmallVec Array ReadonlyArray Iterable IterableIterator Iterator AsyncIterable AsyncIterableIterator Generator AsyncGenerator Int8Array Int16Array Int32Array Uint16Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array Uint8ClampedArray',
      ],
      ['map', 'HashMap BTreeMap IndexMap Map ReadonlyMap WeakMap Record'],
      ['set', 'HashSet BTreeSet IndexSet Set ReadonlySet WeakSet'],
      ['box', 'Box Rc Arc RefCell Cell Mutex RwLock Pin WeakRef'],
      ['option', 'Option'],
      ['result', 'Result'],
      ['future', 'Future BoxFuture Promise PromiseLike Awaitable JoinHandle'],
      ['dyn', 'any unknown object Any'],
      ['fn', 'Fn FnMut FnOnce Function'],
      ['unit', 'void undefined null'],
      ['never', 'never'],
    ] as const
  ).flatMap(([head, names]) => names.split(' ').map((name) => [name, head])),
);

/** Heads whose arguments say what they hold. */
const HOLDERS = new Set(['option', 'result', 'seq', 'box', 'future']);

export function typeClass(type: string, names: TypeNames): string {
  return classOf(type.trim(), names, 0);
}

function classOf(type: string, names: TypeNames, depth: number): string {
  const text = type.trim();
  if (text === '' || text === '()') return 'unit';
  if (text === '!') return 'never';
  const reference = /^&\s*(?:'\w+\s+)?(mut\s+)?/.exec(text);
  if (reference !== null)
    return `${reference[1] === undefined ? '&' : '&mut '}${classOf(text.slice(reference[0].length), names, depth)}`;
  const pointer = /^\*(?:const|mut)\s+/.exec(text);
  if (pointer !== null) return `*${classOf(text.slice(pointer[0].length), names, depth)}`;
  const plain = text.replace(/^(?:readonly|mut|unique)\s+/, '');
  if (/^dyn\b/.test(plain)) return 'dyn';
  if (/^impl\b/.test(plain)) return 'impl';
  if (isFunction(plain)) return 'fn';
  const union = splitTop(plain, '|');
  if (union.length > 1) return unionOf(union, names, depth);
  if (/^["'`]/.test(plain)) return 'str';
  if (/^-?\d/.test(plain)) return 'float';
  if (/^(?:keyof|typeof|infer|asserts)\b/.test(plain) || / is /.test(plain))
    return / is /.test(plain) ? 'bool' : 'assoc';
  const intersection = splitTop(plain, '&');
  if (intersection.length > 1) return classOf(intersection[0]!, names, depth);
  if (splitTop(plain, '?').length > 1) return 'assoc';
  if (plain.endsWith('[]')) return held('seq', [plain.slice(0, -2)], names, depth);
  if (plain.startsWith('(') && closes(plain)) return bracketed(plain, names, depth);
  if (plain.startsWith('[') && closes(plain)) return squared(plain, names, depth);
  if (plain.startsWith('{')) return 'own';
  if (plain.startsWith('<') || plain.endsWith(']')) return 'assoc';
  return namedType(plain, names, depth);
}

const isFunction = (text: string): boolean =>
  /^(?:unsafe\s+)?(?:extern\s+"[^"]*"\s+)?fn\s*\(/.test(text) ||
  /^(?:abstract\s+)?new\s*[(<]/.test(text) ||
  splitTop(text, '=>').length > 1;

/** Missing or a value is an option; several of one class are that class; others are one of several: dyn. */
function unionOf(members: readonly string[], names: TypeNames, depth: number): string {
  const some = members.filter((member) => !/^(?:undefined|null|void)$/.test(member.trim()));
  if (some.length === 0) return 'unit';
  const classes = [...new Set(some.map((member) => classOf(member, names, depth + 1)))];
  const one = classes.length === 1 ? classes[0]! : 'dyn';
  if (some.length === members.length) return one;
  return depth >= DEPTH ? 'option' : `option<${one}>`;
}

function held(
  head: string,
  parts: readonly string[],
  names: TypeNames,
  depth: number,
  error: string | null = null,
): string {
  if (depth >= DEPTH || parts.length === 0) return head;
  const inner = classOf(parts[0]!, names, depth + 1);
  return `${head}<${error === null ? inner : `${inner},${error}`}>`;
}

function bracketed(text: string, names: TypeNames, depth: number): string {
  const parts = splitTop(text.slice(1, -1), ',');
  return parts.length === 1 && !text.endsWith(',)')
    ? classOf(parts[0]!, names, depth)
    : `tuple${parts.length}`;
}

/** `[T; N]` and `[T]` are sequences; `[A, B]` is a tuple. */
function squared(text: string, names: TypeNames, depth: number): string {
  const inside = text.slice(1, -1);
  const [element = ''] = splitTop(inside, ';');
  if (element.trim() === 'u8') return 'bytes';
  const parts = splitTop(inside, ',');
  if (parts.length > 1) return `tuple${parts.length}`;
  return held('seq', [element], names, depth);
}

function namedType(text: string, names: TypeNames, depth: number): string {
  const open = text.indexOf('<');
  const path = (open < 0 ? text : text.slice(0, open)).trim();
  const args = open < 0 ? [] : splitTop(text.slice(open + 1, text.lastIndexOf('>')), ',');
  const parts = path.split(/::|\./).filter((part) => part !== '');
  const leaf = parts.at(-1) ?? path;
  if (parts.length === 1 && names.generics.has(leaf)) return 'generic';
  if (leaf === 'Self' || leaf === 'this') return 'own';
  if (parts.length === 2 && (names.generics.has(parts[0]!) || parts[0] === 'Self')) return 'assoc';
  if (names.own(leaf)) return 'own';
  const head = Object.hasOwn(HEADS, leaf) ? HEADS[leaf]! : null;
  if (head === null) return names.std(leaf) ? 'std' : 'foreign';
  if (head === 'seq' && args[0]?.trim() === 'u8') return 'bytes';
  if (head === 'result') return held(head, args, names, depth, errorClass(parts, args[1], names));
  return HOLDERS.has(head) ? held(head, args, names, depth) : head;
}

/** What kind of error a result carries; an alias such as `io::Result<T>` says it by its path. */
function errorClass(path: readonly string[], error: string | undefined, names: TypeNames): string {
  if (error === undefined) {
    const owner = path.at(-2);
    return owner === 'io'
      ? 'io-err'
      : owner === 'anyhow' || owner === 'eyre'
        ? 'dyn-err'
        : 'other-err';
  }
  const text = error.trim();
  if (text === '()') return 'unit-err';
  if (/\bdyn\b|\banyhow\b|\beyre\b/.test(text)) return 'dyn-err';
  if (/\bio::Error$/.test(text)) return 'io-err';
  const plain = classOf(text, names, DEPTH);
  if (plain.endsWith('str')) return 'str-err';
  return plain.endsWith('own') ? 'own-err' : 'other-err';
}

/** Whether the bracket that opens a text closes at its very end. */
function closes(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if ('([{'.includes(text[i]!)) depth++;
    if (')]}'.includes(text[i]!)) depth--;
    if (depth === 0) return i === text.length - 1;
  }
  return false;
}

/** Splits at a mark that stands outside of all brackets; `>` of an arrow closes nothing. */
export function splitTop(text: string, mark: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (quote !== '') {
      if (c === '\\') i++;
      else if (c === quote) quote = '';
      continue;
    }
    if (c === '"' || c === '`') quote = c;
    else if ('([{<'.includes(c)) depth++;
    else if (')]}'.includes(c)) depth--;
    else if (c === '>' && text[i - 1] !== '=' && text[i - 1] !== '-') depth--;
    if (depth === 0 && text.startsWith(mark, i)) {
      parts.push(text.slice(start, i).trim());
      i += mark.length - 1;
      start = i + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts.filter((part) => part !== '');
}
