import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { CodedError, InvalidArgument } from '../../task/index.js';

/** A model that gives texts vectors. */
export interface TextModel {
  /** Name of its folder or file, and the first twelve digits of the SHA-256 of its bytes: another model, another space. */
  readonly space: string;
  /** The vector of a text, of length 1. Throws `CodedError` for one without a direction. */
  embed(text: string): Promise<Float32Array>;
  close(): Promise<void>;
}

/** Tokens of a text that are read unless the tokeniser's own bound is lower. */
export const MOST_TOKENS = 512;

const PACKAGES = 'onnxruntime-web @huggingface/tokenizers';

/**
 * Opens a local ONNX model: a file, or a folder with `model.onnx` or `onnx/model.onnx`; `tokenizer.json` beside it or one
 * folder above. It takes `input_ids`, and `attention_mask` and `token_type_ids` where it names them; it gives one vector
 * (`[1, d]`), or one a token (`[1, n, d]`), which are averaged. Nothing is downloaded; one thread, so that the same model
 * gives the same vectors.
 */
export async function openModel(place: string): Promise<TextModel> {
  const file = modelFile(place);
  const bytes = readFileSync(file);
  const encode = await tokeniserOf(file);
  const ort = await needed(() => import('onnxruntime-web'));
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  const session = await ort.InferenceSession.create(bytes).catch((cause: unknown) => {
    throw new InvalidArgument(`model that cannot be read: ${file}; ${firstLine(cause)}`, { cause });
  });
  const unknown = session.inputNames.find((name) => !INPUTS.includes(name));
  if (unknown !== undefined)
    throw new InvalidArgument(`input of the model: ${unknown}; known are ${INPUTS.join(', ')}`);
  const output = OUTPUTS.find((name) => session.outputNames.includes(name));
  return {
    space: `${nameOf(place)}@${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`,
    async embed(text) {
      const ids = encode(text);
      const shape = [1, ids.length];
      const filled = (value: bigint) =>
        new ort.Tensor(
          'int64',
          ids.map(() => value),
          shape,
        );
      const inputs = {
        input_ids: new ort.Tensor('int64', ids, shape),
        attention_mask: filled(1n),
        token_type_ids: filled(0n),
      };
      const asked = Object.fromEntries(
        Object.entries(inputs).filter(([name]) => session.inputNames.includes(name)),
      );
      const answer = await session.run(asked);
      const { data, dims } = answer[output ?? session.outputNames[0]!]!;
      return unitMean(data, dims);
    },
    close: () => session.release(),
  };
}

const INPUTS: readonly string[] = ['input_ids', 'attention_mask', 'token_type_ids'];
/** Outputs that are asked for by name; without one of them the first. */
const OUTPUTS: readonly string[] = ['sentence_embedding', 'last_hidden_state'];

function modelFile(place: string): string {
  if (!existsSync(place)) throw new InvalidArgument(`no such model: ${place}`);
  if (!statSync(place).isDirectory()) return place;
  const found = ['model.onnx', path.join('onnx', 'model.onnx')]
    .map((name) => path.join(place, name))
    .find((file) => existsSync(file));
  if (found === undefined)
    throw new InvalidArgument(`no model in the folder: ${place}; it holds model.onnx`);
  return found;
}

const nameOf = (place: string): string => path.basename(path.resolve(place)).replace(/\.onnx$/, '');

type Encode = (text: string) => BigInt64Array;

async function tokeniserOf(model: string): Promise<Encode> {
  const folder = path.dirname(model);
  const home = [folder, path.dirname(folder)].find((dir) =>
    existsSync(path.join(dir, 'tokenizer.json')),
  );
  if (home === undefined) throw new InvalidArgument(`no tokenizer.json beside the model: ${model}`);
  const { Tokenizer } = await needed(() => import('@huggingface/tokenizers'));
  const config = readJson(path.join(home, 'tokenizer_config.json'));
  const tokenizer = new Tokenizer(readJson(path.join(home, 'tokenizer.json')), config);
  const bound = Number(config['model_max_length'] ?? MOST_TOKENS);
  const most = bound > 0 ? Math.min(bound, MOST_TOKENS) : MOST_TOKENS;
  return (text) => {
    const { ids } = tokenizer.encode(text);
    // The mark that ends a text stays where it is cut.
    const kept = ids.length <= most ? ids : [...ids.slice(0, most - 1), ids[ids.length - 1]!];
    return BigInt64Array.from(kept, BigInt);
  };
}

function readJson(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch (cause) {
    throw new InvalidArgument(`no JSON: ${file}`, { cause });
  }
}

/** The mean of the rows, of length 1. */
function unitMean(data: unknown, dims: readonly number[]): Float32Array {
  if (!(data instanceof Float32Array) || dims.length < 2 || dims.length > 3)
    throw new InvalidArgument(
      `output of the model: shape ${dims.join('×')}; it is floats, [1, d] or [1, n, d]`,
    );
  const dimension = dims[dims.length - 1]!;
  const sums = new Float64Array(dimension);
  data.forEach((value, at) => (sums[at % dimension]! += value));
  const length = Math.hypot(...sums);
  if (!(length > 0 && length < Infinity))
    throw new CodedError('no_direction', 'text whose vector has no direction; another model?');
  return Float32Array.from(sums, (sum) => sum / length);
}

async function needed<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new CodedError(
      'missing_package',
      `packages for models that are not installed: npm i ${PACKAGES}`,
      { cause },
    );
  }
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
