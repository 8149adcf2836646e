import type { Operand, TaintBody, TaintProgram } from './body.js';
import { ReachingDefinitions } from './reaching.js';
import type { CallSite, Vertices } from './vertices.js';

export const FLOW_KINDS = [
  'defuse',
  'opaque',
  'call',
  'return',
  'out',
  'field',
  'global',
  'capture',
] as const;
export type FlowKind = (typeof FLOW_KINDS)[number];

/** One step of a value. `site` is the call of a call, return or out edge; -1 for the others. */
export interface FlowEdge {
  readonly src: number;
  readonly dst: number;
  readonly kind: FlowKind;
  readonly site: number;
}

/** Where the value of a call's arguments goes when the callee's own body is not followed. */
export interface PropagatorFlow {
  /** Argument, counted from 0; -1 = all of them. */
  readonly from: number;
  /** `ret`, or the argument through which it is written. */
  readonly to: 'ret' | number;
}

export interface FlowOptions {
  /** Whether arguments of a callee without a body reach its result. */
  readonly opaque: 'pass' | 'block';
  /** Flow of a callee that the catalogue knows; `null` = none known. It wins over a body. */
  readonly propagator: (callee: string) => readonly PropagatorFlow[] | null;
}

/** Inside the bodies: definitions to uses, and what goes through the heap. */
export function localEdges(
  program: TaintProgram,
  vertices: Vertices,
): { edges: FlowEdge[]; fieldsUnresolved: number } {
  const edges: FlowEdge[] = [];
  let fieldsUnresolved = 0;
  program.bodies.forEach((body, b) => {
    const walker = new BodyFlow(body, b, vertices, edges, program);
    walker.run();
    fieldsUnresolved += walker.unresolved;
  });
  return { edges, fieldsUnresolved };
}

class BodyFlow {
  unresolved = 0;
  readonly #reaching: ReachingDefinitions;

  constructor(
    readonly body: TaintBody,
    readonly number: number,
    readonly vertices: Vertices,
    readonly edges: FlowEdge[],
    readonly program: TaintProgram,
  ) {
    this.#reaching = new ReachingDefinitions(body, vertices.bodies[number]!);
  }

  run(): void {
    const own = this.vertices.bodies[this.number]!;
    const at = new Map<string, number[]>();
    own.definitions.forEach(({ vertex, block, position }) => {
      if (block < 0) return;
      const list = at.get(`${block} ${position}`);
      if (list === undefined) at.set(`${block} ${position}`, [vertex]);
      else list.push(vertex);
    });
    const callOf = new Map(own.calls.map((call) => [call.block, call]));
    this.body.blocks.forEach(({ statements, terminator }, block) => {
      this.#reaching.walk(block, (position, reaching) => {
        const statement = statements[position];
        if (statement !== undefined) {
          const targets = at.get(`${block} ${position}`) ?? [];
          for (const operand of statement.operands)
            for (const target of targets) this.#use(operand, reaching, target);
          this.#heapWrites(statement, reaching, targets);
          return;
        }
        if (terminator.op === 'call') {
          const call = callOf.get(block)!;
          terminator.operands.forEach((operand, j) => {
            this.#use(operand, reaching, call.firstArgument + j);
          });
        }
        if (terminator.op === 'await')
          this.#use(terminator.on, reaching, at.get(`${block} ${position}`)![0]!);
        if (terminator.op === 'yield') this.#use(terminator.on, reaching, own.returned);
      });
      if (terminator.op === 'return') this.#returns(block);
    });
    this.#madeClosures();
  }

  #edge(src: number, dst: number, kind: FlowKind): void {
    this.edges.push({ src, dst, kind, site: -1 });
  }

  /** Reaching definitions, a read field and a static into `target`. */
  #use(operand: Operand, reaching: (local: number) => readonly number[], target: number): void {
    for (const [source, kind] of this.#sources(operand, reaching)) this.#edge(source, target, kind);
  }

  #sources(
    operand: Operand,
    reaching: (local: number) => readonly number[],
  ): (readonly [number, FlowKind])[] {
    if (operand.kind === 'constant') return [];
    if (operand.kind === 'static') return [[this.vertices.statics.get(operand.name)!, 'global']];
    const key = operand.kind === 'field' ? operand.key : null;
    const { definitions } = this.vertices.bodies[this.number]!;
    const found: (readonly [number, FlowKind])[] = [];
    for (const d of reaching(operand.local)) {
      const other = definitions[d]!.key;
      if (key === null || other === null || key === other)
        found.push([definitions[d]!.vertex, 'defuse']);
    }
    const cell = key === null ? undefined : this.vertices.heap.get(key);
    if (cell !== undefined) found.push([cell, 'field']);
    if (key?.startsWith('?')) this.unresolved++;
    return found;
  }

  #heapWrites(
    { to, closure, operands }: TaintBody['blocks'][number]['statements'][number],
    reaching: (local: number) => readonly number[],
    targets: readonly number[],
  ): void {
    if (to.kind === 'static') {
      const cell = this.vertices.statics.get(to.name)!;
      for (const operand of operands)
        for (const [source] of this.#sources(operand, reaching)) this.#edge(source, cell, 'global');
    }
    if (to.kind === 'field') {
      const cell = this.vertices.heap.get(to.key);
      if (cell !== undefined) this.#edge(targets[0]!, cell, 'field');
    }
    if (closure === null) return;
    operands.forEach((operand, i) => {
      const cell = this.vertices.heap.get(`${closure}#${i}`);
      if (cell === undefined) return;
      for (const [source] of this.#sources(operand, reaching)) this.#edge(source, cell, 'capture');
    });
  }

  #returns(block: number): void {
    const own = this.vertices.bodies[this.number]!;
    const reaching = this.#reaching.atEnd(block);
    for (const d of reaching(0)) this.#edge(own.definitions[d]!.vertex, own.returned, 'defuse');
    for (let k = 1; k <= this.body.params; k++) {
      for (const d of reaching(k))
        if (!own.definitions[d]!.strong)
          this.#edge(own.definitions[d]!.vertex, own.firstOut + k - 1, 'defuse');
    }
  }

  /** A function that returns the closure it makes gives what that gives: awaiting a coroutine is calling it. */
  #madeClosures(): void {
    for (const { statements } of this.body.blocks) {
      for (const { to, closure } of statements) {
        if (closure === null || to.kind !== 'local' || to.local !== 0) continue;
        const made = this.program.bodyOf.get(closure);
        if (made !== undefined)
          this.#edge(
            this.vertices.bodies[made]!.returned,
            this.vertices.bodies[this.number]!.returned,
            'defuse',
          );
      }
    }
  }
}

