import { splitMoniker } from '../../dump/index.js';

export interface Syscall {
  readonly name: string;
  readonly class: string;
  /** The library decides whether, and which of several. */
  readonly partial: boolean;
}

/** System calls of Linux by what they are about. */
const CLASSES: Readonly<Record<string, string>> = {
  file:
    'open openat read write close stat fstat lstat statx getdents64 unlink unlinkat rename renameat mkdir mkdirat rmdir readlink ' +
    'symlink link truncate ftruncate utimensat fsync fdatasync copy_file_range access faccessat lseek pread64 pwrite64 readv writev ' +
    'dup dup2 dup3 fcntl flock ioctl pipe pipe2 sendfile splice statfs fstatfs mknod inotify_init1 inotify_add_watch umask fallocate',
  permission: 'chmod fchmod fchmodat chown fchown lchown',
  memory:
    'mmap munmap mprotect madvise mremap msync mlock munlock brk memfd_create shmget shmat shmdt shmctl',
  network:
    'socket connect bind listen accept accept4 sendto recvfrom sendmsg recvmsg sendmmsg recvmmsg shutdown getsockname getpeername ' +
    'setsockopt getsockopt socketpair',
  process:
    'fork vfork clone clone3 execve execveat wait4 waitid kill tgkill exit_group setuid setgid setsid setpgid getpid getppid getuid ' +
    'geteuid getgid getegid gettid chdir fchdir getcwd chroot prctl ptrace setpriority getpriority sched_yield sched_setaffinity ' +
    'sched_getaffinity setrlimit getrlimit prlimit64 unshare setns uname sysinfo getrusage',
  signal: 'rt_sigaction rt_sigprocmask rt_sigsuspend sigaltstack signalfd4 pause alarm',
  poll: 'poll ppoll select pselect6 epoll_create1 epoll_ctl epoll_wait epoll_pwait eventfd2 timerfd_create timerfd_settime io_uring_setup io_uring_enter io_uring_register',
  sync: 'futex',
  random: 'getrandom',
  time: 'clock_gettime clock_nanosleep clock_settime gettimeofday nanosleep setitimer timer_create',
  mount: 'mount umount2 pivot_root',
  module: 'init_module finit_module delete_module bpf',
};
const CLASS_OF = new Map(
  Object.entries(CLASSES).flatMap(([name, calls]) =>
    calls.split(' ').map((call) => [call, name] as const),
  ),
);

/** Functions of libc that call the kernel under another name than their own. */
const LIBC: Readonly<Record<string, string>> = {
  pread: 'pread64',
  pwrite: 'pwrite64',
  readdir: 'getdents64',
  opendir: 'openat',
  open64: 'openat',
  creat: 'openat',
  fopen: 'openat',
  lseek64: 'lseek',
  ftruncate64: 'ftruncate',
  fallocate64: 'fallocate',
  fstat64: 'fstat',
  stat64: 'stat',
  lstat64: 'lstat',
  fstatat: 'statx',
  mmap64: 'mmap',
  sbrk: 'brk',
  remove: 'unlink',
  futimens: 'utimensat',
  utimes: 'utimensat',
  send: 'sendto',
  recv: 'recvfrom',
  getaddrinfo: 'socket',
  waitpid: 'wait4',
  wait: 'wait4',
  raise: 'tgkill',
  exit: 'exit_group',
  _exit: 'exit_group',
  abort: 'tgkill',
  execv: 'execve',
  execvp: 'execve',
  fexecve: 'execveat',
  posix_spawn: 'clone',
  posix_spawnp: 'clone',
  system: 'clone',
  popen: 'clone',
  pthread_create: 'clone3',
  pthread_mutex_lock: 'futex',
  pthread_cond_wait: 'futex',
  sigaction: 'rt_sigaction',
  signal: 'rt_sigaction',
  sigprocmask: 'rt_sigprocmask',
  pthread_sigmask: 'rt_sigprocmask',
  sigsuspend: 'rt_sigsuspend',
  signalfd: 'signalfd4',
  epoll_create: 'epoll_create1',
  eventfd: 'eventfd2',
  inotify_init: 'inotify_init1',
  pselect: 'pselect6',
  getentropy: 'getrandom',
  sleep: 'clock_nanosleep',
  usleep: 'clock_nanosleep',
  time: 'clock_gettime',
  umount: 'umount2',
  nice: 'setpriority',
  sched_getcpu: 'sched_yield',
};

