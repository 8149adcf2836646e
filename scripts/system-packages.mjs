/** Programs from the system's package manager: installed when we may, else the one command is shown. */
import { run, which } from './process.mjs';

const MANAGERS = [
  {
    program: 'apt-get',
    install: ['install', '-y', '--no-install-recommends'],
    refresh: ['update', '-q'],
  },
  { program: 'dnf', install: ['install', '-y'] },
  { program: 'zypper', install: ['--non-interactive', 'install'] },
  { program: 'pacman', install: ['-S', '--noconfirm'] },
  { program: 'apk', install: ['add'] },
  { program: 'brew', install: ['install'] },
];

/** Package managers lock their database: one installation at a time. */
let turn = Promise.resolve();

/**
 * Installs system packages (names as Debian has them, or by manager: `{ 'apt-get': [...], default: [...] }`).
 * Without the right to do so (neither root nor MIMIR_SETUP=yes) it installs nothing.
 * Returns `{ ok }` or `{ ok: false, why }`, where `why` names the command to run.
 */
export function installSystemPackages(packages, { log = console.error } = {}) {
  const installed = turn.then(() => install(packages, log));
  turn = installed.then(
    () => undefined,
    () => undefined,
  );
  return installed;
}

async function install(packages, log) {
  const manager = MANAGERS.find(({ program }) => which(program));
  const names = Array.isArray(packages)
    ? packages
    : (packages[manager?.program] ?? packages.default);
  if (!manager)
    return { ok: false, why: `no package manager known here; install by hand: ${names.join(' ')}` };
  const root = process.getuid?.() === 0;
  const sudo = root || manager.program === 'brew' ? [] : ['sudo'];
  const command = [...sudo, manager.program, ...manager.install, ...names];
  if (!root && process.env.MIMIR_SETUP !== 'yes') {
    return {
      ok: false,
      why: `run \`${command.join(' ')}\`, or set MIMIR_SETUP=yes and it is run for you`,
    };
  }
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  log(`  ${command.join(' ')}`);
  if ((await run(command[0], command.slice(1), quiet)) === 0) return { ok: true };
  if (manager.refresh) {
    // A fresh machine has no package lists yet.
    await run(
      [...sudo, manager.program][0],
      [...sudo, manager.program, ...manager.refresh].slice(1),
      quiet,
    );
    if ((await run(command[0], command.slice(1), quiet)) === 0) return { ok: true };
  }
  return { ok: false, why: `\`${command.join(' ')}\` failed` };
}
