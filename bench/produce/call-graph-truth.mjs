/**
 * Scores the producer's CALLS against published call graphs of small programs.
 *
 *   node bench/produce/call-graph-truth.mjs names DIR          folders with main.js and callgraph.json (SWARM-JS)
 *   node bench/produce/call-graph-truth.mjs places DIR         x.js with x.json beside it: functions by place (Jelly)
 *   … --other DIR     another tool's graphs to score by the same rules: for each case a JSON of functions by place
 *   … --list          each edge missed and each edge too many
 *
 * A closure is its writer's own, in the dump as in this score: on both sides an edge runs between functions that have a
 * name (or the module), and what a function does within itself is no edge. `recall`: of the true edges, how many are
 * found; `precision`: of the edges found from functions that the truth knows to run, how many are true.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { readTypeScript } from '../../dist/produce/index.js';

const [form, dir, ...flags] = process.argv.slice(2);
const list = flags.includes('--list');
const other = flags.includes('--other') ? flags[flags.indexOf('--other') + 1] : undefined;
if (!['names', 'places'].includes(form) || !dir) {
  console.error(
    'usage: node bench/produce/call-graph-truth.mjs names|places DIR [--other DIR] [--list]',
  );
  process.exit(2);
}

/** One analysed program: its functions, by the place where they end and by what the dump calls them. */
class Program {
  constructor(root, files) {
    this.root = root;
    this.files = new Map(
      files.map((file) => {
        const text = readFileSync(path.join(root, file), 'utf8');
        return [file, ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)];
      }),
    );
    this.nodes = [];
    this.edges = [];
  }

  async read(target) {
    await readTypeScript(
      { path: target },
      { node: (fact) => this.nodes.push(fact), edge: (fact) => this.edges.push(fact) },
    );
    const base = packageRoot(target);
    this.byId = new Map();
    for (const node of this.nodes) {
      if (!['fn', 'method', 'module', 'class'].includes(node.kind) || node.defined === false)
        continue;
      this.byId.set(node.id, {
        ...node,
        file: path.relative(this.root, path.join(base, node.file)),
      });
    }
    return this;
  }

  /** `file name line` of a function of the dump; undefined for what has no body. */
  keyOf(id) {
    const node = this.byId.get(id);
    if (!node) return undefined;
    if (node.kind === 'module') return node.file;
    return `${node.file} ${node.name} ${node.line}`;
  }

  /** CALLS between functions; a class without constructor is gone through. */
  *calls() {
    const out = new Map();
    for (const edge of this.edges) {
      if (edge.kind !== 'CALLS') continue;
      out.set(edge.src, (out.get(edge.src) ?? new Set()).add(edge.dst));
    }
    const through = (id, seen) => {
      if (this.byId.get(id)?.kind !== 'class') return [id];
      if (seen.has(id)) return [];
      return [...(out.get(id) ?? [])].flatMap((next) => through(next, new Set([...seen, id])));
    };
    for (const [src, targets] of out) {
      const from = this.byId.get(src);
      if (!from) continue;
      for (const dst of [...targets].flatMap((id) => through(id, new Set()))) {
        const a = this.keyOf(src);
        const b = this.keyOf(dst);
        if (a && b) yield [a, b];
      }
    }
  }

  /** Of an AST function: the key of the nearest function around it that has a node in the dump. */
  ownerKey(file, node) {
    const source = this.files.get(file);
    const known = new Set(
      [...this.byId.values()].filter((one) => one.file === file).map((one) => this.keyOf(one.id)),
    );
    for (let at = node; at && !ts.isSourceFile(at); at = at.parent) {
      if (!ts.isFunctionLike(at)) continue;
      for (const name of namesOf(at)) {
        for (const start of [at, at.parent, at.parent?.parent]) {
          if (!start) continue;
          const line = source.getLineAndCharacterOfPosition(start.getStart(source)).line + 1;
          const key = `${file} ${name} ${line}`;
          if (known.has(key)) return key;
        }
      }
    }
    return file;
  }

  /** The function that ends at a place, or the module. */
  ending(file, line, column) {
    const source = this.files.get(file);
    if (!source) return undefined;
    let found;
    const end = ts.getPositionOfLineAndCharacter;
    let position;
    try {
      position = end(source, line - 1, column - 1);
    } catch {
      return file;
    }
    const visit = (node) => {
      const isOne = ts.isFunctionLike(node) || ts.isClassLike(node);
      if (isOne && node.end === position) found = node;
      ts.forEachChild(node, visit);
    };
    visit(source);
    if (!found) return file;
    if (!ts.isClassLike(found)) return this.ownerKey(file, found);
    // An engine says where the class is when its constructor runs, its own or an implicit one.
    const own = found.members.find((one) => ts.isConstructorDeclaration(one) && one.body);
    return own ? this.ownerKey(file, own) : `${IMPLICIT}${file} ${found.pos}`;
  }
}

