import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { InvalidArgument } from '../../task/index.js';
import type { Compiler, TS } from './compiler.js';
import { Members } from './members.js';
import { brokenManifests, readManifest } from './packages.js';
import { isReadable, lostFiles, surveyOf } from './survey.js';
import { workspaceFolders } from './workspaces.js';

/** One program to make: its root files and options. */
export interface Project {
  readonly files: readonly string[];
  readonly options: TS.CompilerOptions;
  /** Absent for a bare folder. */
  readonly config?: string;
}

export interface Projects {
  /** Absolute folder that every `file` of the dump is relative to: the nearest one with a package.json. */
  readonly root: string;
  readonly projects: readonly Project[];
  /** Of a workspace. */
  readonly members: Members;
  /** Endings of component files that hold code and are not read, with their number. */
  readonly notRead: ReadonlyMap<string, number>;
  /** What is wrong with a tsconfig that was read all the same: one line each. */
  readonly faults: readonly string[];
}

const SOURCES = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
const NOT_SOURCES = ['**/node_modules/**', '**/.git/**', '**/*.min.js', '**/bower_components/**'];

/** Reading never emits, and never asks for what only emitting needs. */
const READ_ONLY: TS.CompilerOptions = {
  noEmit: true,
  skipLibCheck: true,
  composite: false,
  incremental: false,
  declaration: false,
  declarationMap: false,
  emitDeclarationOnly: false,
  disableSizeLimit: true,
  traceResolution: false,
};

/** What `target` (a tsconfig, or a folder with or without one) asks to be read. */
export function findProjects(ts: Compiler, target: string): Projects {
  const absolute = slashes(path.resolve(target));
  if (!existsSync(absolute))
    throw new InvalidArgument(`path that is not there: ${target}; give a tsconfig or a folder`);
  const isFolder = statSync(absolute).isDirectory();
  if (!isFolder && !absolute.endsWith('.json')) {
    throw new InvalidArgument(`path that is no project: ${target}; give a tsconfig or a folder`);
  }
  if (!isReadable(absolute))
    throw new InvalidArgument(`path that cannot be read: ${target}; ask for leave to read it`);
  const folder = isFolder ? absolute : path.posix.dirname(absolute);
  const root = packageRoot(folder);
  const config = isFolder ? configIn(absolute) : absolute;
  const configs = new Configs(ts, root);
  const members = isFolder
    ? workspaceFolders(absolute).filter((member) => member !== absolute)
    : [];
  const projects = config
    ? configs.read(config)
    : [bareFolder(ts, folder, root, members)].filter(({ files }) => files.length > 0);
  for (const member of members) {
    const own = configIn(member);
    projects.push(...(own ? configs.read(own) : [bareFolder(ts, member, member)]));
  }
  if (projects.every((project) => project.files.length === 0)) {
    throw new InvalidArgument(
      `folder without TypeScript or JavaScript sources: ${target}; give one that has some`,
    );
  }
  const { notRead, closed } = surveyOf(folder);
  const files = [...new Set(projects.flatMap((project) => project.files))];
  const faults = [
    ...configs.faults,
    ...brokenManifests([root, folder, ...members]),
    ...lostFiles('folders', closed),
    ...lostFiles(
      'source files',
      files.filter((file) => !isReadable(file)),
    ),
  ];
  return { root, projects, members: new Members(members), notRead, faults };
}

/** Diagnostics that say no more than that a tsconfig names no file, as one that only lists references does. */
const NAMES_NO_FILE = new Set([18002, 18003]);

class Configs {
  readonly faults: string[] = [];
  readonly #seen = new Set<string>();

  constructor(
    private readonly ts: Compiler,
    private readonly root: string,
  ) {}

  /** A tsconfig and, where it lists project references, those too; each once. */
  read(config: string): Project[] {
    const { ts } = this;
    const projects: Project[] = [];
    const visit = (asked: string): void => {
      const file =
        existsSync(asked) && statSync(asked).isDirectory()
          ? path.posix.join(asked, 'tsconfig.json')
          : asked;
      if (this.#seen.has(file) || !existsSync(file)) return;
      this.#seen.add(file);
      const parsed = ts.getParsedCommandLineOfConfigFile(file, READ_ONLY, {
        ...ts.sys,
        onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
          this.#refuse(file, diagnostic);
        },
      });
      if (!parsed) return;
      const { error } = ts.readConfigFile(file, (name) => ts.sys.readFile(name));
      this.#judge(file, error ? [error, ...parsed.errors] : parsed.errors, file === config);
      if (parsed.fileNames.length > 0) {
        projects.push({
          files: parsed.fileNames.map(slashes),
          options: {
            ...this.#withNode(file, withTypes(ts, parsed.options), parsed.fileNames),
            ...READ_ONLY,
            // Where nothing is said of it, a jsconfig reads scripts of packages too.
            ...(path.posix.basename(file) === 'jsconfig.json' && { maxNodeModuleJsDepth: 0 }),
          },
          config: file,
        });
      }
      for (const reference of parsed.projectReferences ?? []) visit(slashes(reference.path));
    };
    visit(config);
    return projects;
  }

