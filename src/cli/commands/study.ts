import path from 'node:path';
import type { Command } from 'commander';
import {
  acceptUpdate,
  driftLines,
  findStudies,
  JUPYTER_HEADER,
  listStudies,
  printStudy,
  proposeUpdate,
  readExpected,
  readStudy,
  replayStudy,
  STUDY_FORMAT,
  studyFile,
  writeStudy,
  type Change,
  type Replay,
  type StudyFile,
} from '../../study/index.js';
import { CodedError, InvalidArgument } from '../../task/index.js';
import type { Io } from '../io.js';
import { dumpOption, jsonOption, subcommand } from '../options.js';
import { withRunner } from '../runner.js';

interface FolderFlag {
  readonly studies: string;
}

export function studyCommand(study: Command, io: Io, done: (exit: number) => void): void {
  const sub = (words: string, summary: string): Command =>
    subcommand(study, words, summary).option('--studies <dir>', 'folder of the studies', 'studies');
  const folderOf = (flags: FolderFlag): string => path.resolve(io.cwd, flags.studies);

  sub('list', 'the studies of a folder')
    .addOption(jsonOption())
    .action(async (flags: FolderFlag & { json?: boolean }) => {
      await list(folderOf(flags), flags.json ?? false, io);
    });
  sub('show', 'print a study and what it expects')
    .argument('<name>')
    .addOption(jsonOption())
    .action(async (name: string, flags: FolderFlag & { json?: boolean }) => {
      const [file] = await findStudies(folderOf(flags), [name]);
      await show(file!, flags.json ?? false, io);
    });
  sub('replay', 'replay studies and compare; every one when none is named')
    .argument('[name...]')
    .addOption(dumpOption())
    .addOption(jsonOption())
    .action(async (names: string[], flags: FolderFlag & { json?: boolean; dump?: string }) => {
      done(await replay(await findStudies(folderOf(flags), names), flags, io));
    });
  sub('update', 'replay a study and accept what changed')
    .argument('<name>')
    .option('--accept-all', 'accept every change without asking')
    .action(async (name: string, flags: FolderFlag & { acceptAll?: boolean }) => {
      const [file] = await findStudies(folderOf(flags), [name]);
      done(await update(file!, flags.acceptAll ?? false, io));
    });
  sub('new', 'begin a study')
    .argument('<name>')
    .option('--title <text>')
    .addOption(dumpOption())
    .action(async (name: string, flags: FolderFlag & { title?: string; dump?: string }) => {
      await begin(studyFile(folderOf(flags), name), flags, io);
    });
}

async function list(folder: string, json: boolean, io: Io): Promise<void> {
  const rows = [];
  for (const file of await listStudies(folder)) {
    const { header, cells } = await readStudy(file);
    const expected = await readExpected(file).catch(() => null);
    const { title, dump = null, lenses = {} } = header;
    rows.push({
      name: file.name,
      title,
      dump,
      lenses,
      cells: cells.length,
      pins: expected?.pins.length ?? 0,
      runs: expected?.runs.length ?? 0,
    });
  }
  if (json) {
    io.out(`${JSON.stringify(rows, null, 2)}\n`);
    return;
  }
  if (rows.length === 0) io.err(`no studies in ${folder}; \`mimir study new NAME\` begins one\n`);
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  for (const { name, title, pins, runs } of rows) {
    io.out(`${name.padEnd(width)}  ${title} (${runs} runs, ${pins} pins)\n`);
  }
}

async function show(file: StudyFile, json: boolean, io: Io): Promise<void> {
  const study = await readStudy(file);
  const expected = await readExpected(file);
  io.out(
    json
      ? `${JSON.stringify({ name: file.name, ...study, expected }, null, 2)}\n`
      : printStudy(study),
  );
}

