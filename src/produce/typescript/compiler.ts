import { createRequire } from 'node:module';
import path from 'node:path';
import type TypeScript from 'typescript';
import { InvalidArgument } from '../../task/index.js';

export type Compiler = typeof TypeScript;
export type { default as TS } from 'typescript';

const requireHere = createRequire(import.meta.url);

/**
 * The compiler whose API reads the sources: the project's own when `location` names one (a package folder or its
 * `typescript.js`), else the bundled one. Accepted: 5.0 up to, not including, 7 (which has no such API).
 */
export function loadCompiler(location?: string): Compiler {
  if (location === undefined) return requireHere('typescript') as Compiler;
  let compiler: Compiler;
  try {
    compiler = requireHere(path.resolve(location)) as Compiler;
  } catch (cause) {
    throw new InvalidArgument(
      `compiler that does not load: ${location}; give the folder of a typescript package`,
      {
        cause,
      },
    );
  }
  const version = String(compiler.version ?? 'none');
  const major = Number.parseInt(version, 10);
  if (!(major >= 5 && major < 7) || typeof compiler.createProgram !== 'function') {
    throw new InvalidArgument(
      `compiler version: ${version} at ${location}; use 5.0 or newer, below 7`,
    );
  }
  return compiler;
}
