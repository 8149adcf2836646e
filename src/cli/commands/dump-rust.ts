import path from 'node:path';
import type { Command } from 'commander';
import type { RustDumpResult } from '../../produce/index.js';
import type { Io } from '../io.js';
import { collect, jsonOption, subcommand } from '../options.js';
import { interruptible } from '../progress.js';

interface RustFlags {
  readonly out: string;
  readonly package?: readonly string[];
  readonly features?: readonly string[];
  readonly allFeatures?: boolean;
  readonly defaultFeatures?: boolean;
  readonly featureSet?: readonly string[];
  readonly workspaceOnly?: boolean;
  readonly offline?: boolean;
  readonly targetDir?: string;
  readonly toolchain?: string;
  readonly repo?: string;
  readonly binary?: readonly string[];
  readonly json?: boolean;
}

export function dumpRustCommand(dump: Command, io: Io): void {
  subcommand(dump, 'rust', 'a Rust package or workspace, with its cargo')
    .argument('<path>', 'a folder with a Cargo.toml, or that file')
    .requiredOption('--out <dir>', 'folder of the dump')
    .option('-p, --package <name>', 'a package of the workspace, all without; may repeat', collect)
    .option('-F, --features <names>', 'features to switch on, as cargo takes them', collect)
    .option('--all-features', 'switch every feature on')
    .option('--no-default-features', 'leave the default features off')
    .option(
      '--feature-set <set>',
      'a whole set of features: default, all, none, or names with commas; repeated, the dump has what any set compiles',
      collect,
    )
    .option('--workspace-only', 'leave the items of dependencies out')
    .option('--offline', 'fetch nothing')
    .option('--target-dir <dir>', "cargo's folder for this; in the user's cache when absent")
    .option('--toolchain <name>', "an installed toolchain, by rustup's name")
    .option(
      '--binary <file>',
      'a program that cargo built of this, for the instances of generic functions; may repeat',
      collect,
    )
    .option('--repo <name>', 'name of the repository that the dump carries')
    .addOption(jsonOption())
    .action(async (source: string, flags: RustFlags) => {
      io.err(
        'mimir: cargo check runs here: it executes the build scripts and procedural macros of the code and its dependencies\n',
      );
      const { dumpRust } = await import('../../produce/index.js');
      const result = await interruptible(io, (task) =>
        dumpRust({
          path: path.resolve(io.cwd, source),
          out: path.resolve(io.cwd, flags.out),
          task,
          featureSets: featureSets(flags),
          ...(flags.package && { packages: flags.package }),
          ...(flags.workspaceOnly === true && { workspaceOnly: true }),
          ...(flags.offline === true && { offline: true }),
          ...(flags.targetDir !== undefined && {
            targetDir: path.resolve(io.cwd, flags.targetDir),
          }),
          ...(flags.toolchain !== undefined && { toolchain: flags.toolchain }),
          ...(flags.repo !== undefined && { repo: flags.repo }),
          ...(flags.binary && { binaries: flags.binary.map((file) => path.resolve(io.cwd, file)) }),
        }),
      );
      for (const warning of result.warnings) io.err(`mimir: ${warning}\n`);
      if (flags.json) {
        const { files: _, ...told } = result;
        io.out(`${JSON.stringify({ ...told, out: flags.out }, null, 2)}\n`);
      } else io.out(summaryOf(result, flags.out));
    });
}

/** Every set as cargo's flags. `--features` and its like are one set; `--feature-set` adds others. */
function featureSets(flags: RustFlags): (readonly string[])[] {
  const own = [
    ...(flags.allFeatures === true ? ['--all-features'] : []),
    ...(flags.defaultFeatures === false ? ['--no-default-features'] : []),
    ...(flags.features ?? []).flatMap((names) => ['--features', names]),
  ];
  const named = (flags.featureSet ?? []).map((set) => {
    if (set === 'default') return [];
    if (set === 'all') return ['--all-features'];
    return ['--no-default-features', ...(set === 'none' ? [] : ['--features', set])];
  });
  return own.length > 0 || named.length === 0 ? [own, ...named] : named;
}

const COLUMNS = [
  'calls',
  'resolved',
  'external',
  'by_value',
  'dispatch',
  'unresolved',
  'projections',
  'projections_untyped',
  'lines',
  'unparsed',
] as const;
const WARN_UNRESOLVED = 0.05;

/** What was read, and how well: one line a package. */
function summaryOf(result: RustDumpResult, out: string): string {
  const { unit, nodes, edges, peakMb, compilations, fresh, seconds } = result;
  // A unit is two files.
  const units = result.files.length / 2;
  const columns =
    result.quality.without_blocks === undefined ? COLUMNS : [...COLUMNS, 'without_blocks' as const];
  const rows = Object.entries(result.packages)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, quality]) => [name, ...columns.map((column) => String(quality[column] ?? 0))]);
  const table = aligned([['package', ...columns], ...rows]);
  const { calls = 0, unresolved = 0 } = result.quality;
  const warning =
    calls > 0 && unresolved / calls > WARN_UNRESOLVED
      ? `calls that no item was found for, the most frequent: ${result.unresolved.slice(0, 3).join('; ')}\n`
      : '';
  return (
    `${unit}: ${compilations} compilations (${fresh} fresh), ${nodes} nodes, ${edges} edges in ${out}; ` +
    `rustc ${result.toolchain}, compiled in ${seconds.compile} s, read in ${seconds.read} s, ` +
    `${units - result.reused.length} of ${units} units written in ${seconds.write} s, ` +
    `peak memory ${peakMb} MB\n${table}${warning}`
  );
}

/** The first column to the left, figures to the right. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows
    .map(
      (row) =>
        `${row.map((text, at) => (at === 0 ? text.padEnd(widths[at]!) : text.padStart(widths[at]!))).join('  ')}\n`,
    )
    .join('');
}
