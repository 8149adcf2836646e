import { createRequire } from 'node:module';
import path from 'node:path';
import type TypeScript from 'typescript';
import { InvalidArgument } from '../../task/index.js';
import { readManifest } from './packages.js';

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
    // From 7 on a package has no such script: its manifest says which one it is.
    const version = readManifest(path.resolve(location))?.version;
    if (version !== undefined && !isAccepted(version)) throw wrongVersion(version, location);
    throw new InvalidArgument(
      `compiler that does not load: ${location}; give the folder of a typescript package`,
      {
        cause,
      },
    );
  }
  const version = String(compiler.version ?? 'none');
  if (!isAccepted(version) || typeof compiler.createProgram !== 'function')
    throw wrongVersion(version, location);
  return compiler;
}

function isAccepted(version: string): boolean {
  const major = Number.parseInt(version, 10);
  return major >= 5 && major < 7;
}

function wrongVersion(version: string, location: string): InvalidArgument {
  return new InvalidArgument(
    `compiler version: ${version} at ${location}; use 5.0 or newer, below 7`,
  );
}
