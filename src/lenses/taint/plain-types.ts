/**
 * Types whose values have no room for a function: texts, numbers, truth values and nothing, and of Rust what is made of
 * such alone. What a type parameter, a trait or a type of the program may hold is not asked: it has room.
 */
export function isPlainType(type: string, isRust: boolean): boolean {
  if (type.split(' | ').every((one) => PLAIN.has(one) || LITERAL.test(one))) return true;
  if (!isRust) return false;
  let known = memo.get(type);
  if (known === undefined) {
    if (memo.size >= MOST_KEPT) memo.clear();
    memo.set(type, (known = new RustType(type).isPlain()));
  }
  return known;
}

const memo = new Map<string, boolean>();
const MOST_KEPT = 1 << 16;

const LITERAL = /^(?:"[^"]*"|-?\d[\d.]*)$/u;

const PLAIN: ReadonlySet<string> = new Set([
  'bigint',
  'bool',
  'boolean',
  'false',
  'never',
  'null',
  'number',
  'string',
  'true',
  'undefined',
  'void',
]);

const RUST_PLAIN: ReadonlySet<string> = new Set([
  ...['bool', 'char', 'str', 'String', 'OsStr', 'OsString', 'Path', 'PathBuf', 'CStr', 'CString'],
  ...['i8', 'i16', 'i32', 'i64', 'i128', 'isize', 'u8', 'u16', 'u32', 'u64', 'u128', 'usize'],
  ...['f32', 'f64', 'Duration', 'Instant', 'SystemTime', 'Infallible', 'Ordering', 'ResumeTy'],
  ...['IpAddr', 'Ipv4Addr', 'Ipv6Addr', 'SocketAddr', 'Layout', 'TypeId', 'Uuid'],
]);

/** Types of the standard library that hold values of their arguments and nothing else. */
const RUST_HOLDERS: ReadonlySet<string> = new Set([
  ...['Option', 'Result', 'Vec', 'VecDeque', 'Box', 'Rc', 'Arc', 'Cow', 'Pin', 'Poll', 'Cell'],
  ...['RefCell', 'Mutex', 'RwLock', 'HashMap', 'HashSet', 'BTreeMap', 'BTreeSet', 'ControlFlow'],
  ...['Range', 'RangeInclusive', 'RangeFrom', 'RangeTo', 'Reverse', 'Wrapping', 'NonNull'],
]);

/** Reads a type from the left; anything that it does not know has room. */
class RustType {
  #at = 0;

  constructor(readonly text: string) {}

  isPlain(): boolean {
    return this.#type() && this.#at === this.text.length;
  }

  #type(): boolean {
    while (this.#takes(/(?:&(?:'\w+ )?(?:mut )?|\*(?:const|mut) )/uy));
    if (this.#takes(/!/uy)) return true;
    if (this.#takes(/\(/uy)) return this.#list(/\)/uy);
    if (this.#takes(/\[/uy))
      return this.#type() && (this.#takes(/\]/uy) || this.#takes(/; [^\]]*\]/uy));
    const from = this.#at;
    if (!this.#takes(/[A-Za-z_][\w:]*/uy)) return false;
    const name = this.text.slice(from, this.#at).split('::').at(-1)!;
    if (!this.#takes(/</uy)) return RUST_PLAIN.has(name);
    return RUST_HOLDERS.has(name) && this.#list(/>/uy);
  }

  #list(end: RegExp): boolean {
    if (this.#takes(end)) return true;
    do {
      if (!this.#takes(/'\w+/uy) && !this.#type()) return false;
    } while (this.#takes(/, ?/uy) && this.text[this.#at] !== ')');
    return this.#takes(end);
  }

  #takes(part: RegExp): boolean {
    part.lastIndex = this.#at;
    if (!part.test(this.text)) return false;
    this.#at = part.lastIndex;
    return true;
  }
}
