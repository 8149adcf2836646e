import { descriptor, modulePath, standardPrefix } from './ids.js';

/**
 * Where the standard library defines what it shows elsewhere. MIR prints the public path (`std::ops::Fn::call`); ids use
 * the place of definition (`core ops/function/Fn#call().`), as rust-analyzer does. What is not listed is taken to be
 * where it is shown.
 */
const DEFINED: Readonly<Record<string, string>> = {
  'core/ops/function': 'ops::Fn ops::FnMut ops::FnOnce',
  'core/ops/async_function': 'ops::AsyncFn ops::AsyncFnMut ops::AsyncFnOnce',
  'core/ops/arith':
    'ops::Add ops::Sub ops::Mul ops::Div ops::Rem ops::Neg ops::AddAssign ops::SubAssign ops::MulAssign ops::DivAssign ops::RemAssign',
  'core/ops/bit':
    'ops::BitAnd ops::BitOr ops::BitXor ops::Not ops::Shl ops::Shr ops::BitAndAssign ops::BitOrAssign ops::BitXorAssign ops::ShlAssign ops::ShrAssign',
  'core/ops/deref': 'ops::Deref ops::DerefMut',
  'core/ops/drop': 'ops::Drop',
  'core/ops/index': 'ops::Index ops::IndexMut',
  'core/ops/range':
    'ops::Range ops::RangeFrom ops::RangeTo ops::RangeFull ops::RangeInclusive ops::RangeToInclusive ops::RangeBounds ops::Bound',
  'core/ops/try_trait': 'ops::Try ops::FromResidual ops::Residual',
  'core/ops/control_flow': 'ops::ControlFlow',
  'core/ops/coroutine': 'ops::Coroutine ops::CoroutineState',
  'core/iter/traits/iterator': 'iter::Iterator',
  'core/iter/traits/collect': 'iter::IntoIterator iter::FromIterator iter::Extend',
  'core/iter/traits/double_ended': 'iter::DoubleEndedIterator',
  'core/iter/traits/exact_size': 'iter::ExactSizeIterator',
  'core/iter/traits/accum': 'iter::Sum iter::Product',
  'core/iter/traits/marker': 'iter::FusedIterator',
  'core/iter/sources/once': 'iter::Once iter::once',
  'core/iter/sources/empty': 'iter::Empty iter::empty',
  'core/iter/sources/repeat': 'iter::Repeat iter::repeat',
  'core/iter/sources/repeat_n': 'iter::RepeatN iter::repeat_n',
  'core/iter/sources/from_fn': 'iter::FromFn iter::from_fn',
  'core/iter/sources/successors': 'iter::Successors iter::successors',
  'core/iter/adapters/map': 'iter::Map',
  'core/iter/adapters/filter': 'iter::Filter',
  'core/iter/adapters/filter_map': 'iter::FilterMap',
  'core/iter/adapters/enumerate': 'iter::Enumerate',
  'core/iter/adapters/zip': 'iter::Zip iter::zip',
  'core/iter/adapters/chain': 'iter::Chain iter::chain',
  'core/iter/adapters/cloned': 'iter::Cloned',
  'core/iter/adapters/copied': 'iter::Copied',
  'core/iter/adapters/rev': 'iter::Rev',
  'core/iter/adapters/take': 'iter::Take',
  'core/iter/adapters/take_while': 'iter::TakeWhile',
  'core/iter/adapters/skip': 'iter::Skip',
  'core/iter/adapters/skip_while': 'iter::SkipWhile',
  'core/iter/adapters/step_by': 'iter::StepBy',
  'core/iter/adapters/peekable': 'iter::Peekable',
  'core/iter/adapters/fuse': 'iter::Fuse',
  'core/iter/adapters/inspect': 'iter::Inspect',
  'core/iter/adapters/cycle': 'iter::Cycle',
  'core/iter/adapters/scan': 'iter::Scan',
  'core/iter/adapters/flatten': 'iter::Flatten iter::FlatMap',
  'core/slice/iter':
    'slice::Iter slice::IterMut slice::Chunks slice::ChunksExact slice::ChunksMut slice::Windows slice::Split',
  'core/str/iter':
    'str::Chars str::CharIndices str::Bytes str::Lines str::Split str::SplitWhitespace',
  'core/str/traits': 'str::FromStr',
  'core/str/error': 'str::Utf8Error str::ParseBoolError',
  'core/str/converts': 'str::from_utf8 str::from_utf8_unchecked',
  'core/future/future': 'future::Future',
  'core/future/into_future': 'future::IntoFuture',
  'core/future/poll_fn': 'future::poll_fn future::PollFn',
  'core/future/ready': 'future::ready future::Ready',
  'core/task/poll': 'task::Poll',
  'core/task/wake': 'task::Waker task::Context task::RawWaker task::RawWakerVTable',
  'core/mem/manually_drop': 'mem::ManuallyDrop',
  'core/mem/maybe_uninit': 'mem::MaybeUninit',
  'core/ptr/non_null': 'ptr::NonNull',
  'core/num/nonzero': 'num::NonZero',
  'core/num/error': 'num::ParseIntError num::TryFromIntError',
  'core/char/convert': 'char::from_u32 char::from_digit',
  'core/cell/once': 'cell::OnceCell',
  'core/cell/lazy': 'cell::LazyCell',
  'core/fmt/builders':
    'fmt::DebugStruct fmt::DebugTuple fmt::DebugList fmt::DebugMap fmt::DebugSet',
  'core/hash': 'hash::Hash hash::Hasher hash::BuildHasher hash::BuildHasherDefault',
  'core/panic/unwind_safe': 'panic::AssertUnwindSafe panic::UnwindSafe panic::RefUnwindSafe',
  'core/panic/location': 'panic::Location',
  'core/ffi/c_str': 'ffi::CStr',
  'core/net/ip_addr': 'net::IpAddr net::Ipv4Addr net::Ipv6Addr',
  'core/net/socket_addr': 'net::SocketAddr net::SocketAddrV4 net::SocketAddrV6',
  'core/alloc/layout': 'alloc::Layout alloc::LayoutError',
  'core/alloc/global': 'alloc::GlobalAlloc',
  'core/error': 'error::Error',
  'core/time': 'time::Duration',
  'alloc/alloc':
    'alloc::alloc alloc::dealloc alloc::realloc alloc::alloc_zeroed alloc::handle_alloc_error',
  'alloc/fmt': 'fmt::format',
  'alloc/sync': 'sync::Arc sync::Weak',
  'alloc/task': 'task::Wake',
  'alloc/ffi/c_str': 'ffi::CString ffi::NulError',
  'alloc/borrow': 'borrow::Cow borrow::ToOwned',
  'core/borrow': 'borrow::Borrow borrow::BorrowMut',
  'alloc/collections/btree/map': 'collections::BTreeMap',
  'alloc/collections/btree/set': 'collections::BTreeSet',
  'alloc/collections/vec_deque': 'collections::VecDeque',
  'alloc/collections/binary_heap': 'collections::BinaryHeap',
  'alloc/collections/linked_list': 'collections::LinkedList',
  'alloc/vec/into_iter': 'vec::IntoIter',
  'alloc/vec/drain': 'vec::Drain',
  'std/collections/hash/map': 'collections::HashMap hash_map::Entry',
  'std/collections/hash/set': 'collections::HashSet',
  'std/sync/poison': 'sync::PoisonError sync::TryLockError',
  'std/sync/poison/mutex': 'sync::Mutex sync::MutexGuard',
  'std/sync/poison/rwlock': 'sync::RwLock sync::RwLockReadGuard sync::RwLockWriteGuard',
  'std/sync/poison/condvar': 'sync::Condvar',
  'std/sync/poison/once': 'sync::Once',
  'std/sync/once_lock': 'sync::OnceLock',
  'std/sync/lazy_lock': 'sync::LazyLock',
  'std/sync/barrier': 'sync::Barrier',
  'std/ffi/os_str': 'ffi::OsStr ffi::OsString',
  'std/io/error': 'io::Error io::ErrorKind',
  'std/io/cursor': 'io::Cursor',
  'std/io/stdio':
    'io::Stdin io::Stdout io::Stderr io::stdin io::stdout io::stderr io::_print io::_eprint io::IsTerminal',
  'std/io/buffered/bufreader': 'io::BufReader',
  'std/io/buffered/bufwriter': 'io::BufWriter',
  'std/io/buffered/linewriter': 'io::LineWriter',
  'std/io/copy': 'io::copy',
  'std/net/tcp': 'net::TcpStream net::TcpListener',
  'std/net/udp': 'net::UdpSocket',
  'std/net/socket_addr': 'net::ToSocketAddrs',
  'std/thread/local': 'thread::LocalKey',
  'std/thread/builder': 'thread::Builder',
  'std/thread/functions': 'thread::spawn thread::sleep thread::yield_now thread::current',
  'std/thread/scoped': 'thread::scope thread::Scope',
  'std/time': 'time::Instant time::SystemTime',
};

