import { isComplete } from '../engine/completion.js';
import type { Engine } from '../engine/index.js';
import { Comms } from './comms.js';
import { Executor, type ExecuteRequest } from './executor.js';
import { KernelHistory } from './history.js';
import type { Content, Message } from './message.js';
import { pointsOf, unitsOf } from './offsets.js';
import type { Sockets } from './sockets.js';

export interface KernelOptions {
  readonly engine: Engine;
  readonly sockets: Sockets;
  readonly info: Content;
  /** By which a server knows this kernel; `''` = there is none. */
  readonly kernelId?: string;
  /** Called once, after the reply to a shutdown request has been sent. */
  readonly onShutdown: () => void;
}

type Answering = (content: Content) => Promise<Content>;

/**
 * The protocol's side of a kernel. Cells run in the engine's own process, so that this one always answers: heartbeat,
 * control, completion, whatever a cell does.
 */
export class Kernel {
  readonly #engine: Engine;
  readonly #sockets: Sockets;
  readonly #executor: Executor;
  readonly #history = new KernelHistory();
  readonly #comms: Comms;
  readonly #answers: Readonly<Record<string, Answering>>;

  constructor(readonly options: KernelOptions) {
    const { engine, sockets } = options;
    this.#engine = engine;
    this.#sockets = sockets;
    this.#executor = new Executor(engine, this.#history, options.kernelId);
    this.#comms = new Comms(engine);
    this.#answers = {
      kernel_info_request: () => Promise.resolve(options.info),
      complete_request: (content) => this.#complete(content),
      inspect_request: (content) => this.#inspect(content),
      is_complete_request: (content) => this.#isComplete(content),
      history_request: (content) => Promise.resolve(this.#history.answer(content)),
      comm_info_request: ({ target_name: target }) =>
        Promise.resolve(this.#comms.info(target as string | undefined)),
    };
  }

  async open(): Promise<void> {
    await this.#sockets.open({
      shell: (message) => void this.#shell(message),
      control: (message) => void this.#control(message),
      stdin: ({ content, header }) => {
        if (header.msg_type === 'input_reply') this.#engine.reply(String(content.value ?? ''));
      },
    });
    this.#publish('status', { execution_state: 'starting' }, null);
  }

  interrupt(): Promise<void> {
    return this.#engine.interrupt();
  }

  async #shell(message: Message): Promise<void> {
    const { msg_type: type } = message.header;
    if (type === 'execute_request') return this.#execute(message);
    if (type === 'shutdown_request') return this.#shutdown(message, this.#sockets.shell);
    if (/^comm_(open|msg|close)$/.test(type)) {
      return this.#during(message, () =>
        this.#comms.take(message, (reply, content, buffers) =>
          this.#publish(reply, content, message, buffers),
        ),
      );
    }
    await this.#answer(message, this.#sockets.shell);
  }

  async #control(message: Message): Promise<void> {
    const { msg_type: type } = message.header;
    if (type === 'shutdown_request') return this.#shutdown(message, this.#sockets.control);
    if (type === 'interrupt_request') {
      return this.#during(message, async () => {
        await this.#engine.interrupt();
        this.#reply(message, { status: 'ok' }, this.#sockets.control);
      });
    }
    await this.#answer(message, this.#sockets.control);
  }

  async #answer(message: Message, socket: Sockets['shell']): Promise<void> {
    const answer = this.#answers[message.header.msg_type];
    // The protocol: what a kernel does not know it leaves unanswered.
    if (answer === undefined) return;
    await this.#during(message, async () => {
      const content = await answer(message.content).catch((error: unknown) => ({
        status: 'error',
        ename: (error as Error).name,
        evalue: (error as Error).message,
        traceback: [],
      }));
      this.#reply(message, content, socket);
    });
  }

  #execute(message: Message): void {
    const { content, header, identities } = message;
    this.#executor.add({
      header,
      request: content as unknown as ExecuteRequest,
      publish: (type, published) => this.#publish(type, published, message),
      ask: (prompt, password) =>
        void this.#sockets.stdin.send(
          this.#sockets.wire.message('input_request', { prompt, password }, header, { identities }),
        ),
      reply: (reply) => this.#reply(message, reply, this.#sockets.shell),
      busy: () => this.#status('busy', message),
      idle: () => this.#status('idle', message),
    });
  }

  async #shutdown(message: Message, socket: Sockets['shell']): Promise<void> {
    const content = { status: 'ok', restart: message.content.restart === true };
    this.#status('busy', message);
    this.#reply(message, content, socket);
    this.#publish('shutdown_reply', content, message);
    this.#status('idle', message);
    await this.#engine.close();
    await this.#sockets.close();
    this.options.onShutdown();
  }

  async #complete({ code, cursor_pos: cursor }: Content): Promise<Content> {
    const source = String(code);
    const at = typeof cursor === 'number' ? unitsOf(source, cursor) : source.length;
    const { start, end, items } = await this.#engine.complete(source, at);
    const from = pointsOf(source, start);
    const to = pointsOf(source, end);
    return {
      status: 'ok',
      matches: items.map(({ insert }) => insert),
      cursor_start: from,
      cursor_end: to,
      metadata: {
        _jupyter_types_experimental: items.map(({ insert, kind }) => ({
          text: insert,
          type: kind,
          start: from,
          end: to,
        })),
      },
    };
  }

  async #inspect({ code, cursor_pos: cursor }: Content): Promise<Content> {
    const source = String(code);
    const at = typeof cursor === 'number' ? unitsOf(source, cursor) : source.length;
    const found = await this.#engine.inspect(source, at);
    if (found === null) return { status: 'ok', found: false, data: {}, metadata: {} };
    const { text, doc } = found;
    const plain = doc === '' ? text : `${text}\n\n${doc}`;
    const markdown = `\`\`\`typescript\n${text}\n\`\`\`\n\n${doc}`.trimEnd();
    return {
      status: 'ok',
      found: true,
      data: { 'text/plain': plain, 'text/markdown': markdown },
      metadata: {},
    };
  }

  /** By reading alone, here: a console waits a second for it, whatever the checker has to do. */
  #isComplete({ code }: Content): Promise<Content> {
    const { status, indent } = isComplete(String(code));
    return Promise.resolve(status === 'incomplete' ? { status, indent } : { status });
  }

  /** Wraps work in busy and idle; a cell that runs meanwhile is shown to be running afterwards. */
  async #during(message: Message, work: () => Promise<void>): Promise<void> {
    this.#status('busy', message);
    try {
      await work();
    } finally {
      this.#status('idle', message);
      this.#executor.running?.busy();
    }
  }

  #status(state: 'busy' | 'idle', message: Message): void {
    this.#publish('status', { execution_state: state }, message);
  }

  #publish(
    type: string,
    content: Content,
    parent: Message | null,
    buffers: readonly Uint8Array[] = [],
  ): void {
    const topic = Buffer.from(`kernel.${this.#sockets.wire.session}.${type}`);
    void this.#sockets.iopub.send(
      this.#sockets.wire.message(type, content, parent?.header ?? null, {
        identities: [topic],
        buffers,
      }),
    );
  }

  #reply({ header, identities }: Message, content: Content, socket: Sockets['shell']): void {
    const type = header.msg_type.replace(/_request$/, '_reply');
    void socket.send(this.#sockets.wire.message(type, content, header, { identities }));
  }
}
