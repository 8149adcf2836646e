import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConnection } from '../../src/kernel/connection.js';
import { installKernel, placeOf, uninstallKernel } from '../../src/kernel/index.js';
import { Wire } from '../../src/kernel/message.js';
import { notebookDump } from '../../src/kernel/notebook.js';
import { pointsOf, unitsOf } from '../../src/kernel/offsets.js';

const folder = mkdtempSync(path.join(tmpdir(), 'mimir-parts-'));

describe('a message', () => {
  const wire = new Wire('key');
  const frames = () =>
    new Wire('key').encode(
      wire.message('x_request', { a: 'ä' }, null, {
        identities: [Buffer.from('id')],
        buffers: [Uint8Array.of(1, 2)],
      }),
    );

  it('comes back as it was sent', () => {
    const message = wire.decode(frames());
    expect(message?.content).toEqual({ a: 'ä' });
    expect(message?.header.msg_type).toBe('x_request');
    expect([...message!.buffers[0]!]).toEqual([1, 2]);
    expect(String(message!.identities[0])).toBe('id');
  });

  it('is dropped when any byte of it was changed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 6 }), fc.nat(), (part, at) => {
        const sent = frames().map((frame) => Uint8Array.from(frame));
        const frame = sent[part]!;
        frame[at % frame.length]! ^= 1;
        expect(new Wire('key').decode(sent)).toBeNull();
      }),
      { numRuns: 50 },
    );
  });

  it('is dropped when it is cut', () => {
    for (let length = 0; length < 7; length++)
      expect(wire.decode(frames().slice(0, length))).toBeNull();
  });
});

it('code points and UTF-16 units are turned into each other', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const points = [...text].length;
      expect(pointsOf(text, text.length)).toBe(points);
      expect(unitsOf(text, points)).toBe(text.length);
    }),
  );
  expect(unitsOf('a😀b', 2)).toBe(3);
  expect(pointsOf('a😀b', 3)).toBe(2);
});

describe('a connection file', () => {
  const write = (value: unknown): string => {
    const file = path.join(folder, 'connection.json');
    writeFileSync(file, JSON.stringify(value));
    return file;
  };
  const ports = { shell_port: 1, iopub_port: 2, stdin_port: 3, control_port: 4, hb_port: 5 };

  it.each(['127.0.0.1', 'localhost', '::1', '127.1.2.3'])('on %s is taken', (ip) => {
    expect(readConnection(write({ ...ports, ip })).ip).toBe(ip);
  });

  it.each(['0.0.0.0', '192.168.1.2', '::', 'example.org'])(
    'on %s is refused: other machines would reach it',
    (ip) => {
      expect(() => readConnection(write({ ...ports, ip }))).toThrow(
        `address that other machines reach: ${ip}`,
      );
    },
  );

  it('without a port is refused', () => {
    expect(() => readConnection(write({ ...ports, hb_port: undefined }))).toThrow('no hb_port');
  });
});

describe('an installed kernel', () => {
  it('lies in the place that was said, with its logos, and is taken away again', async () => {
    const place = placeOf({ prefix: path.join(folder, 'prefix') });
    const target = await installKernel(place);
    expect(path.relative(folder, target)).toBe('prefix/share/jupyter/kernels/mimir');
    const spec = JSON.parse(readFileSync(path.join(target, 'kernel.json'), 'utf8')) as {
      argv: string[];
      interrupt_mode: string;
    };
    expect(spec.argv.slice(1)).toEqual([
      '{resource_dir}/launch.mjs',
      path.resolve('.'),
      '{connection_file}',
    ]);
    expect(spec.interrupt_mode).toBe('message');
    expect(readFileSync(path.join(target, 'logo-64x64.png')).subarray(1, 4).toString()).toBe('PNG');
    expect(await installKernel(place)).toBe(target);
    expect(await uninstallKernel(place)).toBe(target);
    expect(await uninstallKernel(place)).toBeNull();
  });

  it('of the user lies in the folder that Jupyter looks in', async () => {
    const target = await installKernel(
      { kind: 'user' },
      { JUPYTER_DATA_DIR: path.join(folder, 'data') },
    );
    expect(path.relative(folder, target)).toBe('data/kernels/mimir');
    const other = await installKernel({ kind: 'user' }, { HOME: path.join(folder, 'home') });
    expect(path.relative(folder, other)).toBe('home/.local/share/jupyter/kernels/mimir');
  });

  it('of the environment lies where its Python says', async () => {
    const target = await installKernel({ kind: 'prefix', prefix: path.join(folder, 'sys') });
    expect(target).toContain(path.join('sys', 'share', 'jupyter'));
    expect(placeOf({ sysPrefix: true })).toEqual({ kind: 'sys-prefix' });
  });

  it('can be in one place only', () => {
    expect(() => placeOf({ user: true, prefix: 'p' })).toThrow('say one of them');
  });

  it('whose package was moved says so, and what to do', async () => {
    const target = await installKernel({ kind: 'prefix', prefix: path.join(folder, 'moved') });
    const { status, stderr } = spawnSync(
      process.execPath,
      [path.join(target, 'launch.mjs'), '/gone/mimir', 'x.json'],
      { encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stderr).toBe(
      'mimir kernel: package that is gone: /gone/mimir; run `mimir kernel install` again where it is now\n',
    );
  });

  it('without a connection file says so in one line', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['kernel/launch.mjs', path.resolve('.'), '/no/such.json'],
      { encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/^mimir kernel: connection file: \/no\/such\.json .*\n$/);
  });
});

it('the dump of a notebook is the one that its metadata names', () => {
  writeFileSync(
    path.join(folder, 'a.ipynb'),
    JSON.stringify({ metadata: { mimir: { dump: '../d' } }, cells: [] }),
  );
  expect(notebookDump({ JPY_SESSION_NAME: path.join(folder, 'a.ipynb') }, '/')).toBe(
    path.resolve(folder, '../d'),
  );
  expect(notebookDump({ JPY_SESSION_NAME: 'sub/a.ipynb' }, folder)).toBe(
    path.resolve(folder, '../d'),
  );
  expect(notebookDump({ JPY_SESSION_NAME: 'none.ipynb' }, folder)).toBeNull();
  expect(notebookDump({}, folder)).toBeNull();
});

it('a kernel needs no compiler: its native part is shipped', () => {
  const built = execFileSync(process.execPath, ['-e', 'require("zeromq"); console.log("loaded")'], {
    encoding: 'utf8',
  });
  expect(built).toBe('loaded\n');
});
