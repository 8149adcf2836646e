import { performance } from 'node:perf_hooks';
import { CodedError } from '../task/index.js';
import { CheckerClient } from './checker-client.js';
import type { CheckerPool } from './checker-pool.js';
import type { Checked } from './checker.js';
import { HostClient, HostGone, type HostReady } from './host-client.js';
import type {
  Completion,
  Engine,
  EngineEvent,
  Evaluation,
  PageRequest,
  SignatureHelp,
} from './protocol.js';
import type { CompiledCell, RunOutcome } from './wire.js';

export interface EngineOptions {
  /** Path of the module whose `start` prepares each host; none for bare TypeScript. */
  readonly prelude?: string;
  /** The folder in which cells work: imports and relative paths start there. */
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Passed to the prelude, as JSON. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** Milliseconds that an interrupt has before the host is restarted. */
  readonly patience?: number;
  /** Where the checker comes from and goes back to; without it the engine has one of its own. */
  readonly checkers?: CheckerPool;
}

const PATIENCE = 900;

/** Starts an engine. Its host and its checker start at once; cells wait for them. */
export function createEngine(options: EngineOptions = {}): Engine {
  return new HostedEngine(options);
}

class HostedEngine implements Engine {
  readonly #cwd: string;
  readonly #checker: CheckerClient;
  #host: HostClient;
  #hostReady: Promise<void>;
  #queue: Promise<unknown> = Promise.resolve();
  #cellCount = 0;
  #listener: (event: EngineEvent) => void = () => undefined;
  #running: { readonly done: Promise<unknown>; dispatched: number; cancelled: boolean } | null =
    null;
  readonly #calls = new Set<Promise<unknown>>();
  #restartNote: string | null = null;
  #closed = false;
  #closing: Promise<void> | null = null;
  #hostUp = false;

  constructor(readonly options: EngineOptions) {
    this.#cwd = options.cwd ?? process.cwd();
    this.#checker = options.checkers?.take(this.#cwd) ?? new CheckerClient(this.#cwd);
    this.#host = this.#startHost();
    this.#hostReady = this.#prepare(this.#host);
    this.#hostReady.catch(() => undefined);
  }

  get ready(): Promise<void> {
    return this.#hostReady;
  }

