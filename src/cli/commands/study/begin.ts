import { access, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  JUPYTER_HEADER,
  notebookOf,
  printNotebook,
  readStudy,
  refusePrivate,
  STUDY_FORMAT,
  studyOfNotebook,
  writeFileAside,
  writeStudy,
  type StudyFile,
} from '../../../study/index.js';
import { CodedError, InvalidArgument } from '../../../task/index.js';
import type { Io } from '../../io.js';
import { relativeTo } from './folder.js';

async function refuseExisting(file: StudyFile): Promise<void> {
  const there = await access(file.file).then(
    () => true,
    () => false,
  );
  if (there)
    throw new CodedError('study_exists', `study exists: ${file.name}; choose another name`);
  await mkdir(file.folder, { recursive: true });
}

/** Writes an empty study that already runs. */
export async function begin(
  file: StudyFile,
  flags: { readonly title?: string; readonly dump?: string },
  io: Io,
): Promise<void> {
  await refuseExisting(file);
  const title = flags.title ?? file.name;
  const dump =
    flags.dump === undefined
      ? undefined
      : relativeTo(file.folder, path.resolve(io.cwd, flags.dump));
  await writeStudy(file, {
    header: { format: STUDY_FORMAT, title, ...(dump !== undefined && { dump }) },
    jupyter: JUPYTER_HEADER,
    cells: [
      { kind: 'markdown', source: `# ${title}`, metadata: {} },
      { kind: 'code', source: 'const run = lens.dsm();\nawait run.finish();', metadata: {} },
    ],
  });
  io.out(`${relativeTo(io.cwd, file.file)}\n`);
}

/** A notebook becomes a study; what a study has no place for is told. */
export async function fromNotebook(notebook: string, file: StudyFile, io: Io): Promise<void> {
  await refuseExisting(file);
  const text = await readFile(path.resolve(io.cwd, notebook), 'utf8').catch((cause: unknown) => {
    throw new InvalidArgument(`unreadable notebook: ${notebook}`, { cause });
  });
  const { study, dropped } = studyOfNotebook(text, notebook);
  refusePrivate(study.cells);
  await writeStudy(file, study);
  for (const line of dropped) io.err(`dropped: ${line}\n`);
  io.out(`${relativeTo(io.cwd, file.file)}\n`);
}

/** A study becomes a notebook without outputs. */
export async function toNotebook(file: StudyFile, out: string | undefined, io: Io): Promise<void> {
  const target = path.resolve(io.cwd, out ?? `${file.name}.ipynb`);
  await writeFileAside(target, printNotebook(notebookOf(await readStudy(file))));
  io.out(`${relativeTo(io.cwd, target)}\n`);
}
