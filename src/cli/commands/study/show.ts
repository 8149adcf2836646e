import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import {
  printStudy,
  readExpected,
  readStudy,
  runStudy,
  writeFileAside,
  type Study,
  type StudyFile,
} from '../../../study/index.js';
import { CodedError } from '../../../task/index.js';
import {
  galleryHtml,
  galleryMarkdown,
  studyHtml,
  studyMarkdown,
  type GalleryEntry,
  type StudyView,
} from '../../../view/index.js';
import type { Io } from '../../io.js';
import { withRunner } from '../../runner.js';
import { relativeTo } from './folder.js';

export interface ShowFlags {
  readonly json?: boolean;
  readonly html?: boolean;
  readonly markdown?: boolean;
  readonly out?: string;
  readonly run: boolean;
}

/** A study as its text, as JSON, or as a page with what its cells show. */
export async function show(file: StudyFile, flags: ShowFlags, io: Io): Promise<void> {
  const text = await textOf(file, flags, io);
  if (flags.out === undefined) io.out(text);
  else await writeFileAside(path.resolve(io.cwd, flags.out), text);
}

async function textOf(file: StudyFile, flags: ShowFlags, io: Io): Promise<string> {
  if (flags.html) return studyHtml(await viewOf(file, flags.run, io));
  if (flags.markdown) return studyMarkdown(await viewOf(file, flags.run, io));
  const study = await readStudy(file);
  if (!flags.json) return printStudy(study);
  return `${JSON.stringify({ name: file.name, ...study, expected: await readExpected(file) }, null, 2)}\n`;
}

/** With `run`, what each cell shows now; without, what is expected of it. */
async function viewOf(file: StudyFile, run: boolean, io: Io): Promise<StudyView> {
  const study = await readStudy(file);
  const expected = await readExpected(file);
  if (!run) return { name: file.name, study, expected };
  const outcome = await withRunner(io, file.name, (runner) =>
    runStudy(file, study, runner, { show: true }),
  );
  if (outcome.error) {
    const { cell, message } = outcome.error;
    throw new CodedError(
      'study_failed',
      `study failed: ${file.name}, cell ${cell + 1}: ${message}`,
      { exitCode: 1 },
    );
  }
  return { name: file.name, study, expected, outputs: byCell(study, outcome.shown ?? []) };
}

function byCell(
  study: Study,
  shown: NonNullable<StudyView['outputs']>,
): NonNullable<StudyView['outputs']> {
  let code = 0;
  return study.cells.map(({ kind }) => {
    if (kind !== 'code') return null;
    code += 1;
    return shown[code - 1] ?? null;
  });
}

/** A page a study and one that lists them, as HTML and as Markdown. */
export async function gallery(
  files: readonly StudyFile[],
  title: string,
  out: string,
  io: Io,
): Promise<void> {
  const folder = path.resolve(io.cwd, out);
  await mkdir(folder, { recursive: true });
  const entries: GalleryEntry[] = [];
  for (const file of files) {
    io.err(`running ${file.name}\n`);
    const view = await viewOf(file, true, io);
    await writeFileAside(path.join(folder, `${file.name}.html`), studyHtml(linkedTo(view, 'html')));
    await writeFileAside(path.join(folder, `${file.name}.md`), studyMarkdown(linkedTo(view, 'md')));
    entries.push({ ...view, href: `${file.name}.html` });
  }
  await writeFileAside(path.join(folder, 'index.html'), galleryHtml(title, entries));
  const pages = entries.map((entry) => ({ ...entry, href: entry.href.replace(/html$/, 'md') }));
  await writeFileAside(path.join(folder, 'README.md'), galleryMarkdown(title, pages));
  io.out(`${relativeTo(io.cwd, folder)}\n`);
}

/** In a gallery, a link from one study's text to another leads to its page. */
function linkedTo(view: StudyView, extension: string): StudyView {
  const cells = view.study.cells.map((cell) =>
    cell.kind === 'markdown'
      ? {
          ...cell,
          source: cell.source.replace(/\]\(([\w.-]+)\.study\.ts\)/g, `]($1.${extension})`),
        }
      : cell,
  );
  return { ...view, study: { ...view.study, cells } };
}
