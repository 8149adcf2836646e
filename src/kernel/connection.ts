import { readFileSync } from 'node:fs';
import { CodedError } from '../task/index.js';

/** What a Jupyter client writes for its kernel. */
export interface Connection {
  readonly transport: 'tcp' | 'ipc';
  readonly ip: string;
  readonly shell_port: number;
  readonly iopub_port: number;
  readonly stdin_port: number;
  readonly control_port: number;
  readonly hb_port: number;
  readonly key: string;
  readonly signature_scheme: string;
}

const PORTS = ['shell_port', 'iopub_port', 'stdin_port', 'control_port', 'hb_port'] as const;

export type Channel = 'shell' | 'iopub' | 'stdin' | 'control' | 'hb';

/** Reads a connection file. Throws for one that is none, or that would open the kernel to other machines. */
export function readConnection(file: string): Connection {
  let value: Partial<Connection>;
  try {
    value = JSON.parse(readFileSync(file, 'utf8')) as Partial<Connection>;
  } catch (error) {
    throw new CodedError(
      'bad_connection',
      `connection file: ${file} (${(error as Error).message})`,
    );
  }
  for (const port of PORTS) {
    if (typeof value[port] !== 'number')
      throw new CodedError('bad_connection', `connection file: ${file} (no ${port})`);
  }
  const connection = {
    transport: 'tcp',
    ip: '127.0.0.1',
    key: '',
    signature_scheme: 'hmac-sha256',
    ...value,
  } as Connection;
  if (connection.transport === 'tcp' && !isLoopback(connection.ip)) {
    throw new CodedError(
      'not_loopback',
      `address that other machines reach: ${connection.ip}; a kernel runs code, so it listens on 127.0.0.1 only`,
    );
  }
  return connection;
}

const isLoopback = (ip: string): boolean =>
  ip === 'localhost' || ip === '::1' || /^127(\.\d{1,3}){3}$/.test(ip);

export function addressOf(connection: Connection, channel: Channel): string {
  const port = connection[`${channel}_port`];
  if (connection.transport === 'ipc') return `ipc://${connection.ip}-${port}`;
  const ip = connection.ip.includes(':') ? `[${connection.ip}]` : connection.ip;
  return `tcp://${ip}:${port}`;
}