const PLACE = new Map(
  Object.entries(DEFINED).flatMap(([place, names]) =>
    names.split(' ').map((name) => [name, place] as const),
  ),
);

const CORE = new Set(
  (
    'any arch array ascii async_iter cell char clone cmp convert default f16 f32 f64 f128 fmt future hash hint i8 i16 i32 i64 i128 ' +
    'intrinsics isize iter marker mem num ops option panicking pat pin ptr range result slice str u8 u16 u32 u64 u128 unicode ' +
    'usize'
  ).split(' '),
);
const ALLOC = new Set('boxed rc string vec raw_vec'.split(' '));

/** Self types of the inherent impls of generic types, as the standard library writes them. */
const SELF: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'Option<T> Result<T,E> Vec<T,A> Box<T,A> Rc<T,A> Arc<T,A> Weak<T,A> HashMap<K,V,S> HashSet<T,S> BTreeMap<K,V,A> BTreeSet<T,A> ' +
    'VecDeque<T,A> BinaryHeap<T,A> LinkedList<T,A> Cell<T> RefCell<T> UnsafeCell<T> OnceCell<T> OnceLock<T> LazyLock<T,F> Mutex<T> ' +
    'RwLock<T> Pin<Ptr> Cow<B> NonNull<T> ManuallyDrop<T> MaybeUninit<T> AtomicPtr<T> Poll<T> ControlFlow<B,C> RangeInclusive<Idx> ' +
    'Range<Idx> Peekable<I> Wrapping<T> JoinHandle<T> Sender<T> SyncSender<T> Receiver<T> LocalKey<T> BufReader<R> BufWriter<W> Cursor<T>'
  )
    .split(' ')
    .map((header) => [header.slice(0, header.indexOf('<')), header.replaceAll(',', ', ')]),
);