  /** A project that asks for Node's types and has none, and one of scripts alone, is read with the workbench's own. */
  #withNode(
    config: string,
    options: TS.CompilerOptions,
    files: readonly string[],
  ): TS.CompilerOptions {
    const dir = path.posix.dirname(config);
    if (installed(dir, '@types/node')) return options;
    const { types } = options;
    const isOpen = types === undefined || types.includes('*');
    const asks =
      (types ?? []).includes('node') ||
      (isOpen &&
        ([dir, this.root].some((at) => asksFor(at, '@types/node')) ||
          files.every((name) => isScript(name))));
    const all = types ?? allTypes(this.ts, options, dir);
    return asks ? { ...options, types: [...all, bundledNodeTypes()] } : options;
  }

  /** The compiler reads on behind any fault; options that are lost so turn what they resolve into `any`. */
  #judge(file: string, errors: readonly TS.Diagnostic[], isAsked: boolean): void {
    for (const error of errors) {
      if (NAMES_NO_FILE.has(error.code)) continue;
      const isSyntax = error.code < 2000;
      if (isSyntax && isAsked) this.#refuse(file, error);
      const where = error.file?.fileName ?? file;
      const told = `tsconfig that is read in part: ${where}; ${this.#text(error)}`;
      // What many extend is read with each of them.
      if (!this.faults.includes(told)) this.faults.push(told);
    }
  }

  #refuse(file: string, diagnostic: TS.Diagnostic): never {
    const where = diagnostic.file?.fileName ?? file;
    throw new InvalidArgument(`tsconfig that does not parse: ${where}; ${this.#text(diagnostic)}`);
  }

  #text({ messageText, start, file }: TS.Diagnostic): string {
    const text = this.ts.flattenDiagnosticMessageText(messageText, ' ');
    if (file === undefined || start === undefined) return text;
    return `line ${file.getLineAndCharacterOfPosition(start).line + 1}: ${text}`;
  }
}

/** The tsconfig of a folder; of scripts alone it may be a jsconfig. */
function configIn(folder: string): string | undefined {
  return ['tsconfig.json', 'jsconfig.json']
    .map((name) => path.posix.join(folder, name))
    .find((file) => existsSync(file));
}

/** A folder without tsconfig: all its sources but those of a workspace's members, under options that most code of today resolves with. */
function bareFolder(
  ts: Compiler,
  folder: string,
  root: string,
  members: readonly string[] = [],
): Project {
  const found = ts.sys.readDirectory(folder, SOURCES, NOT_SOURCES, ['**/*']).map(slashes);
  const files = withoutBuildOutput(
    found.filter((file) => !members.some((member) => file.startsWith(`${member}/`))),
  );
  const conditions = sourceConditions(root);
  const types = ownTypes(root);
  const asked = types.length > 0 ? types : allTypes(ts, {}, root);
  const options: TS.CompilerOptions = {
    ...READ_ONLY,
    allowJs: true,
    checkJs: files.some((file) => isScript(file)),
    maxNodeModuleJsDepth: 0,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    esModuleInterop: true,
    resolveJsonModule: true,
    experimentalDecorators: true,
    jsx: ts.JsxEmit.Preserve,
    strict: files.some((file) => !isScript(file)),
    ...(conditions.length > 0 && { customConditions: conditions }),
    ...(types.length > 0 && { types }),
    // Scripts of Node that nobody has typed still call Node.
    ...(lacksNodeTypes(files, root) && { types: [...asked, bundledNodeTypes()] }),
  };
  return { files, options: withTypes(ts, options) };
}

/**
 * Since 6.0 `types` defaults to none, so that a project written for 5.x would lose `@types/node` and with it the
 * types of every built-in module.
 */
function withTypes(ts: Compiler, options: TS.CompilerOptions): TS.CompilerOptions {
  if (options.types !== undefined || Number.parseInt(ts.version, 10) < 6) return options;
  return { ...options, types: ['*'] };
}