/** What a call does: bodies it may run, the catalogue's flow, or nothing known. */
export interface ResolvedCall {
  readonly site: CallSite;
  readonly targets: readonly { readonly body: number; readonly shift: number }[];
  readonly how: 'resolved' | 'dispatch' | 'value' | 'propagator' | 'opaque';
}

/** All calls in order of (body, block). `targetsOf` names the bodies of a callee. */
export function resolveCalls(
  program: TaintProgram,
  vertices: Vertices,
  options: FlowOptions,
  bodyOfCallee: (callee: string) => number,
): ResolvedCall[] {
  return vertices.bodies.flatMap(({ calls }, b) =>
    calls.map((site): ResolvedCall => {
      if (options.propagator(site.callee) !== null) return { site, targets: [], how: 'propagator' };
      const named = bodyOfCallee(site.callee);
      const dispatched = program
        .dispatch(site.callee)
        .map((name) => program.bodyOf.get(name) ?? -1);
      const bodies = [...new Set([named, ...dispatched])]
        .filter((body) => body >= 0)
        .sort((x, y) => x - y);
      if (bodies.length > 0) {
        const how = bodies.length > 1 || named < 0 ? 'dispatch' : 'resolved';
        return { site, targets: bodies.map((body) => ({ body, shift: 0 })), how };
      }
      const closures = closuresIn(program.bodies[b]!, site)
        .map((name) => program.bodyOf.get(name) ?? -1)
        .filter((body) => body >= 0);
      if (isValueCall(site.callee) && closures.length > 0) {
        return { site, targets: closures.map((body) => ({ body, shift: 0 })), how: 'value' };
      }
      return { site, targets: [], how: 'opaque' };
    }),
  );
}

const isValueCall = (callee: string): boolean =>
  /(?:Fn|FnMut|FnOnce|Function)#call(?:_mut|_once)?\(\)\.$/.test(callee);

/** Closures that argument 0 of a call may hold: made in the same body and copied there, whatever the order. */
function closuresIn(body: TaintBody, site: CallSite): string[] {
  const { terminator } = body.blocks[site.block]!;
  if (terminator.op !== 'call') return [];
  const first = terminator.operands[0];
  if (first === undefined || first.kind === 'constant' || first.kind === 'static') return [];
  const found = new Set<string>();
  const met = new Set([first.local]);
  for (const local of met) {
    for (const { statements } of body.blocks) {
      for (const { to, closure, operands } of statements) {
        if (to.kind !== 'local' || to.local !== local) continue;
        if (closure !== null) found.add(closure);
        else
          for (const operand of operands)
            if (operand.kind !== 'constant' && operand.kind !== 'static') met.add(operand.local);
      }
    }
  }
  return [...found].sort();
}

/** Between the bodies: calls, returns, what comes back through arguments, and callees without a body. */
export function callEdges(
  vertices: Vertices,
  calls: readonly ResolvedCall[],
  options: FlowOptions,
): FlowEdge[] {
  const edges: FlowEdge[] = [];
  calls.forEach(({ site, targets, how }, c) => {
    for (const { body, shift } of targets) passArguments(vertices, site, c, body, shift, edges);
    if (how === 'propagator') propagate(site, options.propagator(site.callee)!, edges);
    if (how === 'opaque' && options.opaque === 'pass')
      propagate(site, [{ from: -1, to: 'ret' }], edges);
  });
  return edges;
}

function passArguments(
  { bodies }: Vertices,
  site: CallSite,
  c: number,
  body: number,
  shift: number,
  edges: FlowEdge[],
): void {
  const target = bodies[body]!;
  const params = paramCount(target);
  edges.push({ src: target.returned, dst: site.result, kind: 'return', site: c });
  for (let j = 0; j < site.arguments; j++) {
    const k = j + shift;
    if (k < 0 || k >= params) continue;
    edges.push({ src: site.firstArgument + j, dst: target.firstParam + k, kind: 'call', site: c });
    for (const through of site.through[j]!)
      edges.push({ src: target.firstOut + k, dst: through, kind: 'out', site: c });
  }
}

/** Parameters of a body, by its definitions at entry. */
export function paramCount({ definitions }: Vertices['bodies'][number]): number {
  let count = 0;
  while (definitions[count]?.block === -1) count++;
  return count;
}

function propagate(site: CallSite, flows: readonly PropagatorFlow[], edges: FlowEdge[]): void {
  for (const { from, to } of flows) {
    const sources =
      from < 0
        ? Array.from({ length: site.arguments }, (_, j) => j)
        : from < site.arguments
          ? [from]
          : [];
    const targets = to === 'ret' ? [site.result] : (site.through[to] ?? []);
    for (const j of sources)
      for (const target of targets)
        edges.push({ src: site.firstArgument + j, dst: target, kind: 'opaque', site: -1 });
  }
}