/** The standard library: what its own sources call for this on Linux, by the end of the label. */
const STANDARD: readonly (readonly [pattern: RegExp, calls: string])[] = [
  [/^std fs\/(?:read|read_to_string)\(\)\.$/u, 'openat statx read close'],
  [/^std fs\/write\(\)\.$/u, 'openat write close'],
  [/^std fs\/(?:File#|impl#\[File\])(?:open|create|create_new|options)\(\)\.$/u, 'openat'],
  [/^std fs\/(?:impl#\[OpenOptions\])open\(\)\.$/u, 'openat'],
  [
    /^std (?:fs\/impl#\[File\]|io\/stdio\/impl#\[Stdin\]|process\/impl#\[Child(?:Stdout|Stderr)\])\[Read\]/u,
    'read',
  ],
  [
    /^std (?:fs\/impl#\[File\]|io\/stdio\/impl#\[(?:Stdout|Stderr)\]|process\/impl#\[ChildStdin\])\[Write\](?!flush)/u,
    'write',
  ],
  [/^std fs\/impl#\[File\]\[Seek\]/u, 'lseek'],
  [/^std fs\/impl#\[File\]\[FileExt\]read/u, 'pread64'],
  [/^std fs\/impl#\[File\]\[FileExt\]write/u, 'pwrite64'],
  [/^std io\/stdio\/_e?print\(\)\.$/u, 'write'],
  [/^std io\/stdio\/(?:impl#\[Stdin\](?:read_line|lines)|read_line)\(\)\.$/u, 'read'],
  [/^std fs\/impl#\[DirEntry\](?:metadata|file_type)\(\)\.$/u, 'statx'],
  [/^std fs\/impl#\[ReadDir\]\[Iterator\]next\(\)\.$/u, 'getdents64'],
  [/^std fs\/impl#\[File\](?:metadata)\(\)\.$/u, 'statx'],
  [/^std fs\/impl#\[File\](?:lock|lock_shared|try_lock|try_lock_shared|unlock)\(\)\.$/u, 'flock'],
  [/^std fs\/impl#\[File\]set_permissions\(\)\.$/u, 'fchmod'],
  [/^std fs\/impl#\[File\](?:set_times|set_modified)\(\)\.$/u, 'utimensat'],
  [/^std fs\/impl#\[File\]try_clone\(\)\.$/u, 'fcntl'],
  [/^std fs\/impl#\[File\](?:sync_all)\(\)\.$/u, 'fsync'],
  [/^std fs\/impl#\[File\](?:sync_data)\(\)\.$/u, 'fdatasync'],
  [/^std fs\/impl#\[File\](?:set_len)\(\)\.$/u, 'ftruncate'],
  [/^std fs\/(?:metadata|symlink_metadata|exists)\(\)\.$/u, 'statx'],
  [/^std path\/impl#\[Path\](?:exists|is_file|is_dir|metadata|try_exists)\(\)\.$/u, 'statx'],
  [/^std fs\/read_dir\(\)\.$/u, 'openat getdents64'],
  [/^std fs\/(?:create_dir|create_dir_all)\(\)\.$/u, 'mkdir'],
  [/^std fs\/remove_file\(\)\.$/u, 'unlink'],
  [/^std fs\/remove_dir\(\)\.$/u, 'rmdir'],
  [/^std fs\/remove_dir_all\(\)\.$/u, 'openat getdents64 unlinkat'],
  [/^std fs\/rename\(\)\.$/u, 'rename'],
  [/^std fs\/copy\(\)\.$/u, 'openat copy_file_range close'],
  [/^std fs\/hard_link\(\)\.$/u, 'link'],
  [/^std fs\/(?:read_link|canonicalize)\(\)\.$/u, 'readlink'],
  [/^std fs\/set_permissions\(\)\.$/u, 'chmod'],
  [/^std net\/tcp\/impl#\[TcpStream\]connect\(\)\.$/u, 'socket connect'],
  [/^std net\/tcp\/impl#\[TcpListener\]bind\(\)\.$/u, 'socket bind listen'],
  [/^std net\/tcp\/impl#\[TcpListener\](?:accept|incoming)\(\)\.$/u, 'accept4'],
  [/^std net\/tcp\/impl#\[TcpStream\]connect_timeout\(\)\.$/u, 'socket connect poll'],
  [
    /^std (?:net\/tcp\/impl#\[TcpStream\]|os\/unix\/net\/(?:\w+\/)?impl#\[UnixStream\])\[Read\]/u,
    'recvfrom',
  ],
  [
    /^std (?:net\/tcp\/impl#\[TcpStream\]|os\/unix\/net\/(?:\w+\/)?impl#\[UnixStream\])\[Write\](?!flush)/u,
    'sendto',
  ],
  [
    /^std (?:net\/tcp\/impl#\[TcpStream\]|os\/unix\/net\/(?:\w+\/)?impl#\[UnixStream\])shutdown\(\)\.$/u,
    'shutdown',
  ],
  [
    /^std net\/(?:tcp|udp)\/impl#\[(?:TcpStream|TcpListener|UdpSocket)\]set_(?!nonblocking)\w+\(\)\.$/u,
    'setsockopt',
  ],
  [
    /^std net\/(?:tcp|udp)\/impl#\[(?:TcpStream|TcpListener|UdpSocket)\]set_nonblocking\(\)\.$/u,
    'ioctl',
  ],
  [
    /^std net\/(?:tcp|udp)\/impl#\[(?:TcpStream|TcpListener|UdpSocket)\]local_addr\(\)\.$/u,
    'getsockname',
  ],
  [/^std net\/(?:tcp|udp)\/impl#\[(?:TcpStream|UdpSocket)\]peer_addr\(\)\.$/u, 'getpeername'],
  [/^std net\/udp\/impl#\[UdpSocket\]connect\(\)\.$/u, 'connect'],
  [/^std os\/unix\/net\/(?:\w+\/)?impl#\[UnixStream\]connect\(\)\.$/u, 'socket connect'],
  [/^std os\/unix\/net\/(?:\w+\/)?impl#\[UnixStream\]pair\(\)\.$/u, 'socketpair'],
  [/^std os\/unix\/net\/(?:\w+\/)?impl#\[UnixListener\]bind\(\)\.$/u, 'socket bind listen'],
  [/^std os\/unix\/net\/(?:\w+\/)?impl#\[UnixListener\](?:accept|incoming)\(\)\.$/u, 'accept4'],
  [/^std os\/unix\/net\/(?:\w+\/)?impl#\[UnixDatagram\]bind\(\)\.$/u, 'socket bind'],
  [/^std net\/udp\/impl#\[UdpSocket\]bind\(\)\.$/u, 'socket bind'],
  [/^std net\/udp\/impl#\[UdpSocket\](?:send|send_to)\(\)\.$/u, 'sendto'],
  [/^std net\/udp\/impl#\[UdpSocket\](?:recv|recv_from)\(\)\.$/u, 'recvfrom'],
  [/^std process\/impl#\[Command\](?:spawn|output|status)\(\)\.$/u, 'clone3 execve wait4'],
  [/^std process\/(?:exit|abort)\(\)\.$/u, 'exit_group'],
  [/^std thread\/functions\/(?:spawn)\(\)\.$/u, 'clone3'],
  [/^std process\/impl#\[Child\](?:wait|try_wait|wait_with_output)\(\)\.$/u, 'wait4'],
  [/^std process\/impl#\[Child\]kill\(\)\.$/u, 'kill'],
  [/^std process\/impl#\[Command\]\[CommandExt\]exec\(\)\.$/u, 'execve'],
  [/^std process\/id\(\)\.$/u, 'getpid'],
  [/^std thread\/(?:functions\/)?(?:park|park_timeout)\(\)\.$/u, 'futex'],
  [/^std thread\/functions\/sleep\(\)\.$/u, 'clock_nanosleep'],
  [/^std thread\/functions\/yield_now\(\)\.$/u, 'sched_yield'],
  [/^std env\/current_dir\(\)\.$/u, 'getcwd'],
  [/^std env\/set_current_dir\(\)\.$/u, 'chdir'],
  [/^std time\/impl#\[(?:Instant|SystemTime)\](?:now|elapsed)\(\)\.$/u, 'clock_gettime'],
  [/^std os\/unix\/fs\/symlink\(\)\.$/u, 'symlink'],
  [/^std os\/unix\/fs\/l?chown\(\)\.$/u, 'chown'],
];

/** What a function of C's library asks the kernel for, by the name that the linker knows. */
export function syscallsOfC(name: string): Syscall[] {
  if (name === 'syscall') return [{ name: 'syscall', class: 'other', partial: true }];
  const call = Object.hasOwn(LIBC, name) ? LIBC[name]! : name;
  const group = CLASS_OF.get(call);
  return group === undefined ? [] : [{ name: call, class: group, partial: call !== name }];
}

/** What a function of `libc`, or of the standard library, asks the kernel for. */
export function syscallsOf(id: string): Syscall[] {
  const moniker = splitMoniker(id);
  if (moniker === null) return [];
  if (moniker.package === 'libc') {
    const name = /(?:^|\/)([a-z_0-9]+)\(\)\.$/u.exec(moniker.short)?.[1];
    if (name === undefined) return [];
    return syscallsOfC(name);
  }
  if (moniker.package !== 'std') return [];
  const label = `std ${moniker.short.replaceAll('`', '')}`;
  const found = STANDARD.find(([pattern]) => pattern.test(label));
  return (found?.[1].split(' ') ?? []).map((name) => ({
    name,
    class: CLASS_OF.get(name) ?? 'other',
    partial: true,
  }));
}
