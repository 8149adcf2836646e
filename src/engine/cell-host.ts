import vm from 'node:vm';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CodedError, Interrupted } from '../task/index.js';
import { CELL_PREFIX, INTRINSICS } from './cell-runtime.js';
import { cellError, rememberMap } from './host-errors.js';
import { HostModules, type RunCode } from './host-modules.js';
import type { HostOutput } from './host-output.js';
import { presentPlain } from './host-present.js';
import type { CellFacts, HostContext, Prelude, PreludeModule, Presented } from './prelude.js';
import type { EngineEvent, HandleInfo } from './protocol.js';
import type { Stopping } from './stopping.js';
import type { CompiledCell, HostCommand, RunOutcome } from './wire.js';

export interface HostSettings {
  readonly cwd: string;
  readonly prelude: string | null;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Values kept for paging; beyond it the oldest is let go. */
const HANDLES = 2_000;

/** Runs cells, keeps their module objects and the values that front doors page through. */
export class CellHost {
  readonly #cells = new Map<number, object>();
  readonly #handles = new Map<string, unknown>();
  readonly #modules: HostModules;
  #prelude: Prelude = {};
  #handleCount = 0;
  #declarations = '';
  #answerInput: ((text: string | null) => void) | null = null;
  #own: Int32Array = new Int32Array(1);

  constructor(
    readonly settings: HostSettings,
    readonly output: HostOutput,
    readonly stopping: Stopping,
  ) {
    this.#modules = new HostModules(settings.cwd, this.#runCode);
  }

