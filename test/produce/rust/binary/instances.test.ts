import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { needing } from '../../../tools.js';
import { plain, readWorkspace, temporaryFolder } from '../read-workspace.js';

const SOURCE = `#![allow(dead_code)]
pub trait Area {
    fn area(&self) -> f64;
    fn twice(&self) -> f64 { self.area() * 2.0 }
}
pub struct Square<T>(pub T);
impl Area for Square<f64> {
    #[inline(never)]
    fn area(&self) -> f64 { self.0 }
}
impl<T: Copy> Square<T> {
    #[inline(never)]
    pub fn side(&self) -> T { self.0 }
}
#[inline(never)]
fn apply<F: Fn(i32) -> i32, T: Area + ?Sized, const N: usize>(f: F, on: &T) -> i32 {
    f(on.twice() as i32 + N as i32)
}
fn halve(n: i32) -> i32 { n / 2 }
#[inline(never)]
fn unused<T>(_: T) -> i32 { 0 }
fn main() {
    let on = Square(2.0);
    let sum = apply::<_, _, 4>(halve, &on) + apply::<fn(i32) -> i32, dyn Area, 1>(halve, &on);
    std::process::exit(sum + Square(3).side() + Square((1u8, "x")).side().0 as i32);
}
`;

const MINUTES = 60_000;

needing('cargo')('a program that was built', () => {
  const folder = temporaryFolder();
  afterAll(() => {
    folder.remove();
  });

  it(
    'tells which instances of generic functions there are',
    async () => {
      const dir = path.join(folder.dir, 'mono');
      const targetDir = path.join(folder.dir, 'mono-target');
      mkdirSync(path.join(dir, 'src'), { recursive: true });
      writeFileSync(
        path.join(dir, 'Cargo.toml'),
        '[package]\nname = "mono"\nversion = "0.1.0"\nedition = "2021"\n[workspace]\n',
      );
      writeFileSync(path.join(dir, 'src/main.rs'), SOURCE);
      const built = path.join(folder.dir, 'mono-built');
      execFileSync('cargo', ['build', '--offline', '--quiet', '--target-dir', built], {
        cwd: dir,
        env: { ...process.env, RUSTFLAGS: '-Csymbol-mangling-version=v0' },
      });
      const binaries = [path.join(built, 'debug', 'mono')];
      const { nodes, edges } = await readWorkspace({ path: dir, targetDir, binaries });
      const instances = edges
        .filter(({ kind }) => kind === 'INSTANCE_OF')
        .map(({ src, dst }) => `${nodes.get(src)?.name ?? ''} -> ${plain(dst)}`);
      expect(instances.sort()).toEqual([
        '<Square<(u8, &str)>>::side -> mono bin=mono/impl#[Square<T>]side().',
        '<Square<f64> as Area>::twice -> mono bin=mono/Area#twice().',
        '<Square<i32>>::side -> mono bin=mono/impl#[Square<T>]side().',
        'apply::<fn(i32) -> i32, dyn Area, 1> -> mono bin=mono/apply().',
        'apply::<halve, Square<f64>, 4> -> mono bin=mono/apply().',
      ]);
      const kinds = new Set(
        edges.flatMap(({ kind, src }) => (kind === 'INSTANCE_OF' ? [nodes.get(src)?.kind] : [])),
      );
      expect([...kinds]).toEqual(['mono_instance']);
      await expect(
        readWorkspace({ path: dir, targetDir, binaries: [path.join(dir, 'Cargo.toml')] }),
      ).rejects.toMatchObject({ code: 'invalid_argument' });
    },
    5 * MINUTES,
  );
});