async function replay(
  files: readonly StudyFile[],
  flags: { readonly json?: boolean; readonly dump?: string },
  io: Io,
): Promise<number> {
  const strict = isCi(io);
  const dump = flags.dump === undefined ? {} : { dump: path.resolve(io.cwd, flags.dump) };
  const replays: Replay[] = [];
  for (const file of files) {
    io.err(`replaying ${file.name}\n`);
    const one = await withRunner((runner) => replayStudy(file, runner, { ...dump, strict }));
    replays.push(one);
    if (!flags.json) io.out(replayText(one, io));
  }
  if (flags.json)
    io.out(
      `${JSON.stringify(
        replays.map(({ milliseconds, ...rest }) => rest),
        null,
        2,
      )}\n`,
    );
  return replays.every(({ ok }) => ok) ? 0 : 1;
}

function replayText(one: Replay, io: Io): string {
  const held = one.findings.filter(({ verdict }) => verdict === 'holds').length;
  const lines = [
    `${one.ok ? '✓' : '✗'} ${one.study}: ${one.title} (${held} of ${one.findings.length} hold)`,
    ...(one.error ? [`  ✗ cell ${(one.error.cell ?? 0) + 1}: ${one.error.message}`] : []),
    ...one.findings
      .filter(({ verdict }) => verdict !== 'holds')
      .flatMap((finding) => driftLines(finding, { width: io.width }).map((line) => `  ${line}`)),
    ...(one.ok ? [] : [`  accept with: mimir study update ${one.study}`]),
  ];
  return `${lines.join('\n')}\n`;
}

const isCi = (io: Io): boolean => !['', 'false', '0', undefined].includes(io.env['CI']);

async function update(file: StudyFile, acceptAll: boolean, io: Io): Promise<number> {
  if (isCi(io)) {
    throw new CodedError(
      'ci_never_writes',
      'update in CI: expectations are accepted by a person; run it where they can be reviewed',
    );
  }
  if (!acceptAll && io.ask === null) {
    throw new InvalidArgument(
      'nobody to ask: stdin is no terminal; review with `mimir study replay`, then use --accept-all',
    );
  }
  const proposal = await withRunner((runner) => proposeUpdate(file, runner));
  if (proposal.changes.length === 0) {
    if (proposal.moved) await acceptUpdate(proposal, () => true);
    const moved = proposal.moved ? '; its record is renewed' : '';
    io.out(`${file.name}: nothing changed${moved}\n`);
    return 0;
  }
  const accepted = new Set<Change>();
  for (const change of proposal.changes) {
    io.out(`${driftLines(change.finding, { width: io.width }).join('\n')}\n`);
    const answer = acceptAll ? 'y' : await io.ask!('accept? [y/N/a(ll)/q(uit)] ');
    if (/^a/i.test(answer)) {
      proposal.changes.forEach((one) => accepted.add(one));
      break;
    }
    if (/^q/i.test(answer)) break;
    if (/^y/i.test(answer)) accepted.add(change);
  }
  await acceptUpdate(proposal, (change) => accepted.has(change));
  io.out(`${file.name}: ${accepted.size} of ${proposal.changes.length} changes accepted\n`);
  return 0;
}

async function begin(
  file: StudyFile,
  flags: { title?: string; dump?: string },
  io: Io,
): Promise<void> {
  const there = await readStudy(file).then(
    () => true,
    () => false,
  );
  if (there)
    throw new CodedError('study_exists', `study exists: ${file.name}; choose another name`);
  const dump =
    flags.dump === undefined
      ? undefined
      : path.relative(file.folder, path.resolve(io.cwd, flags.dump)).split(path.sep).join('/');
  const title = flags.title ?? file.name;
  const { mkdir } = await import('node:fs/promises');
  await mkdir(file.folder, { recursive: true });
  await writeStudy(file, {
    header: { format: STUDY_FORMAT, title, ...(dump !== undefined && { dump }) },
    jupyter: JUPYTER_HEADER,
    cells: [
      { kind: 'markdown', source: `# ${title}`, metadata: {} },
      { kind: 'code', source: 'const run = lens.dsm();\nawait run.finish();', metadata: {} },
    ],
  });
  io.out(`${path.relative(io.cwd, file.file)}\n`);
}