export interface StandardPlace {
  /** `core`, `alloc` or `std`; another crate that comes with the compiler. */
  readonly crate: string;
  readonly modules: readonly string[];
}

/** Where the item is defined whose public path has these modules: `['std', 'ops']`, `Fn`. */
export function standardPlace(path: readonly string[], name: string): StandardPlace {
  const [crate = 'std', ...modules] = path;
  const first = modules[0] ?? '';
  const listed = PLACE.get(`${modules.at(-1) ?? ''}::${name}`) ?? PLACE.get(`${first}::${name}`);
  if (listed !== undefined) {
    const [home = crate, ...rest] = listed.split('/');
    return { crate: home, modules: rest };
  }
  if (crate !== 'std') return { crate, modules };
  if (ALLOC.has(first)) return { crate: 'alloc', modules };
  if (CORE.has(first) || (first === 'sync' && modules[1] === 'atomic'))
    return { crate: 'core', modules };
  return { crate: 'std', modules };
}

/** How the self type of a type's own impls is written. */
export function standardSelf(name: string): string {
  return Object.hasOwn(SELF, name) ? SELF[name]! : name;
}

const FUNCTION = standardPrefix('core') + modulePath(['ops', 'function']);

/** What a call through a value goes to. */
export const FN_CALL = FUNCTION + descriptor.type('Fn') + descriptor.method('call');
export const FN_TYPE = FUNCTION + descriptor.type('Fn');