/** What takes in all the types that are installed: before 6.0 there is no word for them. */
function allTypes(ts: Compiler, options: TS.CompilerOptions, dir: string): string[] {
  if (Number.parseInt(ts.version, 10) >= 6) return ['*'];
  return ts.getAutomaticTypeDirectiveNames(options, { ...ts.sys, getCurrentDirectory: () => dir });
}

/** Scripts alone, with no types of Node's modules in reach. */
const lacksNodeTypes = (files: readonly string[], root: string): boolean =>
  files.every((file) => isScript(file)) && !installed(root, '@types/node');

const bundledNodeTypes = (): string =>
  path.dirname(createRequire(import.meta.url).resolve('@types/node/package.json'));

/** The `@types` that the package itself asks for, so that what else is installed nearby has no say. */
function ownTypes(root: string): string[] {
  return Object.keys(askedOf(root))
    .filter((name) => name.startsWith('@types/') && installed(root, name))
    .map((name) => name.slice('@types/'.length))
    .sort();
}

function askedOf(dir: string): Readonly<Record<string, string>> {
  const manifest = readManifest(dir);
  return {
    ...manifest?.dependencies,
    ...manifest?.peerDependencies,
    ...manifest?.devDependencies,
  };
}

const asksFor = (dir: string, name: string): boolean => Object.hasOwn(askedOf(dir), name);

function installed(from: string, name: string): boolean {
  for (let dir = from; ; dir = path.posix.dirname(dir)) {
    if (existsSync(path.posix.join(dir, 'node_modules', name, 'package.json'))) return true;
    if (path.posix.dirname(dir) === dir) return false;
  }
}

/** Conditions under which the package's `exports` name its TypeScript sources, so that its self-imports reach them. */
function sourceConditions(root: string): string[] {
  const found = new Set<string>();
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (/(?<!\.d)\.[cm]?tsx?$/u.test(value) && key !== '' && !key.startsWith('.')) found.add(key);
    } else if (typeof value === 'object' && value !== null) {
      for (const [inner, next] of Object.entries(value)) visit(next, inner);
    }
  };
  visit(readManifest(root)?.exports, '');
  return [...found]
    .filter((name) => !['default', 'import', 'require', 'types'].includes(name))
    .sort();
}

/**
 * A package that ships both its sources and what was compiled from them is read once: with TypeScript present, a
 * script or declaration that has a compiled twin beside it is output. Without, declarations that sit beside a
 * script are left to it.
 */
function withoutBuildOutput(files: readonly string[]): string[] {
  const present = new Set(files);
  const hasTypeScript = files.some((file) => !isScript(file) && !isDeclaration(file));
  const twin = (file: string): boolean =>
    isDeclaration(file)
      ? scriptTwins(file).some((name) => present.has(name))
      : declarationTwins(file).some((name) => present.has(name));
  return files.filter((file) => {
    if (hasTypeScript) return !(isScript(file) || isDeclaration(file)) || !twin(file);
    return !isDeclaration(file) || !twin(file);
  });
}

export function isDeclaration(file: string): boolean {
  return /\.d(\.[^./]+)?\.[cm]?ts$/u.test(file);
}

export function isScript(file: string): boolean {
  return /\.[cm]?jsx?$/u.test(file);
}

function declarationTwins(script: string): string[] {
  const stem = script.replace(/\.[cm]?jsx?$/u, '');
  return [`${stem}.d.ts`, `${stem}.d.mts`, `${stem}.d.cts`];
}

export function scriptTwins(declaration: string): string[] {
  const stem = declaration.replace(/\.d\.[cm]?ts$/u, '');
  return [`${stem}.js`, `${stem}.mjs`, `${stem}.cjs`, `${stem}.jsx`];
}

/** The nearest folder with a named manifest, but not beyond the repository or workspace that the folder is in. */
function packageRoot(folder: string): string {
  for (let dir = folder; ; dir = path.posix.dirname(dir)) {
    const manifest = readManifest(dir);
    if (manifest?.name !== undefined) return dir;
    const isLast = path.posix.dirname(dir) === dir;
    if (isLast || manifest?.workspaces !== undefined || OUTERMOST.some((name) => isIn(dir, name)))
      return manifest ? dir : folder;
  }
}

/** What a package within another one does not have of its own. */
const OUTERMOST = [
  ...['.git', 'pnpm-workspace.yaml', 'pnpm-lock.yaml'],
  ...['package-lock.json', 'yarn.lock', 'bun.lock'],
];

const isIn = (dir: string, name: string): boolean => existsSync(path.posix.join(dir, name));

export function slashes(file: string): string {
  return file.replaceAll('\\', '/');
}
