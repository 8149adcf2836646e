import { Option, type Command } from 'commander';
import { availableParallelism } from 'node:os';
import { findStudies, studyFile, type StudyFile } from '../../../study/index.js';
import { InvalidArgument } from '../../../task/index.js';
import type { Io } from '../../io.js';
import { dumpOption, jsonOption, subcommand } from '../../options.js';
import { begin, fromNotebook, toNotebook } from './begin.js';
import { folderOf, type FolderFlag } from './folder.js';
import { list } from './list.js';
import { replay, type ReplayFlags } from './replay.js';
import { gallery, show, type ShowFlags } from './show.js';
import { update } from './update.js';

/** More than one job a core only makes each slower. */
const JOBS = Math.max(1, Math.min(4, availableParallelism()));

function jobsOption(): Option {
  return new Option('--jobs <n>', 'studies replayed at a time').default(JOBS).argParser((text) => {
    const jobs = Number(text);
    if (!Number.isSafeInteger(jobs) || jobs < 1)
      throw new InvalidArgument(`jobs: ${text}; it takes a number from 1`);
    return jobs;
  });
}

export function studyCommand(study: Command, io: Io, done: (exit: number) => void): void {
  const sub = (words: string, summary: string): Command =>
    subcommand(study, words, summary).option('--studies <dir>', 'folder of the studies', 'studies');
  const named = async (name: string, flags: FolderFlag): Promise<StudyFile> =>
    (await findStudies(folderOf(flags, io), [name]))[0]!;

  sub('list', 'the studies of a folder')
    .addOption(jsonOption())
    .action((flags: FolderFlag & { json?: boolean }) =>
      list(folderOf(flags, io), flags.json ?? false, io),
    );

  sub('show', 'print a study, or make a page of it')
    .argument('<name>')
    .addOption(jsonOption())
    .option('--html', 'a page with tables and charts')
    .option('--markdown', 'the same as Markdown')
    .option('--out <file>', 'write it there instead of printing it')
    .option('--no-run', 'show what is expected, without running the cells')
    .action(async (name: string, flags: FolderFlag & ShowFlags) =>
      show(await named(name, flags), flags, io),
    );

  sub('gallery', 'a page a study, and one that lists them; every study when none is named')
    .argument('[name...]')
    .requiredOption('--out <dir>', 'folder of the pages')
    .option('--title <text>', 'title of the list', 'Studies')
    .action(async (names: string[], flags: FolderFlag & { out: string; title: string }) =>
      gallery(await findStudies(folderOf(flags, io), names), flags.title, flags.out, io),
    );

  sub('replay', 'replay studies and compare; every one when none is named')
    .argument('[name...]')
    .option('--dump <path>', 'another dump: only laws and thresholds are compared there')
    .addOption(jsonOption())
    .option('--junit <file>', 'write the verdicts as JUnit XML too')
    .option('--github', 'annotate the failing lines for GitHub, on stderr')
    .addOption(jobsOption())
    .action(async (names: string[], flags: FolderFlag & ReplayFlags) => {
      done(await replay(await findStudies(folderOf(flags, io), names), flags, io));
    });

  sub('update', 'replay a study and accept what changed')
    .argument('<name>')
    .option('--accept-all', 'accept every change without asking')
    .action(async (name: string, flags: FolderFlag & { acceptAll?: boolean }) => {
      done(await update(await named(name, flags), flags.acceptAll ?? false, io));
    });

  sub('new', 'begin a study')
    .argument('<name>')
    .option('--title <text>')
    .addOption(dumpOption())
    .action((name: string, flags: FolderFlag & { title?: string; dump?: string }) =>
      begin(studyFile(folderOf(flags, io), name), flags, io),
    );

  sub('from-notebook', 'make a study of a Jupyter notebook')
    .argument('<notebook>')
    .option('--name <name>', "the study's name; the notebook's unless said")
    .action((notebook: string, flags: FolderFlag & { name?: string }) => {
      const name = flags.name ?? notebook.replace(/^.*[\\/]/, '').replace(/\.ipynb$/, '');
      return fromNotebook(notebook, studyFile(folderOf(flags, io), name), io);
    });

  sub('to-notebook', 'make a Jupyter notebook of a study')
    .argument('<name>')
    .option('--out <file>', 'NAME.ipynb here unless said')
    .action(async (name: string, flags: FolderFlag & { out?: string }) =>
      toNotebook(await named(name, flags), flags.out, io),
    );
}
