import { spawnSync } from 'node:child_process';
import path from 'node:path';

interface Opinions {
  readonly curves: readonly {
    readonly area: number;
    readonly average: number;
    readonly points: readonly (readonly [floor: number, recall: number, fallOut: number])[];
  }[];
  readonly kappas: readonly number[];
  readonly bandings: readonly (readonly [bands: number, rows: number])[];
}

/** What scikit-learn and datasketch of the tests' own environment say. */
export function secondOpinion(asked: Readonly<Record<string, unknown>>): Opinions {
  const script = path.join(import.meta.dirname, '../python/opinions.py');
  const { status, stdout, stderr } = spawnSync(path.resolve('build/jupyter/bin/python'), [script], {
    input: JSON.stringify(asked),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`python failed: ${stderr}`);
  return JSON.parse(stdout) as Opinions;
}