function packageRoot(folder) {
  for (
    let at = statSync(folder).isDirectory() ? folder : path.dirname(folder);
    ;
    at = path.dirname(at)
  ) {
    const manifest = path.join(at, 'package.json');
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name) return at;
    if (path.dirname(at) === at)
      return statSync(folder).isDirectory() ? folder : path.dirname(folder);
  }
}

const IMPLICIT = 'implicit ';

/** Names that the dump may know a function by: its own, or that of the place that it is put into. */
function namesOf(node) {
  if (ts.isConstructorDeclaration(node)) return ['constructor'];
  const named = [
    node.name,
    node.parent?.name,
    ts.isBinaryExpression(node.parent) ? node.parent.left.name : undefined,
  ].filter(Boolean);
  return named.length === 0 ? ['default'] : named.map((one) => one.text ?? one.getText());
}

/** Edges through implicit constructors become edges from who makes the instance. */
function* contracted(edges) {
  const out = new Map();
  for (const [a, b] of edges) out.set(a, (out.get(a) ?? new Set()).add(b));
  const through = (key, seen) => {
    if (!key.startsWith(IMPLICIT)) return [key];
    if (seen.has(key)) return [];
    return [...(out.get(key) ?? [])].flatMap((next) => through(next, new Set([...seen, key])));
  };
  for (const [a, b] of edges)
    if (!a.startsWith(IMPLICIT)) for (const to of through(b, new Set())) yield [a, to];
}

/** Edges of a graph that tells functions by place, as Jelly and the recorded runs do. */
function placedEdges(graph, program, prefix = '') {
  const keyOf = (id) => {
    const [file, , , line, column] = graph.functions[id].split(':').map(Number);
    return program.ending(path.join(prefix, graph.files[file]), line, column);
  };
  const edges = graph.fun2fun.map((edge) => edge.map(keyOf)).filter(([a, b]) => a && b);
  return [...contracted(edges)];
}

const tally = new Map();
function score(tool, name, truth, found) {
  const text = ([a, b]) => `${a} -> ${b}`;
  const apart = (edges) => new Set(edges.filter(([a, b]) => a !== b).map(text));
  const want = apart(truth);
  const got = apart(found);
  const running = new Set(truth.flat());
  const counted = [...got].filter((edge) => running.has(edge.split(' -> ')[0]));
  const hit = counted.filter((edge) => want.has(edge));
  const sum = tally.get(tool) ?? { cases: 0, want: 0, hit: 0, got: 0, sound: 0, complete: 0 };
  sum.cases += 1;
  sum.want += want.size;
  sum.hit += hit.length;
  sum.got += counted.length;
  sum.sound += Number(hit.length === want.size);
  sum.complete += Number(hit.length === counted.length);
  tally.set(tool, sum);
  if (!list) return;
  for (const edge of want) if (!got.has(edge)) console.log(`${tool} misses   ${name}: ${edge}`);
  for (const edge of counted) if (!want.has(edge)) console.log(`${tool} too many ${name}: ${edge}`);
}

