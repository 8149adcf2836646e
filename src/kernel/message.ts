import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

/** The Jupyter messaging protocol, version 5.4. */
export const PROTOCOL_VERSION = '5.4';

const DELIMITER = Buffer.from('<IDS|MSG>');

export interface Header {
  readonly msg_id: string;
  readonly session: string;
  readonly username: string;
  readonly date: string;
  readonly msg_type: string;
  readonly version: string;
}

export type Content = Readonly<Record<string, unknown>>;

export interface Message {
  /** Where a router's answer goes; topic frames on iopub. */
  readonly identities: readonly Uint8Array[];
  readonly header: Header;
  readonly parent: Header | Record<string, never>;
  readonly metadata: Content;
  readonly content: Content;
  readonly buffers: readonly Uint8Array[];
}

/** Signs, packs and opens messages of one connection. */
export class Wire {
  readonly session = randomUUID();
  readonly #seen = new Set<string>();

  constructor(
    readonly key: string,
    /** As the connection file names it: `hmac-sha256`. */
    readonly scheme = 'hmac-sha256',
  ) {}

  message(
    type: string,
    content: Content,
    parent: Header | null,
    more: Partial<Pick<Message, 'identities' | 'metadata' | 'buffers'>> = {},
  ): Message {
    return {
      identities: more.identities ?? [],
      header: {
        msg_id: randomUUID(),
        session: this.session,
        username: parent?.username ?? 'kernel',
        date: new Date().toISOString(),
        msg_type: type,
        version: PROTOCOL_VERSION,
      },
      parent: parent ?? {},
      metadata: more.metadata ?? {},
      content,
      buffers: more.buffers ?? [],
    };
  }

  encode({ identities, header, parent, metadata, content, buffers }: Message): Uint8Array[] {
    const parts = [header, parent, metadata, content].map((part) =>
      Buffer.from(JSON.stringify(part)),
    );
    return [...identities, DELIMITER, Buffer.from(this.#sign(parts)), ...parts, ...buffers];
  }

  /** A received message; null for one that is not signed by our client, malformed, or seen before. */
  decode(frames: readonly Uint8Array[]): Message | null {
    const at = frames.findIndex((frame) => DELIMITER.equals(frame));
    if (at < 0 || frames.length < at + 6) return null;
    const [signature, ...rest] = frames.slice(at + 1);
    const parts = rest.slice(0, 4);
    if (this.key !== '' && !this.#isSigned(signature!, parts)) return null;
    try {
      const [header, parent, metadata, content] = parts.map(
        (part) => JSON.parse(Buffer.from(part).toString('utf8')) as unknown,
      );
      return {
        identities: frames.slice(0, at),
        header: header as Header,
        parent: parent as Header,
        metadata: metadata as Content,
        content: content as Content,
        buffers: rest.slice(4),
      };
    } catch {
      return null;
    }
  }

  #sign(parts: readonly Uint8Array[]): string {
    if (this.key === '') return '';
    const mac = createHmac(this.scheme.replace(/^hmac-/, ''), this.key);
    for (const part of parts) mac.update(part);
    return mac.digest('hex');
  }

  #isSigned(signature: Uint8Array, parts: readonly Uint8Array[]): boolean {
    const expected = Buffer.from(this.#sign(parts));
    if (expected.length !== signature.length || !timingSafeEqual(expected, signature)) return false;
    // A signed message that comes a second time is a replay.
    const name = expected.toString();
    if (this.#seen.has(name)) return false;
    this.#seen.add(name);
    if (this.#seen.size > 65_536) this.#seen.delete(this.#seen.values().next().value!);
    return true;
  }
}
