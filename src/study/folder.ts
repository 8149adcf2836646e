/** Studies on disk: `<name>.study.ts` with `<name>.expected.json` beside it. */
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { nearestNames, sortUtf8 } from '../table/index.js';
import { InvalidArgument } from '../task/index.js';
import { parseExpected, printExpected, type Expected } from './expected.js';
import { parseStudy, printStudy, type Study } from './format.js';

const SOURCE = '.study.ts';
const EXPECTED = '.expected.json';

export interface StudyFile {
  readonly name: string;
  readonly folder: string;
  /** Path of `<name>.study.ts`. */
  readonly file: string;
  /** Path of `<name>.expected.json`, which need not exist. */
  readonly expectedFile: string;
}

export function studyFile(folder: string, name: string): StudyFile {
  if (!/^[\w][\w.-]*$/.test(name)) {
    throw new InvalidArgument(
      `no name for a study: ${JSON.stringify(name)}; use letters, digits, - and _`,
    );
  }
  const at = (end: string): string => path.join(folder, name + end);
  return { name, folder, file: at(SOURCE), expectedFile: at(EXPECTED) };
}

/** Every study of a folder, by name; empty where the folder is missing. */
export async function listStudies(folder: string): Promise<StudyFile[]> {
  const entries = await readdir(folder).catch(() => [] as string[]);
  const names = entries
    .filter((entry) => entry.endsWith(SOURCE))
    .map((entry) => entry.slice(0, -SOURCE.length));
  return sortUtf8(names).map((name) => studyFile(folder, name));
}

/**
 * The studies of these names (every one when there are none). A name may be a path to the file. Throws
 * `InvalidArgument` with the nearest name for one that is not there.
 */
export async function findStudies(folder: string, names: readonly string[]): Promise<StudyFile[]> {
  const all = await listStudies(folder);
  if (names.length === 0) return all;
  return names.map((name) => {
    if (name.endsWith(SOURCE)) {
      return studyFile(path.dirname(path.resolve(name)), path.basename(name, SOURCE));
    }
    const found = all.find((study) => study.name === name);
    if (found) return found;
    const [near] = nearestNames(
      name,
      all.map((study) => study.name),
    );
    const known =
      all.length === 0
        ? `no studies in ${folder}`
        : `known: ${all.map((study) => study.name).join(', ')}`;
    throw new InvalidArgument(
      `unknown study: ${name}; ${near === undefined ? known : `did you mean ${near}?`}`,
    );
  });
}

export async function readStudy(study: StudyFile): Promise<Study> {
  const text = await readFile(study.file, 'utf8').catch((error: unknown) => {
    throw new InvalidArgument(`no such study: ${study.file}`, { cause: error });
  });
  return parseStudy(text, path.basename(study.file));
}

/** What was accepted, or null where nothing was yet. */
export async function readExpected(study: StudyFile): Promise<Expected | null> {
  const text = await readFile(study.expectedFile, 'utf8').catch(() => null);
  return text === null ? null : parseExpected(text, path.basename(study.expectedFile));
}

export const writeStudy = (file: StudyFile, study: Study): Promise<void> =>
  writeFileAside(file.file, printStudy(study));

export const writeExpected = (file: StudyFile, expected: Expected): Promise<void> =>
  writeFileAside(file.expectedFile, printExpected(expected));

/** Written aside and renamed: a reader sees the old file or the new one, never half of it. */
export async function writeFileAside(file: string, text: string): Promise<void> {
  const aside = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(aside, text);
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}
