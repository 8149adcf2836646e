/**
 * Names of Rust that a normalised text keeps. The manual shows u32, HashMap, Option, Some and `.remove(` kept and its
 * list is lost (S1:1287, S1:1301); these lists are ours: the language, its prelude, and what programs use most of std.
 */
const words = (text: string): ReadonlySet<string> =>
  new Set(text.split(/\s+/).filter((w) => w !== ''));

/** Strict and reserved keywords; `true` and `false` with them. */
export const RUST_KEYWORDS = words(`
  as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut
  pub ref return self Self static struct super trait true type unsafe use where while yield abstract become box do
  final macro override priv typeof unsized virtual try
`);

/** Types, traits, constructors, functions and crates. */
export const RUST_GLOBALS = words(`
  bool char str u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64
  Option Some None Result Ok Err Vec String Box Rc Arc Weak Cell RefCell OnceCell Mutex RwLock Cow
  HashMap HashSet BTreeMap BTreeSet VecDeque BinaryHeap Path PathBuf OsStr OsString Duration Instant SystemTime
  Iterator IntoIterator ExactSizeIterator DoubleEndedIterator FromIterator Extend Default Clone Copy Debug Display
  From Into TryFrom TryInto AsRef AsMut Borrow ToOwned ToString Send Sync Sized Unpin Fn FnMut FnOnce Future Pin
  Poll Context Waker Drop Deref DerefMut Index IndexMut Eq PartialEq Ord PartialOrd Ordering Hash Hasher Error Read
  Write BufRead Seek Any PhantomData Range RangeInclusive Add Sub Mul Div Rem Neg Not
  std core alloc drop size_of align_of swap replace take
`);

/** Members behind a dot or a path. */
export const RUST_MEMBERS = words(`
  abs all and and_then any append as_bytes as_deref as_mut as_mut_ptr as_mut_slice as_path as_ptr as_ref as_slice
  as_str borrow borrow_mut bytes capacity chain char_indices chars checked_add checked_div checked_mul checked_sub
  chunks clear clone cloned cmp collect concat contains contains_key copied copy_from_slice count cycle default drain
  dedup ends_with entry enumerate eq expect extend extend_from_slice filter filter_map find find_map first flat_map
  flatten flush fold for_each from from_str from_utf8 get get_mut get_or_insert_with get_or_insert hash insert into
  into_boxed_slice into_iter into_inner is_empty is_err is_none is_ok is_some iter iter_mut join keys last len lines
  lock map map_err map_or map_or_else max max_by max_by_key min min_by min_by_key ne new next next_back nth ok ok_or
  ok_or_else or or_default or_else or_insert or_insert_with parse partial_cmp partition peek peekable poll pop
  pop_back pop_front position pow product ptr push push_back push_front push_str range read read_exact read_to_end
  read_to_string recv remove repeat replace reserve resize retain rev rfind rsplit saturating_add saturating_mul
  saturating_sub scan send set skip skip_while sort sort_by sort_by_key sort_unstable sort_unstable_by
  sort_unstable_by_key spawn split split_at split_off split_once split_whitespace starts_with step_by sum swap take
  take_while then then_some to_be_bytes to_le_bytes to_lowercase to_owned to_string to_uppercase to_vec trim trim_end
  trim_start truncate try_from try_into unwrap unwrap_err unwrap_or unwrap_or_default unwrap_or_else unzip update
  values values_mut windows with_capacity wrapping_add wrapping_mul wrapping_sub write write_all write_str zip
`);

/** Macros of std. */
export const RUST_MACROS = words(`
  assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne dbg eprint eprintln env format format_args
  include_bytes include_str matches panic print println unimplemented unreachable todo vec write writeln concat
  stringify cfg compile_error line file column thread_local
`);
