import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openModel } from '../../../src/calibrate/index.js';
import { lookupModel, writeModel } from './tiny-model.js';

const root = mkdtempSync(path.join(tmpdir(), 'mimir-model-'));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const WORDS = ['unknown', 'read', 'write', 'file'];
const TABLE = [
  [0, 0, 1],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 3],
];
const at = (name: string): string => path.join(root, name);

describe('a local model', () => {
  it('gives the mean of the vectors of the tokens, of length 1', async () => {
    const model = await openModel(writeModel(at('tiny'), WORDS, TABLE));
    expect([...(await model.embed('read'))]).toEqual([1, 0, 0]);
    const [x, y, z] = await model.embed('Read File');
    expect(x! * x! + y! * y! + z! * z!).toBeCloseTo(1, 6);
    expect([y, z! / x!]).toEqual([0, expect.closeTo(3, 5) as number]);
    expect([...(await model.embed('never seen'))]).toEqual([0, 0, 1]);
    await model.close();
  });

  it('is a space by its name and its bytes: other weights are another space', async () => {
    const one = await openModel(writeModel(at('spaces/m'), WORDS, TABLE));
    const two = await openModel(writeModel(at('spaces/n'), WORDS, TABLE.toReversed()));
    expect(one.space).toMatch(/^m@[0-9a-f]{12}$/);
    expect(two.space.split('@')[1]).not.toBe(one.space.split('@')[1]);
    expect((await openModel(at('spaces/m'))).space).toBe(one.space);
  });

  it('reads no more tokens than its tokeniser says, and keeps the last one', async () => {
    const folder = writeModel(at('short'), WORDS, TABLE);
    writeFileSync(path.join(folder, 'tokenizer_config.json'), '{"model_max_length": 2}');
    const model = await openModel(folder);
    expect(await model.embed('read write write write write read')).toEqual(
      await model.embed('read read'),
    );
  });

  it('is refused in a line that names the file: no model, no tokeniser, no ONNX, an unknown input', async () => {
    const folder = writeModel(at('broken'), WORDS, TABLE);
    await expect(openModel(at('nowhere'))).rejects.toThrow(/^no such model: .*nowhere$/);
    await expect(openModel(root)).rejects.toThrow(
      /^no model in the folder: .*; it holds model.onnx$/,
    );
    writeFileSync(path.join(folder, 'model.onnx'), 'no protocol buffer');
    await expect(openModel(folder)).rejects.toThrow(
      /^model that cannot be read: .*model.onnx; [^\n]+$/,
    );
    writeFileSync(path.join(folder, 'model.onnx'), lookupModel(TABLE, 'pixels'));
    await expect(openModel(folder)).rejects.toThrow(
      'input of the model: pixels; known are input_ids',
    );
    rmSync(path.join(folder, 'tokenizer.json'));
    await expect(openModel(folder)).rejects.toThrow(/^no tokenizer.json beside the model: /);
  });
});
