import { readSources, sourceRoot, type SourceText } from '../../facts/index.js';
import type { Task } from '../../task/index.js';
import { readTypeScript, type TypeScriptSource } from '../../text/index.js';

/** A source file with what the judges read of it. */
export interface ParsedFile extends SourceText {
  readonly parsed: TypeScriptSource;
}

export interface ParsedSources {
  readonly root: string;
  readonly files: readonly ParsedFile[];
  /** Files that could not be read as text. */
  readonly skipped: number;
}

const CODE = /\.[cm]?[jt]sx?$/;
const GENERATED = /(^|\/)(generated|vendor|fixtures)\/|\.min\.js$|\.d\.[cm]?ts$/;

export const isCode = (file: string): boolean => CODE.test(file) && !GENERATED.test(file);

/** Every TypeScript and JavaScript file below `src`, parsed. Generated files and declaration files are left out. */
export async function parseSources(src: string, task: Task): Promise<ParsedSources> {
  const root = await sourceRoot(src);
  const { files, skipped } = await readSources(root, isCode, task);
  const parsed = files.map((file, i) => {
    task.check('parsing sources');
    task.progress('parsing sources', i, files.length);
    return { ...file, parsed: readTypeScript(file.path, file.text) };
  });
  return { root, files: parsed, skipped };
}

/** Whether a path holds tests. */
export const isTestPath = (file: string): boolean =>
  /(^|\/)(tests?|__tests__|spec)\/|\.(test|spec)\.[cm]?[jt]sx?$/.test(file);

/** The folder of a path; `.` for the root. */
export function folderOf(file: string): string {
  const cut = file.lastIndexOf('/');
  return cut < 0 ? '.' : file.slice(0, cut);
}
