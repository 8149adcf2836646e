import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { needing } from '../../tools.js';
import { plain, readWorkspace, temporaryFolder, type RustFacts } from './read-workspace.js';

/** Statics whose closures name them: right for rustc, until it is told to print those closures. */
const LOOPED = `
pub struct Table {
    pub next: fn() -> &'static Table,
    pub pick: fn(bool) -> &'static Table,
}

pub static ONE: Table = Table {
    next: || step(&ONE),
    pick: |first| if first { &ONE } else { other(&TWO) },
};

pub static TWO: Table = Table {
    next: || &ONE,
    pick: |_| (|| step(&TWO))(),
};

pub fn step(table: &'static Table) -> &'static Table {
    (table.next)()
}

pub fn other(table: &'static Table) -> &'static Table {
    (table.pick)(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_round() {
        static LOCAL: Table = Table {
            next: || step(&LOCAL),
            pick: |_| &LOCAL,
        };
        assert!(std::ptr::eq(other(&LOCAL), &LOCAL));
    }
}
`;

const STUBBORN = `
pub struct Kept {
    pub field: u8,
}

impl Kept {
    pub fn field(&self) -> u8 {
        self.field
    }
}

pub fn given() -> u8 {
    Kept { field: 1 }.field()
}

#[cfg(test)]
pub fn of_tests() {}
`;

/** A compiler that crashes when it is told to write the MIR of `stubborn`. */
const COMPILER = `#!/bin/sh
case "$*" in *'--crate-name stubborn '*-Zdump-mir*)
  echo 'thread rustc panicked' >&2
  printf '%s\\n' '{"$message_type":"diagnostic","level":"error","rend' >&2
  printf '%s\\n' '{"$message_type":"diagnostic","level":"warning","rendered":"warning: it is late"}' >&2
  printf '%s\\n' '{"$message_type":"diagnostic","level":"error","rendered":"error: internal compiler error: no\\nnote: so"}' >&2
  exit 101 ;;
esac
exec rustc "$@"
`;

needing('cargo')('a crate that rustc compiles, but not while it writes MIR', () => {
  const folder = temporaryFolder();
  const targetDir = path.join(folder.dir, 'target');
  let found: RustFacts;

  beforeAll(async () => {
    const members = { looped: LOOPED, stubborn: STUBBORN };
    const workspace = path.join(folder.dir, 'workspace');
    for (const [name, text] of Object.entries(members)) {
      mkdirSync(path.join(workspace, name, 'src'), { recursive: true });
      writeFileSync(
        path.join(workspace, name, 'Cargo.toml'),
        `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n`,
      );
      writeFileSync(path.join(workspace, name, 'src/lib.rs'), text);
    }
    writeFileSync(
      path.join(workspace, 'Cargo.toml'),
      `[workspace]\nresolver = "2"\nmembers = ${JSON.stringify(Object.keys(members))}\n`,
    );
    const rustc = path.join(folder.dir, 'rustc');
    writeFileSync(rustc, COMPILER);
    chmodSync(rustc, 0o755);
    const usual = process.env['RUSTC'];
    process.env['RUSTC'] = rustc;
    try {
      found = await readWorkspace({ path: workspace, targetDir, workspaceOnly: true });
    } finally {
      if (usual === undefined) delete process.env['RUSTC'];
      else process.env['RUSTC'] = usual;
    }
  }, 120_000);
  afterAll(() => {
    folder.remove();
  });

  it('has every body where closures of statics name these, each whole and no other file beside', () => {
    expect(found.lines('CALLS').filter((line) => line.startsWith('looped'))).toEqual([
      'looped ONE. -> looped other(). [direct]',
      'looped ONE. -> looped step(). [direct]',
      'looped TWO. -> looped step(). [direct]',
      'looped other(). -> core ops/function/Fn#call(). [fn-pointer]',
      'looped step(). -> core ops/function/Fn#call(). [fn-pointer]',
      'looped tests/goes_round(). -> looped other(). [direct]',
      'looped tests/goes_round().LOCAL. -> looped step(). [direct]',
    ]);
    expect(found.lines('TESTS')).toEqual([
      'looped tests/goes_round(). -> looped other().',
      'looped tests/goes_round().LOCAL. -> looped step().',
    ]);
    const facts = path.join(targetDir, 'mimir', 'facts');
    for (const stem of readdirSync(facts).filter((name) => name.startsWith('looped')))
      expect(readdirSync(path.join(facts, stem)).sort()).toEqual([
        'looped.json',
        'mir',
        'rustdoc.log',
      ]);
    expect(found.read.quality).toMatchObject({ unparsed: 0, unresolved: 0, bodies_unplaced: 0 });
  });

  it('has its items where rustc writes none, and tells of which compilations, how many functions and why', () => {
    expect(found.node('stubborn Kept#field.').kind).toBe('field');
    expect(found.node('stubborn given().').kind).toBe('fn');
    const blocks = [...found.nodes].filter(([, { kind }]) => kind === 'mir_block');
    const owners = new Set(blocks.map(([id]) => plain(id).replace(/bb.*$/u, '')));
    expect([...owners].filter((owner) => /^stubborn .*\(\)/u.test(owner))).toEqual([]);
    expect([...owners]).toContain('looped step().');
    expect(found.read.quality.without_blocks).toBe(3);
    const told = (name: string): string =>
      `MIR that rustc does not write: stubborn (${name}); functions of that crate without blocks and calls: 3; ` +
      'it stopped with: error: internal compiler error: no';
    expect(found.read.warnings).toEqual([told('lib'), told('lib, its unit tests')]);
  });
});
