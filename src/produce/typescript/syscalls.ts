import { descriptor, packagePrefix } from './monikers.js';

/** A system call that a built-in function of Node may make on Linux. */
export interface Syscall {
  readonly id: string;
  readonly name: string;
  readonly class: string;
}

const PREFIX = packagePrefix('.', '.');

const CLASSES: Readonly<Record<string, readonly string[]>> = {
  file: [
    'openat',
    'read',
    'write',
    'close',
    'statx',
    'getdents64',
    'unlink',
    'rename',
    'mkdir',
    'rmdir',
    'readlink',
    'symlink',
    'link',
    'ftruncate',
    'utimensat',
    'fsync',
    'copy_file_range',
    'access',
    'inotify_add_watch',
  ],
  permission: ['chmod', 'fchmod', 'chown', 'fchown', 'umask'],
  network: [
    'socket',
    'connect',
    'bind',
    'listen',
    'accept4',
    'sendto',
    'recvfrom',
    'sendmsg',
    'recvmsg',
  ],
  process: [
    'clone3',
    'execve',
    'wait4',
    'kill',
    'exit_group',
    'setuid',
    'setgid',
    'chdir',
    'getcwd',
    'setpriority',
  ],
  random: ['getrandom'],
  time: ['clock_gettime'],
};
const CLASS_OF = new Map(
  Object.entries(CLASSES).flatMap(([name, calls]) => calls.map((call) => [call, name] as const)),
);

/**
 * Functions of built-in modules by the stem of their name (`Sync` and `promises` forms share it) and what they ask the
 * kernel for. Approximate: libuv chooses, and caches; every edge is marked so.
 */
const MAP: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  fs: {
    readFile: ['openat', 'statx', 'read', 'close'],
    writeFile: ['openat', 'write', 'close'],
    appendFile: ['openat', 'write', 'close'],
    open: ['openat'],
    openAsBlob: ['openat'],
    read: ['read'],
    readv: ['read'],
    write: ['write'],
    writev: ['write'],
    close: ['close'],
    createReadStream: ['openat', 'read', 'close'],
    createWriteStream: ['openat', 'write', 'close'],
    stat: ['statx'],
    lstat: ['statx'],
    fstat: ['statx'],
    statfs: ['statx'],
    exists: ['access'],
    access: ['access'],
    readdir: ['openat', 'getdents64', 'close'],
    opendir: ['openat', 'getdents64'],
    mkdir: ['mkdir'],
    mkdtemp: ['mkdir'],
    rmdir: ['rmdir'],
    rm: ['statx', 'unlink', 'rmdir'],
    unlink: ['unlink'],
    rename: ['rename'],
    copyFile: ['openat', 'copy_file_range', 'close'],
    cp: ['openat', 'copy_file_range', 'mkdir', 'close'],
    symlink: ['symlink'],
    link: ['link'],
    readlink: ['readlink'],
    realpath: ['readlink', 'statx'],
    chmod: ['chmod'],
    fchmod: ['fchmod'],
    lchmod: ['chmod'],
    chown: ['chown'],
    fchown: ['fchown'],
    lchown: ['chown'],
    truncate: ['openat', 'ftruncate', 'close'],
    ftruncate: ['ftruncate'],
    utimes: ['utimensat'],
    futimes: ['utimensat'],
    lutimes: ['utimensat'],
    fsync: ['fsync'],
    fdatasync: ['fsync'],
    watch: ['inotify_add_watch'],
    watchFile: ['statx'],
  },
  child_process: {
    spawn: ['clone3', 'execve', 'wait4'],
    exec: ['clone3', 'execve', 'wait4'],
    execFile: ['clone3', 'execve', 'wait4'],
    fork: ['clone3', 'execve', 'wait4'],
  },
  net: {
    connect: ['socket', 'connect'],
    createConnection: ['socket', 'connect'],
    createServer: ['socket'],
    listen: ['socket', 'bind', 'listen', 'accept4'],
  },
  tls: { connect: ['socket', 'connect'], createServer: ['socket'] },
  dgram: { createSocket: ['socket'], bind: ['bind'], send: ['sendmsg'] },
  dns: {
    lookup: ['socket', 'sendto', 'recvfrom'],
    resolve: ['socket', 'sendto', 'recvfrom'],
    reverse: ['socket', 'sendto', 'recvfrom'],
  },
  http: {
    request: ['socket', 'connect', 'write', 'read'],
    get: ['socket', 'connect', 'write', 'read'],
    createServer: ['socket'],
  },
  https: {
    request: ['socket', 'connect', 'write', 'read'],
    get: ['socket', 'connect', 'write', 'read'],
    createServer: ['socket'],
  },
  http2: {
    connect: ['socket', 'connect'],
    createServer: ['socket'],
    createSecureServer: ['socket'],
  },
  globals: { fetch: ['socket', 'connect', 'write', 'read'] },
  process: {
    kill: ['kill'],
    exit: ['exit_group'],
    abort: ['kill'],
    chdir: ['chdir'],
    cwd: ['getcwd'],
    umask: ['umask'],
    setuid: ['setuid'],
    setgid: ['setgid'],
    hrtime: ['clock_gettime'],
  },
  os: { setPriority: ['setpriority'] },
  crypto: {
    randomBytes: ['getrandom'],
    randomUUID: ['getrandom'],
    randomInt: ['getrandom'],
    randomFill: ['getrandom'],
  },
  cluster: { fork: ['clone3', 'execve'] },
  worker_threads: { Worker: ['clone3'] },
};

/** What a declaration of `@types/node` asks the kernel for, by the file that declares it and its name. */
export function syscallsOf(file: string, name: string): Syscall[] {
  const module = /(?:^|\/)([a-z_0-9]+)(?:\/promises)?(?:\.d)?\.ts$/u.exec(file)?.[1];
  const table = module === 'fetch' ? 'globals' : module;
  const functions = table !== undefined && Object.hasOwn(MAP, table) ? MAP[table]! : {};
  const stem = [name.replace(/Sync$/u, ''), name].find((one) => Object.hasOwn(functions, one));
  const calls = stem === undefined ? [] : functions[stem]!;
  return calls.map((call) => ({
    id: `${PREFIX}syscall/${descriptor.method(call)}`,
    name: call,
    class: CLASS_OF.get(call) ?? 'other',
  }));
}
