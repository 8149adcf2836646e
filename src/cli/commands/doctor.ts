import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Command } from 'commander';
import { backendStatus } from '../../grb/index.js';
import type { Io } from '../io.js';
import { version } from '../version.js';
import { jsonOption } from '../options.js';

interface Line {
  readonly name: string;
  readonly value: string;
  readonly why: string;
}

export function doctorCommand(doctor: Command, io: Io): void {
  doctor.addOption(jsonOption()).action((flags: { json?: boolean }) => {
    const lines = examine(io);
    if (flags.json) {
      io.out(`${JSON.stringify(lines, null, 2)}\n`);
      return;
    }
    const width = Math.max(...lines.map(({ name }) => name.length));
    for (const { name, value, why } of lines)
      io.out(`${name.padEnd(width)}  ${value}${why === '' ? '' : ` (${why})`}\n`);
  });
}

function examine(io: Io): Line[] {
  const backend = backendStatus();
  return [
    { name: 'mimir', value: version(), why: '' },
    { name: 'node', value: process.versions.node, why: `${process.platform}-${process.arch}` },
    { name: 'backend', value: backend.name, why: backend.reason },
    {
      name: 'graphblas',
      value:
        backend.library === null ? 'not in use' : `${backend.library} ${backend.version ?? ''}`,
      why: backend.library === null ? '' : `${String(backend.threads)} threads`,
    },
    program('tmux', 'the tests drive the terminal workbench with it', io),
    program('jupyter', 'notebooks', io),
  ];
}

function program(name: string, why: string, io: Io): Line {
  const found = (io.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
  return { name, value: found ?? 'not found', why };
}
