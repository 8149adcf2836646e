/** An exploration becomes a study: the cells that matter, nothing that should not leave this machine. */
import { access, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, unwritable } from '../dump/index.js';
import { CodedError, InvalidArgument } from '../task/index.js';
import { acceptUpdate, proposeUpdate, type Proposal } from './accept.js';
import type { CellRunner } from './cell-runner.js';
import { studyFile, writeStudy, type StudyFile } from './folder.js';
import { JUPYTER_HEADER, STUDY_FORMAT, type Study, type StudyCell } from './format.js';

/** A cell of a session, with what the engine knows of its names. */
export interface SessionCell {
  readonly kind: 'code' | 'markdown';
  readonly source: string;
  /** Top-level names that it declares and free names that it reads. */
  readonly declares: readonly string[];
  readonly reads: readonly string[];
  /** It pinned a value or ran a lens. */
  readonly matters: boolean;
  /** It ended in an error or was interrupted. */
  readonly failed?: boolean;
}

/**
 * The cells that pins and lens runs depend on: those that matter, and before each the newest declaration of every
 * name that it reads, and so on. Failed cells are never kept; markdown stays with the code cell that follows it.
 */
export function cellsThatMatter(cells: readonly SessionCell[]): SessionCell[] {
  const kept = new Set<number>();
  const keep = (at: number): void => {
    if (kept.has(at)) return;
    kept.add(at);
    for (const name of cells[at]!.reads) {
      const declared = lastDeclaration(cells, name, at);
      if (declared >= 0) keep(declared);
    }
  };
  cells.forEach((cell, at) => {
    if (cell.kind === 'code' && cell.matters && !cell.failed) keep(at);
  });
  return cells.filter((cell, at) => {
    if (cell.kind === 'code') return kept.has(at);
    const next = cells.findIndex((other, place) => place > at && other.kind === 'code');
    return next < 0 || kept.has(next);
  });
}

function lastDeclaration(cells: readonly SessionCell[], name: string, before: number): number {
  for (let at = before - 1; at >= 0; at--) {
    const cell = cells[at]!;
    if (cell.kind === 'code' && !cell.failed && cell.declares.includes(name)) return at;
  }
  return -1;
}

const SECRETS: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: 'private key', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/ },
  { name: 'access key', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/ },
  {
    name: 'token',
    pattern:
      /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|xox[abprs]-[\w-]{10,}|npm_[A-Za-z0-9]{30,}|sk-[\w-]{20,})/,
  },
  { name: 'JSON web token', pattern: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{5,}/ },
  { name: 'password in an address', pattern: /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@'"`]+:[^\s/@'"`]+@/i },
  {
    name: 'secret',
    pattern:
      /\b(?:password|passwd|secret|api_?key|access_?token|auth_?token)\b\s*[:=]\s*['"`][^'"`\s]{6,}['"`]/i,
  },
];

/** A path that begins at the root of this machine, in a text or a comment. */
const ABSOLUTE =
  /(?:^|[\s'"`(=,])((?:\/(?:home|root|Users|tmp|var|opt|mnt|srv|usr|etc|work|data|private|workspace)\/[^\s'"`)]*)|(?:[A-Za-z]:\\[^\s'"`)]+)|(?:file:\/\/\/[^\s'"`)]*))/;

/** Throws `InvalidArgument` naming the line where a cell holds a secret or a path of this machine. */
export function refusePrivate(cells: readonly Pick<StudyCell, 'source'>[]): void {
  cells.forEach((cell, at) => {
    cell.source.split('\n').forEach((line, row) => {
      const place = `cell ${at + 1}, line ${row + 1}`;
      for (const { name, pattern } of SECRETS) {
        if (pattern.test(line)) {
          throw new InvalidArgument(
            `${name} in a study: ${place}; read it from the environment instead`,
          );
        }
      }
      const found = ABSOLUTE.exec(line)?.[1];
      if (found !== undefined) {
        throw new InvalidArgument(
          `absolute path in a study: ${found} (${place}); write it relative to the study`,
        );
      }
    });
  });
}

export interface SaveRequest {
  /** The folder of studies. */
  readonly folder: string;
  readonly name: string;
  readonly title?: string;
  readonly cells: readonly SessionCell[];
  /** Keep every cell, not only those that matter. */
  readonly all?: boolean;
  /** Path of the dump; written relative to the folder. */
  readonly dump?: string;
  readonly overwrite?: boolean;
}

/** The study that a session would be saved as. Throws `InvalidArgument` when nothing in it could be checked later. */
export function studyOfSession(request: SaveRequest): Study {
  const cells = request.all
    ? request.cells.filter((cell) => !cell.failed)
    : cellsThatMatter(request.cells);
  if (!cells.some((cell) => cell.matters)) {
    throw new InvalidArgument(
      `nothing to replay: ${request.name} has no pin and no lens run; run a lens, or pin('name', value)`,
    );
  }
  const kept: StudyCell[] = cells.map(({ kind, source }) => ({ kind, source, metadata: {} }));
  refusePrivate(kept);
  return {
    header: {
      format: STUDY_FORMAT,
      title: request.title ?? request.name,
      ...(request.dump !== undefined && { dump: relativeDump(request.folder, request.dump) }),
    },
    jupyter: JUPYTER_HEADER,
    cells: kept,
  };
}

function relativeDump(folder: string, dump: string): string {
  return path.relative(path.resolve(folder), path.resolve(dump)).split(path.sep).join('/') || '.';
}

/** Saves a session as a study: replays it at once in a fresh engine, so that what is saved is known to replay. */
export async function saveStudy(
  request: SaveRequest,
  runner: CellRunner,
): Promise<{ file: StudyFile; proposal: Proposal }> {
  const file = studyFile(request.folder, request.name);
  const there = await access(file.file).then(
    () => true,
    () => false,
  );
  if (there && !request.overwrite) {
    throw new CodedError(
      'study_exists',
      `study exists: ${file.file}; choose another name, or overwrite it`,
    );
  }
  const study = studyOfSession(request);
  makeFolder(request.folder);
  await writeStudy(file, study).catch((cause: unknown) => {
    throw unwritable(request.folder, cause);
  });
  try {
    const proposal = await proposeUpdate(file, runner);
    await acceptUpdate({ ...proposal, expected: null }, () => true);
    return { file, proposal };
  } catch (error) {
    // What does not replay, or was stopped, leaves its name free.
    if (!there) await rm(file.file, { force: true });
    throw error;
  }
}
