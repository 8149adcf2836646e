/** What a token is in its language. */
export const TokenKind = {
  identifier: 0,
  keyword: 1,
  punctuation: 2,
  string: 3,
  character: 4,
  number: 5,
  /** A lifetime or label of Rust. */
  lifetime: 6,
  /** A regular expression of TypeScript. */
  pattern: 7,
} as const;

/**
 * How a token is spelled once names are taken away (S1:1287, S1:1319): as it stands, not at all, by the number of its
 * first occurrence in its role, or by its kind of literal.
 */
export const Role = {
  /** Keywords, punctuation, and names that the language or its library gives. */
  verbatim: 0,
  /** Visibility and attributes. */
  dropped: 1,
  /** A value: a local, a parameter, a constant. */
  V: 2,
  /** A function that is declared or called. */
  F: 3,
  /** A type. */
  T: 4,
  /** A field: data behind a dot, a key of an object. */
  D: 5,
  /** A lifetime or a label. */
  L: 6,
  /** A macro. */
  M: 7,
  string: 8,
  character: 9,
  number: 10,
  pattern: 11,
} as const;

/** Letters of the numbered roles and marks of the literals, by role. */
export const ROLE_TEXT: readonly string[] = [
  '',
  '',
  'V',
  'F',
  'T',
  'D',
  'L',
  'M',
  '#s',
  '#c',
  '#n',
  '#r',
];

/** A declaration with a body, as a range of tokens. */
export interface TextUnit {
  /** As the declaration spells it. */
  readonly name: string;
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  /** Tokens `from .. to`. */
  readonly from: number;
  readonly to: number;
  /** First token of the body; `to` where there is none. */
  readonly body: number;
}

/** The tokens of a file, comments and layout taken away, in columns. */
export interface TokenStream {
  readonly text: string;
  readonly count: number;
  /** Of `TokenKind`. */
  readonly kind: Uint8Array;
  /** Of `Role`. */
  readonly role: Uint8Array;
  /** Offsets into the text. An end of statement that its author left out is an empty `;`. */
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  /** Lines of the first and the last character, from 1. */
  readonly line: Uint32Array;
  readonly endLine: Uint32Array;
  /** 1 where the next punctuation stands right behind, so that both may be one operator. */
  readonly joint: Uint8Array;
  /** By position, outer before inner. */
  readonly units: readonly TextUnit[];
}

/** How a token is spelled in the source. */
export function spelling({ text, start, end }: TokenStream, token: number): string {
  return start[token] === end[token] ? ';' : text.slice(start[token], end[token]);
}

/** Columns of tokens while they are read. */
export class TokenColumns {
  readonly #kind: number[] = [];
  readonly #role: number[] = [];
  readonly #start: number[] = [];
  readonly #end: number[] = [];
  readonly #line: number[] = [];
  readonly #endLine: number[] = [];
  readonly #joint: number[] = [];

  get count(): number {
    return this.#kind.length;
  }

  push(
    kind: number,
    role: number,
    place: readonly [start: number, end: number],
    lines: readonly [number, number],
    joint = 0,
  ): void {
    this.#kind.push(kind);
    this.#role.push(role);
    this.#start.push(place[0]);
    this.#end.push(place[1]);
    this.#line.push(lines[0]);
    this.#endLine.push(lines[1]);
    this.#joint.push(joint);
  }

  pop(): void {
    for (const column of [
      this.#kind,
      this.#role,
      this.#start,
      this.#end,
      this.#line,
      this.#endLine,
      this.#joint,
    ])
      column.pop();
  }

  stream(text: string): Omit<TokenStream, 'units'> {
    return {
      text,
      count: this.count,
      kind: Uint8Array.from(this.#kind),
      role: Uint8Array.from(this.#role),
      start: Uint32Array.from(this.#start),
      end: Uint32Array.from(this.#end),
      line: Uint32Array.from(this.#line),
      endLine: Uint32Array.from(this.#endLine),
      joint: Uint8Array.from(this.#joint),
    };
  }
}