  evaluate(source: string, onEvent: (event: EngineEvent) => void): Promise<Evaluation> {
    const result = this.#queue.then(() => this.#evaluate(source, onEvent));
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #evaluate(source: string, onEvent: (event: EngineEvent) => void): Promise<Evaluation> {
    if (this.#closed) throw new CodedError('closed', 'closed: the engine');
    const started = performance.now();
    const finished = (): { milliseconds: number } => ({
      milliseconds: performance.now() - started,
    });
    let release: () => void = () => undefined;
    const running = {
      done: new Promise<void>((resolve) => (release = resolve)),
      dispatched: 0,
      cancelled: false,
    };
    this.#running = running;
    this.#listener = onEvent;
    try {
      await this.#hostReady;
      if (this.#restartNote !== null) onEvent({ type: 'stderr', text: `${this.#restartNote}\n` });
      this.#restartNote = null;
      const number = ++this.#cellCount;
      const { cell, ...checked } = await this.#checker.call<Checked>({
        method: 'check',
        source,
        number,
      });
      if (running.cancelled) return { status: 'interrupted', ...checked, ...finished() };
      if (cell === undefined) return { status: 'diagnostics', ...checked, ...finished() };
      running.dispatched = number;
      return { ...(await this.#run(cell)), ...checked, ...finished() };
    } finally {
      this.#running = null;
      this.#listener = () => undefined;
      release();
    }
  }

  async #run(cell: CompiledCell): Promise<Pick<Evaluation, 'status' | 'result' | 'error'>> {
    try {
      const { defined, declarations, ...outcome } = await this.#host.call<RunOutcome>({
        type: 'run',
        cell,
      });
      await this.#checker.call({
        method: 'commit',
        number: cell.number,
        defined: outcome.status === 'ok' ? null : defined,
      });
      if (declarations !== undefined)
        await this.#checker.call({ method: 'declare', text: declarations, file: null });
      return outcome;
    } catch (error) {
      if (!(error instanceof HostGone)) throw error;
      // The next host comes up while the user reads; only the next cell waits for it.
      this.#restartNote = null;
      const message = `${error.message}; it was restarted, and the variables of earlier cells are gone`;
      return {
        status: 'restarted',
        error: { name: 'HostRestarted', message, frames: [], code: 'host_restarted' },
      };
    }
  }

  #startHost(): HostClient {
    const { prelude = null, env = process.env, args = {} } = this.options;
    const host = new HostClient({
      cwd: this.#cwd,
      env,
      settings: { cwd: this.#cwd, prelude, args },
      onEvent: (event) => {
        if (host === this.#host) this.#listener(event);
      },
      onExit: (how) => {
        if (host === this.#host && !this.#closed) this.#restart(how);
      },
    });
    return host;
  }

  async #prepare(host: HostClient): Promise<void> {
    const { declarations, declarationsFile }: HostReady = await host.ready;
    this.#hostUp = true;
    await this.#checker.call({ method: 'declare', text: declarations, file: declarationsFile });
    // The first check reads the library's types; it may as well happen before the first cell.
    void this.#checker
      .call({ method: 'check', source: 'undefined', number: 0 })
      .catch(() => undefined);
  }

  #restart(how: string): void {
    // A host that never came up would not come up the second time either.
    if (!this.#hostUp) return;
    this.#restartNote = `the host had stopped (${how}) and was restarted; the variables of earlier cells are gone`;
    this.#renew();
  }

  /** A fresh host, and a checker that has forgotten the old one's cells. */
  #renew(): void {
    this.#hostUp = false;
    this.#host = this.#startHost();
    this.#hostReady = this.#checker
      .call({ method: 'forget' })
      .then(() => this.#prepare(this.#host));
    this.#hostReady.catch(() => undefined);
  }

  complete(source: string, offset: number): Promise<Completion> {
    return this.#checker.call({ method: 'complete', source, offset });
  }

  inspect(
    source: string,
    offset: number,
  ): Promise<{ readonly text: string; readonly doc: string } | null> {
    return this.#checker.call({ method: 'inspect', source, offset });
  }

  signature(source: string, offset: number): Promise<SignatureHelp | null> {
    return this.#checker.call({ method: 'signature', source, offset });
  }

  isComplete(
    source: string,
  ): Promise<{ readonly status: 'complete' | 'incomplete' | 'invalid'; readonly indent: string }> {
    return this.#checker.call({ method: 'isComplete', source });
  }

  async interrupt(): Promise<void> {
    const running = this.#running;
    const host = this.#host;
    if (running !== null && running.dispatched === 0) running.cancelled = true;
    const cell = running?.dispatched ?? 0;
    if (cell === 0 && !host.calls) return;
    host.interrupt(cell);
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), this.options.patience ?? PATIENCE);
    });
    const stopped = cell === 0 ? Promise.allSettled(this.#calls) : running?.done;
    const outcome = await Promise.race([stopped, patience]);
    clearTimeout(timer);
    if (cell === 0) {
      // Only a view waits, so the variables need not pay for it: the view is answered, the host goes on.
      if (outcome === 'late') host.abandonCalls();
      return;
    }
    if (outcome === 'late' && this.#running === running) await host.kill();
    await running?.done;
  }

  async reset(): Promise<void> {
    await this.interrupt();
    const reset = this.#queue.then(async () => {
      const old = this.#host;
      this.#renew();
      await old.kill();
      await this.#hostReady;
    });
    this.#queue = reset.catch(() => undefined);
    await reset;
  }

  page(
    handle: string,
    request: PageRequest,
  ): Promise<{ readonly arrow: Uint8Array; readonly total: number }> {
    return this.#host.call({ type: 'page', handle, request });
  }

  comm(
    handle: string,
    method: string,
    argument: unknown,
    onEvent: (event: EngineEvent) => void = () => undefined,
  ): Promise<unknown> {
    const call = this.#host.call({ type: 'comm', handle, method, argument }, onEvent);
    const forget = (): void => void this.#calls.delete(call);
    this.#calls.add(call);
    call.then(forget, forget);
    return call;
  }

  async release(handle: string): Promise<void> {
    await this.#host.call({ type: 'release', handle });
  }

  reply(text: string | null): void {
    this.#host.reply(text);
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#closed = true;
    await this.#host.kill();
    const { checkers } = this.options;
    await (checkers === undefined ? this.#checker.close() : checkers.give(this.#checker));
  }
}
