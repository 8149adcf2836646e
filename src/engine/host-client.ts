import { fork, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { CodedError, Interrupted } from '../task/index.js';
import { moduleFile } from './locations.js';
import type { CellError, EngineEvent } from './protocol.js';
import { INTERRUPT_BYTES } from './stop-words.js';
import { frameReader, type HostCommand, type HostMessage } from './wire.js';

type Unnumbered<C> = C extends { readonly id: number } ? Omit<C, 'id'> : never;

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (reason: unknown) => void;
  /** Present for what an interrupt may stop: the events of a call on a value. */
  readonly onEvent?: (event: EngineEvent) => void;
}

/** The host died while a call was waiting. */
export class HostGone extends CodedError {
  constructor(how: string) {
    super('host_gone', `the host stopped: ${how}`);
  }
}

export interface HostReady {
  readonly declarations: string;
  readonly declarationsFile: string | null;
}

export interface HostClientOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly settings: unknown;
  onEvent(event: EngineEvent): void;
  onExit(how: string): void;
}

/** The front door's end of one host process. */
export class HostClient {
  readonly ready: Promise<HostReady>;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;
  #gone = false;

  constructor(readonly options: HostClientOptions) {
    this.#child = fork(moduleFile('host'), [], {
      cwd: options.cwd,
      env: { ...options.env, MIMIR_HOST: JSON.stringify(options.settings) },
      execArgv: ['--no-warnings', '--enable-source-maps=false'],
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
      // Its own group: the terminal's ctrl-c goes to the front door, which decides.
      detached: true,
    });
    let resolveReady: (ready: HostReady) => void;
    let rejectReady: (reason: unknown) => void;
    this.ready = new Promise((resolve, reject) => {
      resolveReady = resolve;
      rejectReady = reject;
    });
    this.ready.catch(() => undefined);
    const take = (message: unknown): void => {
      const received = message as HostMessage;
      switch (received.type) {
        case 'ready':
          return resolveReady(received);
        case 'failed':
          return rejectReady(failure(received.error));
        case 'event':
          if (received.call === undefined) return options.onEvent(received.event);
          return this.#waiting.get(received.call)?.onEvent?.(received.event);
        case 'answer':
        case 'refusal': {
          const call = this.#waiting.get(received.id);
          this.#waiting.delete(received.id);
          if (received.type === 'answer') call?.resolve(received.value as never);
          else call?.reject(failure(received.error));
        }
      }
    };
    const messages = this.#child.stdio[4] as Readable;
    messages.on('data', frameReader(take));
    // What native code and child processes print does not pass through the host's streams.
    for (const name of ['stdout', 'stderr'] as const) {
      this.#child[name]
        ?.setEncoding('utf8')
        .on('data', (text: string) => options.onEvent({ type: name, text }));
    }
    (this.#child.stdio[3] as Writable).on('error', () => undefined);
    this.#child.on('error', () => undefined);
    const gone = (how: string): void => {
      if (this.#gone) return;
      this.#gone = true;
      const reason = new HostGone(how);
      rejectReady(reason);
      for (const { reject } of this.#waiting.values()) reject(reason);
      this.#waiting.clear();
      options.onExit(how);
    };
    this.#child.once('close', (code, signal) =>
      gone(signal === null ? `exit code ${code}` : `signal ${signal}`),
    );
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  call<T>(command: Unnumbered<HostCommand>, onEvent?: (event: EngineEvent) => void): Promise<T> {
    if (this.#gone) return Promise.reject(new HostGone('before the call'));
    const id = ++this.#count;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, ...(onEvent !== undefined && { onEvent }) });
      this.#send({ ...command, id } as HostCommand);
    });
  }

  reply(text: string | null): void {
    this.#send({ type: 'reply', text });
  }

  /** Whether calls are waiting that an interrupt may stop. */
  get calls(): boolean {
    return [...this.#waiting.values()].some(({ onEvent }) => onEvent !== undefined);
  }

  /** Stops the cell of that number, 0 for none, and every call that is under way. */
  interrupt(cell: number): void {
    const message = Buffer.alloc(INTERRUPT_BYTES);
    message.writeInt32LE(cell, 0);
    message.writeInt32LE(this.#count, 4);
    (this.#child.stdio[3] as Writable).write(message);
  }

  /** Gives up calls that did not stop: their askers are answered, whatever the host still does. */
  abandonCalls(): void {
    for (const [id, { reject, onEvent }] of this.#waiting) {
      if (onEvent === undefined) continue;
      this.#waiting.delete(id);
      reject(new Interrupted('the call; the host is still at it'));
    }
  }

  async kill(): Promise<void> {
    if (this.#gone) return;
    const closed = new Promise<void>((resolve) => this.#child.once('close', () => resolve()));
    this.#child.kill('SIGKILL');
    await closed;
  }

  #send(command: HostCommand): void {
    if (this.#child.connected) this.#child.send(command, () => undefined);
  }
}

function failure({ name, message, code }: CellError): Error {
  return code === undefined
    ? Object.assign(new Error(message), { name })
    : new CodedError(code, message);
}
