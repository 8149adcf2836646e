import type { Engine, EngineEvent } from '../engine/index.js';
import { addressed } from './addressed.js';
import { failureOf, type Failure } from './failure.js';
import type { KernelHistory } from './history.js';
import type { Content, Header } from './message.js';
import { CellOutput } from './output.js';

export interface ExecuteRequest {
  readonly code: string;
  readonly silent?: boolean;
  readonly store_history?: boolean;
  readonly user_expressions?: Readonly<Record<string, string>>;
  readonly allow_stdin?: boolean;
  readonly stop_on_error?: boolean;
}

export interface Job {
  readonly header: Header;
  readonly request: ExecuteRequest;
  publish(type: string, content: Content): void;
  /** Asks the front end that sent the request. */
  ask(prompt: string, password: boolean): void;
  reply(content: Content): void;
  busy(): void;
  idle(): void;
}

/** A name with a question mark behind it: no TypeScript, so it can't be meant as such. */
const QUESTION = /^\s*([\p{ID_Start}$_][\p{ID_Continue}$.]*)\s*\?\s*$/u;

/** Runs execute requests one after the other. */
export class Executor {
  /** Number of the last cell that counted. */
  count = 0;
  running: Job | null = null;
  readonly #waiting: Job[] = [];
  /** Cells that the engine has been given, by its own count: frames of errors name them. */
  readonly #names: string[] = ['before the first cell'];

  constructor(
    readonly engine: Engine,
    readonly history: KernelHistory,
    readonly kernelId = '',
  ) {}

  add(job: Job): void {
    this.#waiting.push(job);
    if (this.running === null) void this.#drain();
  }

  async #drain(): Promise<void> {
    for (;;) {
      const job = this.#waiting.shift();
      if (job === undefined) return;
      this.running = job;
      job.busy();
      const failed = await this.#run(job).catch((error: unknown) => {
        job.reply({
          status: 'error',
          execution_count: this.count,
          ename: 'KernelError',
          evalue: String(error),
          traceback: [],
        });
        return true;
      });
      job.idle();
      this.running = null;
      if (failed && job.request.stop_on_error !== false) this.#abort();
    }
  }

  /** Requests that had come before the failure do not run. */
  #abort(): void {
    for (const job of this.#waiting.splice(0)) {
      job.busy();
      job.reply({ status: 'aborted', execution_count: this.count });
      job.idle();
    }
  }

  async #run(job: Job): Promise<boolean> {
    const { code, silent = false, user_expressions: expressions = {} } = job.request;
    const counts = !silent && job.request.store_history !== false;
    if (counts) this.count++;
    const publish = silent
      ? () => undefined
      : (type: string, content: Content) => job.publish(type, content);
    publish('execute_input', { code, execution_count: this.count });
    const asked = QUESTION.exec(code)?.[1];
    if (asked !== undefined) return this.#explain(job, asked);
    const output = new CellOutput(publish, `In-${this.count}`, this.kernelId);
    const onEvent = (event: EngineEvent): void => {
      if (event.type !== 'input') output.take(event);
      else if (job.request.allow_stdin === true) job.ask(event.prompt, event.password);
      else this.engine.reply(null);
    };
    const evaluation = await this.#evaluate(code, `In [${this.count}]`, onEvent);
    output.end();
    const { result } = evaluation;
    if (result !== undefined)
      publish('execute_result', {
        execution_count: this.count,
        data: addressed(result.bundle, result.handle, this.kernelId),
        metadata: resultMetadata(result.handle),
      });
    if (counts) this.history.add(this.count, code, result?.bundle['text/plain'] ?? null);
    const failure = failureOf(evaluation, code, (cell) => this.#names[cell] ?? `cell ${cell}`);
    if (failure !== null) {
      publish('error', { ...failure });
      job.reply({
        status: 'error',
        execution_count: this.count,
        ...failure,
        user_expressions: {},
        payload: [],
      });
      return true;
    }
    job.reply({
      status: 'ok',
      execution_count: this.count,
      user_expressions: await this.#answers(expressions),
      payload: [],
    });
    return false;
  }

  /** `name?` pages what is known of a name, as in other kernels. */
  async #explain(job: Job, expression: string): Promise<boolean> {
    const found = await this.engine.inspect(expression, expression.length);
    const text =
      found === null
        ? `nothing is known of ${expression}`
        : `${found.text}\n\n${found.doc}`.trimEnd();
    const payload = [{ source: 'page', data: { 'text/plain': text }, start: 0 }];
    job.reply({ status: 'ok', execution_count: this.count, user_expressions: {}, payload });
    return false;
  }

  #evaluate(code: string, name: string, onEvent: (event: EngineEvent) => void) {
    this.#names.push(name);
    return this.engine.evaluate(code, onEvent);
  }

  async #answers(expressions: Readonly<Record<string, string>>): Promise<Content> {
    const answers: Record<string, unknown> = {};
    for (const [name, expression] of Object.entries(expressions)) {
      const evaluation = await this.#evaluate(expression, `expression ${name}`, () => undefined);
      const failure: Failure | null = failureOf(evaluation, expression, () => name);
      answers[name] =
        failure === null
          ? {
              status: 'ok',
              data: evaluation.result?.bundle ?? { 'text/plain': 'undefined' },
              metadata: {},
            }
          : { status: 'error', ...failure };
    }
    return answers;
  }
}

/** A front end that knows handles may page through the whole value. */
const resultMetadata = (handle: object | undefined): Content =>
  handle === undefined ? {} : { mimir: handle };
