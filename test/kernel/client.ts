import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as zmq from 'zeromq';
import { addressOf, type Connection } from '../../src/kernel/connection.js';
import { Wire, type Content, type Message } from '../../src/kernel/message.js';

/** Free ports, held until all are known. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

export interface Executed {
  readonly reply: Content;
  /** What came on iopub for the request, without its states. */
  readonly outputs: readonly { readonly type: string; readonly content: Content }[];
  readonly states: readonly string[];
}

export const outputsOf = (executed: Executed, type: string): Content[] =>
  executed.outputs.filter((output) => output.type === type).map(({ content }) => content);

export const textOf = (executed: Executed, stream = 'stdout'): string =>
  outputsOf(executed, 'stream')
    .filter(({ name }) => name === stream)
    .map(({ text }) => text)
    .join('');

export const resultOf = (executed: Executed): unknown =>
  (outputsOf(executed, 'execute_result')[0]?.['data'] as Content | undefined)?.['text/plain'];

/** A Jupyter client as small as the tests need one, with a real kernel process behind it. */
export class TestClient {
  readonly shell = new zmq.Dealer();
  readonly control = new zmq.Dealer();
  readonly stdin = new zmq.Dealer();
  readonly iopub = new zmq.Subscriber();
  readonly hb = new zmq.Request();
  readonly received: Message[] = [];
  readonly questions: Message[] = [];
  stderr = '';
  answer: ((prompt: string) => string) | null = null;
  #listeners = new Set<() => void>();

  private constructor(
    readonly connection: Connection,
    readonly wire: Wire,
    readonly process: ChildProcess,
  ) {}

  static async start(options: {
    readonly cwd: string;
    readonly env?: NodeJS.ProcessEnv;
    readonly key?: string;
  }): Promise<TestClient> {
    const [shell, iopub, stdin, control, hb] = (await freePorts(5)) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const connection: Connection = {
      transport: 'tcp',
      ip: '127.0.0.1',
      key: options.key ?? 'secret',
      signature_scheme: 'hmac-sha256',
      shell_port: shell,
      iopub_port: iopub,
      stdin_port: stdin,
      control_port: control,
      hb_port: hb,
    };
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'mimir-kernel-')), 'connection.json');
    writeFileSync(file, JSON.stringify(connection));
    const child = spawn(
      process.execPath,
      [path.resolve('kernel/launch.mjs'), path.resolve('.'), file],
      {
        cwd: options.cwd,
        env: { ...process.env, ...options.env },
        stdio: ['ignore', 'inherit', 'pipe'],
      },
    );
    const client = new TestClient(connection, new Wire(connection.key), child);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (client.stderr += text));
    await client.#connect();
    return client;
  }

  async #connect(): Promise<void> {
    const routing = `client-${this.wire.session}`;
    for (const socket of [this.shell, this.control, this.stdin]) socket.routingId = routing;
    this.iopub.subscribe();
    for (const channel of ['shell', 'control', 'stdin', 'iopub', 'hb'] as const)
      this[channel].connect(addressOf(this.connection, channel));
    for (const socket of [this.shell, this.control, this.stdin, this.iopub])
      void this.#listen(socket);
    // iopub is a broadcast: until its subscription has arrived, answers are lost.
    for (;;) {
      const info = await this.request('kernel_info_request', {});
      if (
        this.received.some(
          ({ header, parent }) =>
            header.msg_type === 'status' && parent.msg_id === info.parent.msg_id,
        )
      )
        return;
    }
  }

  async #listen(socket: zmq.Dealer | zmq.Subscriber): Promise<void> {
    try {
      for await (const frames of socket) {
        const message = this.wire.decode(frames);
        if (message === null) continue;
        if (message.header.msg_type === 'input_request') this.#reply(message);
        this.received.push(message);
        for (const listener of this.#listeners) listener();
      }
    } catch {
      // The socket was closed.
    }
  }

  #reply(question: Message): void {
    this.questions.push(question);
    const value = this.answer?.(String(question.content['prompt'])) ?? '';
    void this.stdin.send(
      this.wire.encode(this.wire.message('input_reply', { value }, question.header)) as never,
    );
  }

  async until<T>(find: () => T | undefined, milliseconds = 60_000): Promise<T> {
    const found = find();
    if (found !== undefined) return found;
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#listeners.delete(look);
        reject(new Error(`nothing came; the kernel said: ${this.stderr}`));
      }, milliseconds);
      const look = (): void => {
        const now = find();
        if (now === undefined) return;
        clearTimeout(timer);
        this.#listeners.delete(look);
        resolve(now);
      };
      this.#listeners.add(look);
    });
  }

  #tail: Promise<unknown> = Promise.resolve();

  async send(
    type: string,
    content: Content,
    socket: 'shell' | 'control' = 'shell',
  ): Promise<string> {
    const message = this.wire.message(type, content, null);
    this.#tail = this.#tail.then(() => this[socket].send(this.wire.encode(message) as never));
    await this.#tail;
    return message.header.msg_id;
  }

  replyTo(id: string): Promise<Message> {
    return this.until(() =>
      this.received.find(
        ({ header, parent }) => parent.msg_id === id && /_reply$/.test(header.msg_type),
      ),
    );
  }

  async request(
    type: string,
    content: Content,
    socket: 'shell' | 'control' = 'shell',
  ): Promise<Message> {
    return this.replyTo(await this.send(type, content, socket));
  }

  async start(code: string, more: Content = {}): Promise<string> {
    return this.send('execute_request', {
      code,
      silent: false,
      store_history: true,
      user_expressions: {},
      allow_stdin: true,
      stop_on_error: true,
      ...more,
    });
  }

  /** What an execution that was started gave, once it is idle again. */
  async ended(id: string): Promise<Executed> {
    const reply = await this.replyTo(id);
    const of = (): Message[] =>
      this.received.filter(
        ({ header, parent }) => parent.msg_id === id && !/_reply$/.test(header.msg_type),
      );
    await this.until(() =>
      of().find(
        ({ header, content }) =>
          header.msg_type === 'status' && content['execution_state'] === 'idle',
      ),
    );
    const messages = of();
    return {
      reply: reply.content,
      outputs: messages
        .filter(({ header }) => header.msg_type !== 'status')
        .map(({ header, content }) => ({ type: header.msg_type, content })),
      states: messages
        .filter(({ header }) => header.msg_type === 'status')
        .map(({ content }) => String(content['execution_state'])),
    };
  }

  async run(code: string, more: Content = {}): Promise<Executed> {
    return this.ended(await this.start(code, more));
  }

  async value(code: string): Promise<unknown> {
    const executed = await this.run(code);
    return resultOf(executed) ?? executed.reply['evalue'];
  }

  /** A beat of the heart, or an error when none comes. */
  async beats(): Promise<boolean> {
    await this.hb.send('beat');
    const timeout = new Promise<null>((resolve) => setTimeout(resolve, 5_000, null).unref());
    const answer = await Promise.race([this.hb.receive(), timeout]);
    return answer !== null && String(answer[0]) === 'beat';
  }

  async close(): Promise<number | null> {
    const gone = new Promise<number | null>((resolve) => {
      if (this.process.exitCode !== null) resolve(this.process.exitCode);
      else this.process.once('exit', (code) => resolve(code));
    });
    if (this.process.exitCode === null)
      await this.request('shutdown_request', { restart: false }, 'control').catch(() =>
        this.process.kill(),
      );
    const code = await gone;
    for (const socket of [this.shell, this.control, this.stdin, this.iopub, this.hb])
      socket.close();
    return code;
  }
}