const sourcesOf = (root, at = '') =>
  readdirSync(path.join(root, at), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(at, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourcesOf(root, name);
    return /\.[cm]?[jt]s$/u.test(entry.name) ? [name] : [];
  });

/** Names of the truth, `main.C.m`, as keys: by walking the AST under the module that they start with. */
function keysByName(program) {
  const keys = new Map();
  for (const [file, source] of program.files) {
    const module = file.replace(/\.[cm]?[jt]s$/u, '').replaceAll('/', '.');
    keys.set(module, file);
    let arrows = 0;
    const visit = (node, prefix) => {
      let inner = prefix;
      if (ts.isArrowFunction(node))
        keys.set(`${module}.<arrow${++arrows}>`, program.ownerKey(file, node));
      if (ts.isClassLike(node))
        inner = `${prefix}.${node.name?.text ?? node.parent.name?.text ?? '?'}`;
      else if (ts.isFunctionLike(node)) {
        const name = namesOf(node)[0];
        inner = name.startsWith('[') ? prefix + name : `${prefix}.${name}`;
        if (!keys.has(inner)) keys.set(inner, program.ownerKey(file, node));
      } else if (
        ts.isVariableDeclaration(node) &&
        node.initializer &&
        ts.isObjectLiteralExpression(node.initializer)
      )
        inner = `${prefix}.${node.name.getText()}`;
      ts.forEachChild(node, (child) => visit(child, inner));
    };
    visit(source, module);
  }
  return keys;
}

async function scoreNames() {
  const cases = sourcesOf(dir)
    .filter((file) => path.basename(file) === 'main.js')
    .map((file) => path.dirname(file))
    .sort();
  for (const name of cases) {
    const root = path.join(dir, name);
    const truth = JSON.parse(readFileSync(path.join(root, 'callgraph.json'), 'utf8'));
    const program = await new Program(root, sourcesOf(root)).read(root);
    const keys = keysByName(program);
    const edges = Object.entries(truth).flatMap(([from, targets]) =>
      targets
        .filter((to) => !to.startsWith('<builtin>'))
        .map((to) => [keys.get(from) ?? from, keys.get(to) ?? to]),
    );
    score('mimir', name, edges, [...program.calls()]);
    const graph = other && path.join(other, `${name.replaceAll('/', '+')}.json`);
    if (graph && existsSync(graph))
      score('other', name, edges, placedEdges(JSON.parse(readFileSync(graph, 'utf8')), program));
  }
}

async function scorePlaces() {
  for (const name of readdirSync(dir).sort()) {
    if (!name.endsWith('.json')) continue;
    const truth = JSON.parse(readFileSync(path.join(dir, name), 'utf8'));
    if (!truth.fun2fun || !truth.files?.every((file) => existsSync(path.join(dir, file)))) continue;
    const config = JSON.stringify({
      files: truth.files.map((file) => path.resolve(dir, file)),
      compilerOptions: {
        allowJs: true,
        checkJs: true,
        target: 'esnext',
        module: 'esnext',
        moduleResolution: 'bundler',
        skipLibCheck: true,
      },
    });
    const target = path.join(dir, 'tsconfig.scored.json');
    writeFileSync(target, config);
    try {
      const program = await new Program(dir, truth.files).read(target);
      const edges = placedEdges(truth, program);
      score('mimir', name, edges, [...program.calls()]);
      const graph = other && path.join(other, name);
      if (graph && existsSync(graph))
        score('other', name, edges, placedEdges(JSON.parse(readFileSync(graph, 'utf8')), program));
    } finally {
      rmSync(target);
    }
  }
}

await (form === 'names' ? scoreNames() : scorePlaces());
const share = (part, whole) => (whole === 0 ? '-' : ((100 * part) / whole).toFixed(1));
for (const [tool, { cases, want, hit, got, sound, complete }] of tally)
  console.log(
    `${tool}: ${cases} cases; edges ${want} true, ${got} found, ${hit} of both; recall ${share(hit, want)} %, precision ${share(hit, got)} %; ${sound} cases without a miss, ${complete} without an edge too many`,
  );
