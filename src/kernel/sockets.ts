import * as zmq from 'zeromq';
import { addressOf, type Connection } from './connection.js';
import type { Message, Wire } from './message.js';

type Sending = Pick<zmq.Router | zmq.Publisher, 'send'>;

/** Sends in order: a zeromq socket takes one message at a time. */
class Outbox {
  #tail: Promise<unknown> = Promise.resolve();

  constructor(
    readonly socket: Sending,
    readonly wire: Wire,
  ) {}

  send(message: Message): Promise<void> {
    const frames = this.wire.encode(message);
    const sent = this.#tail.then(() => this.socket.send(frames as never));
    this.#tail = sent.catch(() => undefined);
    return sent;
  }

  get drained(): Promise<unknown> {
    return this.#tail;
  }
}

export type Receive = (message: Message) => void;

/** The five sockets of a kernel. */
export class Sockets {
  readonly #shell = new zmq.Router();
  readonly #control = new zmq.Router();
  readonly #stdin = new zmq.Router();
  readonly #iopub = new zmq.Publisher();
  readonly #heartbeat = new zmq.Reply();
  readonly shell: Outbox;
  readonly control: Outbox;
  readonly stdin: Outbox;
  readonly iopub: Outbox;

  constructor(
    readonly connection: Connection,
    readonly wire: Wire,
  ) {
    this.shell = new Outbox(this.#shell, wire);
    this.control = new Outbox(this.#control, wire);
    this.stdin = new Outbox(this.#stdin, wire);
    this.iopub = new Outbox(this.#iopub, wire);
  }

  async open(on: {
    readonly shell: Receive;
    readonly control: Receive;
    readonly stdin: Receive;
  }): Promise<void> {
    const at = (channel: Parameters<typeof addressOf>[1]): string =>
      addressOf(this.connection, channel);
    await Promise.all([
      this.#shell.bind(at('shell')),
      this.#control.bind(at('control')),
      this.#stdin.bind(at('stdin')),
      this.#iopub.bind(at('iopub')),
      this.#heartbeat.bind(at('hb')),
    ]);
    void this.#listen(this.#shell, on.shell);
    void this.#listen(this.#control, on.control);
    void this.#listen(this.#stdin, on.stdin);
    void this.#echo();
  }

  async close(): Promise<void> {
    await Promise.all(
      [this.shell, this.control, this.iopub, this.stdin].map(({ drained }) => drained),
    );
    for (const socket of [this.#shell, this.#control, this.#stdin, this.#iopub, this.#heartbeat])
      socket.close();
  }

  async #listen(socket: zmq.Router, receive: Receive): Promise<void> {
    try {
      for await (const frames of socket) {
        const message = this.wire.decode(frames);
        if (message !== null) receive(message);
      }
    } catch {
      // The socket was closed.
    }
  }

  async #echo(): Promise<void> {
    try {
      for await (const frames of this.#heartbeat) await this.#heartbeat.send(frames);
    } catch {
      // The socket was closed.
    }
  }
}
