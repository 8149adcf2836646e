import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { CodedError } from '../task/index.js';
import { packageName, packageRoot } from './locations.js';

/** Wraps compiled code in an async function of `exports`, `require` and the intrinsics, and runs it. */
export type RunCode = (input: {
  readonly name: string;
  readonly code: string;
  readonly map: string;
  readonly exports: object;
  readonly require: (specifier: string) => unknown;
  readonly folder: string;
}) => Promise<void>;

interface LocalModule {
  readonly exports: object;
  readonly modified: number;
  readonly imports: string[];
  done: Promise<void>;
  finished: boolean;
}

const SOURCES = ['.ts', '.tsx', '.mts', '.cts'];
const EXTENSIONS = [...SOURCES, '.js', '.mjs', '.cjs', '.jsx', '.json'];

/**
 * Modules as cells import them: from the folder that they work in, else from this package's own dependencies; plain
 * `require` where it can, `import` where it must; TypeScript files of the user compiled, and read again after a change.
 */
export class HostModules {
  readonly #local = new Map<string, LocalModule>();

  constructor(
    readonly cwd: string,
    readonly runCode: RunCode,
  ) {}

  /** Loads what a static import of the specifier gives to CommonJS code. */
  async load(specifier: string, folder = this.cwd): Promise<unknown> {
    if (isBuiltin(specifier)) return createRequire(import.meta.url)(specifier);
    if (specifier.startsWith('file:')) return this.load(fileURLToPath(specifier), folder);
    if (
      /^\.{0,2}\//.test(specifier) ||
      specifier === '.' ||
      specifier === '..' ||
      path.isAbsolute(specifier)
    ) {
      return this.#loadPath(specifier, folder);
    }
    if (specifier === packageName)
      return import(pathToFileURL(path.join(packageRoot, 'dist', 'session', 'index.js')).href);
    return this.#loadPackage(specifier, folder);
  }

  /** What a dynamic import gives: a namespace. */
  async import(specifier: string, folder = this.cwd): Promise<unknown> {
    const loaded = await this.load(specifier, folder);
    if (typeof loaded === 'object' && loaded !== null && isNamespace(loaded)) return loaded;
    const members = typeof loaded === 'object' || typeof loaded === 'function' ? loaded : {};
    return Object.freeze({ ...members, default: loaded });
  }

  /** Loads the imports of some code, for the synchronous `require` that it then gets. */
  async requireFor(
    imports: readonly string[],
    folder: string,
  ): Promise<(specifier: string) => unknown> {
    const loaded = new Map<string, unknown>();
    for (const specifier of imports) loaded.set(specifier, await this.load(specifier, folder));
    const plain = createRequire(path.join(folder, 'cell.js'));
    return (specifier) => (loaded.has(specifier) ? loaded.get(specifier) : plain(specifier));
  }

  async #loadPath(specifier: string, folder: string): Promise<unknown> {
    const file = resolveFile(path.resolve(folder, specifier));
    if (file === null)
      throw new CodedError('module_not_found', `no such module: ${specifier}; looked in ${folder}`);
    if (!SOURCES.includes(path.extname(file)))
      return required(file, createRequire(path.join(folder, 'cell.js')));
    const module = await this.#loadSource(file);
    return module.exports;
  }

  async #loadSource(file: string): Promise<LocalModule> {
    const known = this.#local.get(file);
    if (known !== undefined && (!known.finished || !this.#changed(file, new Set()))) {
      // Modules that import each other see what is there so far.
      if (known.finished) await known.done;
      return known;
    }
    const { compileModule } = await import('./cell-compile.js');
    const { readShape } = await import('./cell-source.js');
    const text = readFileSync(file, 'utf8');
    const imports = [...readShape(text, file).imports];
    const folder = path.dirname(file);
    const module: LocalModule = {
      exports: {},
      modified: modifiedAt(file),
      imports: [],
      done: Promise.resolve(),
      finished: false,
    };
    this.#local.set(file, module);
    for (const specifier of imports) {
      const target = specifier.startsWith('.')
        ? resolveFile(path.resolve(folder, specifier))
        : null;
      if (target !== null) module.imports.push(target);
    }
    const run = async (): Promise<void> => {
      const { code, map } = compileModule(text, file);
      await this.runCode({
        name: file,
        code,
        map,
        exports: module.exports,
        require: await this.requireFor(imports, folder),
        folder,
      });
    };
    module.done = run();
    try {
      await module.done;
    } catch (error) {
      this.#local.delete(file);
      throw error;
    }
    module.finished = true;
    return module;
  }

  #changed(file: string, seen: Set<string>): boolean {
    if (seen.has(file)) return false;
    seen.add(file);
    const module = this.#local.get(file);
    if (module === undefined) return SOURCES.includes(path.extname(file));
    return (
      module.modified !== modifiedAt(file) ||
      module.imports.some((target) => this.#changed(target, seen))
    );
  }

  async #loadPackage(specifier: string, folder: string): Promise<unknown> {
    const places = [
      path.join(folder, 'cell.js'),
      path.join(this.cwd, 'cell.js'),
      path.join(packageRoot, 'cell.js'),
    ];
    let failure: unknown;
    for (const place of places) {
      try {
        return await required(specifier, createRequire(place), place);
      } catch (error) {
        if (!isMissing(error, specifier)) throw error;
        failure ??= error;
      }
    }
    throw new CodedError(
      'module_not_found',
      `no such package: ${specifier}; install it in ${this.cwd}, or check its name`,
      { cause: failure },
    );
  }
}

async function required(
  specifier: string,
  require: NodeJS.Require,
  place?: string,
): Promise<unknown> {
  try {
    return require(specifier) as unknown;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A graph with top-level await, and a package that only `import` may enter.
    if (
      code !== 'ERR_REQUIRE_ASYNC_MODULE' &&
      code !== 'ERR_REQUIRE_ESM' &&
      code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED'
    )
      throw error;
    const target = path.isAbsolute(specifier) ? pathToFileURL(specifier).href : specifier;
    return asCommonJs(await importFrom(place ?? specifier)(target));
  }
}

/** `import` as a module in the given place would do it. */
function importFrom(place: string): (specifier: string) => Promise<object> {
  return vm.runInThisContext('(specifier) => import(specifier)', {
    filename: pathToFileURL(place).href,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }) as (specifier: string) => Promise<object>;
}

const isNamespace = (value: object): boolean =>
  Object.prototype.toString.call(value) === '[object Module]' || '__esModule' in value;

/** A namespace that the compiler's interop code takes for a converted module. */
function asCommonJs(namespace: object): object {
  const view = Object.defineProperty({}, '__esModule', { value: true });
  for (const name of Object.keys(namespace)) {
    Object.defineProperty(view, name, {
      enumerable: true,
      get: () => (namespace as Record<string, unknown>)[name],
    });
  }
  return view;
}

function isMissing(error: unknown, specifier: string): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND') {
    const name = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
    return message.includes(`'${specifier}'`) || message.includes(`'${name}'`);
  }
  return code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
}

function resolveFile(target: string): string | null {
  const js = /\.([mc]?)js(x?)$/.exec(target);
  const candidates = [
    target,
    ...(js === null
      ? []
      : [target.slice(0, js.index) + `.${js[1]}ts${js[2]}`, target.slice(0, js.index) + '.tsx']),
    ...EXTENSIONS.map((extension) => target + extension),
    ...EXTENSIONS.map((extension) => path.join(target, `index${extension}`)),
  ];
  return candidates.find((file) => existsSync(file) && statSync(file).isFile()) ?? null;
}

const modifiedAt = (file: string): number =>
  statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? -1;