  async start(module: PreludeModule | null): Promise<void> {
    if (module !== null) this.#prelude = await module.start(this.#context());
    const globals = Object.getOwnPropertyDescriptors(this.#prelude.globals ?? {});
    for (const [name, descriptor] of Object.entries(globals)) {
      Object.defineProperty(globalThis, name, {
        ...descriptor,
        configurable: true,
        enumerable: false,
      });
    }
    this.#declarations = this.#prelude.declarations?.() ?? '';
    this.output.send({
      type: 'ready',
      declarations: this.#declarations,
      declarationsFile: this.#prelude.declarationsFile ?? null,
    });
  }

  async take(command: HostCommand): Promise<void> {
    if (command.type === 'reply') {
      this.#answerInput?.(command.text);
      return;
    }
    try {
      this.output.send({ type: 'answer', id: command.id, value: await this.#answer(command) });
    } catch (error) {
      this.output.send({ type: 'refusal', id: command.id, error: cellError(error) });
    }
  }

  async #answer(command: Exclude<HostCommand, { type: 'reply' }>): Promise<unknown> {
    switch (command.type) {
      case 'run':
        return this.#run(command.cell);
      case 'page': {
        if (this.#prelude.page === undefined)
          throw new CodedError(
            'no_tables',
            'no tables: this session has no prelude that pages them',
          );
        return this.#prelude.page(this.#kept(command.handle), command.request);
      }
      case 'comm': {
        if (this.#prelude.comm === undefined)
          throw new CodedError(
            'no_comm',
            `nobody answers: ${command.method}; this session has no prelude`,
          );
        const value = command.handle === 'session' ? null : this.#kept(command.handle);
        const { flag, done } = this.stopping.call(command.id);
        const emit = (event: EngineEvent): void => this.output.event(event, command.id);
        try {
          return await this.#prelude.comm(value, command.method, command.argument, { flag, emit });
        } finally {
          done();
        }
      }
      case 'release':
        this.#handles.delete(command.handle);
        return null;
    }
  }

  #kept(handle: string): unknown {
    if (!this.#handles.has(handle))
      throw new CodedError('handle_gone', `value that is gone: ${handle}; run its cell again`);
    return this.#handles.get(handle);
  }

  async #run(cell: CompiledCell): Promise<RunOutcome> {
    const facts: CellFacts = { source: cell.source, declares: cell.declares, reads: cell.reads };
    const { own, interrupted } = this.stopping.begin(cell.number);
    this.#own = own;
    const exports = {};
    let shown: { readonly value: unknown } | null = null;
    let failure: { readonly thrown: unknown } | null = null;
    let result: Presented | undefined;
    const show = (value: unknown): void => void (shown = { value });
    const work = async (): Promise<void> => {
      await this.#prelude.before?.(facts);
      const require = await this.#modules.requireFor(cell.imports, this.settings.cwd);
      const name = `${CELL_PREFIX}${cell.number}`;
      const resolve = (specifier: string): unknown =>
        specifier.startsWith(CELL_PREFIX)
          ? this.#cells.get(Number(specifier.slice(CELL_PREFIX.length)))
          : require(specifier);
      const input = {
        name,
        code: cell.code,
        map: cell.map,
        exports,
        require: resolve,
        folder: this.settings.cwd,
      };
      const run = (): Promise<void> => this.#runCode(input, show);
      await (this.#prelude.around?.(run) ?? run());
      if (shown !== null && shown.value !== undefined) result = await this.#present(shown.value);
    };
    try {
      await Promise.race([work(), interrupted]);
    } catch (thrown) {
      failure = { thrown };
    }
    const defined = cell.declares.filter(
      (name) => (exports as Record<string, unknown>)[name] !== undefined,
    );
    this.#cells.set(cell.number, exports);
    const stopped = await this.stopping.end(cell.number);
    await this.#prelude
      .after?.(facts, failure !== null)
      .catch((error: unknown) =>
        this.output.event({ type: 'stderr', text: `${cellError(error).message}\n` }),
      );
    const declarations = this.#prelude.declarations?.() ?? '';
    const changed = declarations === this.#declarations ? {} : { declarations };
    this.#declarations = declarations;
    if (failure !== null && (stopped || failure.thrown instanceof Interrupted))
      return { status: 'interrupted', defined, ...changed };
    if (failure !== null)
      return { status: 'error', error: cellError(failure.thrown), defined, ...changed };
    return { status: 'ok', ...(result !== undefined && { result }), defined, ...changed };
  }

  readonly #runCode = async (
    input: Parameters<RunCode>[0],
    show: (value: unknown) => void = () => undefined,
  ): Promise<void> => {
    const { name, code, map, exports, require, folder } = input;
    rememberMap(name, map);
    const script = new vm.Script(
      `(async function (exports, require, ${INTRINSICS.join(', ')}) {\n${code}\n})`,
      { filename: name, lineOffset: -1 },
    );
    const run = script.runInThisContext() as (...args: unknown[]) => Promise<void>;
    const file = path.isAbsolute(name) ? name : path.join(folder, name.replace(':', '-'));
    const meta = {
      url: pathToFileURL(file).href,
      dirname: folder,
      filename: file,
      resolve: (specifier: string) => new URL(specifier, pathToFileURL(file)).href,
    };
    const halt = (): never => {
      throw new Interrupted('the cell');
    };
    const load = (specifier: unknown): Promise<unknown> =>
      this.#modules.import(String(specifier), folder);
    const start = (): Promise<void> =>
      run(exports, require, this.stopping.stop, this.#own, halt, show, load, meta);
    await this.#interruptible(start);
  };

  /** Runs the synchronous part of a cell where a signal can end it. */
  #interruptible(start: () => Promise<void>): Promise<void> {
    Object.assign(globalThis, { [STARTER]: start });
    try {
      return vm.runInThisContext(`globalThis[${JSON.stringify(STARTER)}]()`, {
        breakOnSigint: true,
      }) as Promise<void>;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw error;
      this.stopping.signalled();
      throw new Interrupted('the cell');
    }
  }

  async #present(value: unknown): Promise<Presented> {
    const known = await this.#prelude.present?.(value);
    if (known === undefined) return { bundle: await presentPlain(value) };
    return {
      bundle: known.bundle,
      ...(known.keep !== undefined && {
        handle: this.#keep('kept' in known ? known.kept : value, known.keep),
      }),
    };
  }

  #keep(value: unknown, info: Omit<HandleInfo, 'handle'>): HandleInfo {
    const handle = `h${++this.#handleCount}`;
    this.#handles.set(handle, value);
    if (this.#handles.size > HANDLES) this.#handles.delete(this.#handles.keys().next().value!);
    return { handle, ...info };
  }

  #context(): HostContext {
    return {
      cwd: this.settings.cwd,
      args: this.settings.args,
      stopFlag: () => this.stopping.flag(),
      emit: (event) => this.output.event(event),
      input: (prompt, password) =>
        new Promise((resolve, reject) => {
          this.#answerInput = (text) => {
            this.#answerInput = null;
            if (text !== null) resolve(text);
            else
              reject(new CodedError('no_input', 'nobody to ask: this front door takes no input'));
          };
          this.output.event({ type: 'input', prompt, password });
        }),
      load: (specifier) => this.#modules.import(specifier),
      present: (value) => this.#present(value),
      keep: (value, info) => this.#keep(value, info),
    };
  }
}

const STARTER = 'mimirStart_';
