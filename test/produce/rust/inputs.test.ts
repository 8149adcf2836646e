import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpRust } from '../../../src/produce/index.js';
import { parseError } from '../../../src/produce/rust/cargo/metadata.js';
import { gatedHead } from '../../../src/produce/rust/gated-head.js';
import { WORKSPACE } from './read-workspace.js';

describe('what a dump of Rust is asked for', () => {
  let home: string;
  let file: string;

  beforeAll(() => {
    home = mkdtempSync(path.join(tmpdir(), 'rust-inputs-'));
    file = path.join(home, 'file');
    writeFileSync(file, '');
  });
  afterAll(() => {
    rmSync(home, { recursive: true });
  });

  it('is refused before anything runs where there is no package', async () => {
    await expect(dumpRust({ path: home, out: path.join(home, 'dump') })).rejects.toMatchObject({
      code: 'invalid_argument',
      message: `no Cargo.toml: ${home}; name a package's or workspace's folder`,
    });
  });

  it('is refused before anything is compiled where its folder takes no files', async () => {
    const out = path.join(file, 'dump');
    await expect(dumpRust({ path: WORKSPACE, out })).rejects.toMatchObject({
      code: 'invalid_argument',
      message: `folder that takes no files: ${out}; name another with --out`,
    });
  });
});

describe('an error of the compiler', () => {
  const message = (level: string, spans: readonly object[]) =>
    JSON.stringify({
      reason: 'compiler-message',
      message: { level, rendered: `${level}[E1]: wrong\n --> more`, spans },
    });
  const span = { is_primary: true, file_name: 'a.rs', line_start: 3, column_start: 5 };

  it('is told on one line, with its place where it has one', () => {
    expect(parseError(message('error', [{ ...span, is_primary: false }, span]))).toBe(
      'error[E1]: wrong (a.rs:3:5)',
    );
    expect(parseError(message('error', []))).toBe('error[E1]: wrong');
    expect(parseError(message('warning', [span]))).toBe(null);
    expect(parseError('{"reason":"build-finished","success":false}')).toBe(null);
  });
});

describe('the head of what no build compiled', () => {
  const read = (text: string, inside: Parameters<typeof gatedHead>[1] = 'module') => {
    const head = gatedHead(text, inside);
    return head && `${head.descriptor} ${head.visibility ?? '-'}`;
  };

  it('names an item, a part of a type, or an impl, as the compiled one would be', () => {
    expect(read('pub async fn run<T>(x: T) {')).toBe('run(). public');
    expect(read('pub(crate) mod inner;')).toBe('inner/ restricted');
    expect(read('static mut SEEN: u32 = 0;')).toBe('SEEN. private');
    expect(read('pub key: String,', 'struct')).toBe('key. public');
    expect(read('Both { a: u8 },', 'enum')).toBe('Both# -');
    expect(read('Last }', 'enum')).toBe('Last# -');
    expect(read('impl Store {')).toBe('impl#[Store] -');
    expect(read("unsafe impl<'a, T: Copy> fmt::Debug for cell::Cell<'a, T> where T: Copy {")).toBe(
      "impl#[`Cell<'a, T>`][Debug] -",
    );
  });

  it('is none of what has no node of its own', () => {
    for (const text of ['use std::fmt;', 'impl $name {', 'x + 1', '}'])
      expect(read(text)).toBe(null);
    expect(read('a::b => 1', 'struct')).toBe(null);
    expect(read('0 => y,', 'enum')).toBe(null);
  });
});
