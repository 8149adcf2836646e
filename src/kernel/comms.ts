import type { Engine, EngineEvent, PageRequest } from '../engine/index.js';
import type { Content, Message } from './message.js';

export const COMM_TARGET = 'mimir';

type Send = (type: string, content: Content, buffers?: readonly Uint8Array[]) => void;

/** What a front end asks over a comm of target `mimir`. */
interface CommCall {
  readonly id?: number | string;
  /** `page` and `release` are the engine's own; every other method is the value's. */
  readonly method: string;
  readonly handle: string;
  readonly argument?: unknown;
}

/**
 * Comms of the front end: each message is a call on a value that stays in the host, each answer a message with the
 * same id, after others that tell how far it is. Pages of tables come as Arrow in a buffer. An interrupt of the kernel
 * stops calls too.
 */
export class Comms {
  readonly #open = new Set<string>();

  constructor(readonly engine: Engine) {}

  info(target: string | undefined): Content {
    const wanted = target === undefined || target === COMM_TARGET;
    const comms = Object.fromEntries(
      wanted ? [...this.#open].map((id) => [id, { target_name: COMM_TARGET }]) : [],
    );
    return { status: 'ok', comms };
  }

  async take({ header, content }: Message, send: Send): Promise<void> {
    const {
      comm_id: id,
      target_name: target,
      data,
    } = content as { comm_id: string; target_name?: string; data?: CommCall };
    switch (header.msg_type) {
      case 'comm_open':
        if (target !== COMM_TARGET) return send('comm_close', { comm_id: id, data: {} });
        this.#open.add(id);
        return undefined;
      case 'comm_close':
        this.#open.delete(id);
        return undefined;
      case 'comm_msg':
        if (this.#open.has(id) && data !== undefined) await this.#answer(id, data, send);
    }
  }

  async #answer(comm: string, call: CommCall, send: Send): Promise<void> {
    try {
      if (call.method === 'page') {
        const { arrow, total } = await this.engine.page(call.handle, call.argument as PageRequest);
        return send('comm_msg', { comm_id: comm, data: { id: call.id, status: 'ok', total } }, [
          arrow,
        ]);
      }
      if (call.method === 'release') await this.engine.release(call.handle);
      const tell = (event: EngineEvent): void => {
        if (event.type !== 'progress') return;
        const { what, done, total } = event;
        send('comm_msg', {
          comm_id: comm,
          data: { id: call.id, status: 'progress', what, done, total },
        });
      };
      const value =
        call.method === 'release'
          ? null
          : await this.engine.comm(call.handle, call.method, call.argument ?? null, tell);
      send('comm_msg', { comm_id: comm, data: { id: call.id, status: 'ok', value } });
    } catch (error) {
      const { name, message } = error as Error;
      send('comm_msg', {
        comm_id: comm,
        data: { id: call.id, status: 'error', ename: name, evalue: message },
      });
    }
  }
}
