import { isMethod } from './catalogue/index.js';
import type { TaintBody, TaintProgram } from './body.js';
import type { CallbackFlow, FlowOptions, KnownFlow, PropagatorFlow } from './flow.js';
import { FlowEdges } from './flow-edges.js';
import { firstWritten, functionValues, shiftOf, type FunctionCall } from './function-values.js';
import type { RunsAt } from './runs-at.js';
import { ANY_ELEMENT } from './shape.js';
import { caughtAt, THROWN, throwersIn } from './thrown.js';
import type { InTurns } from './turns.js';
import { isValueCall } from './value-calls.js';
import type { CallSite, ThroughEnd, Vertices } from './vertices.js';

/** A body that a call may run. */
export interface CallTarget {
  readonly body: number;
  /** Parameter of the body, from 0, less the operand that it gets. */
  readonly shift: number;
  /** Operands before this one are none of its arguments. */
  readonly from?: number;
  /** Whether its callee runs it with what else it got. */
  readonly callback?: true;
  /** The closure that runs, and the operands in which it lies: what it captured is there. */
  readonly env?: { readonly name: string; readonly operands: readonly number[] };
  /** Whether its last parameter, a list, gets the arguments beyond it. */
  readonly rest?: boolean;
}

/** What a call does: bodies it may run, the catalogue's flow, or nothing known. */
export interface ResolvedCall {
  readonly site: CallSite;
  readonly targets: readonly CallTarget[];
  readonly how: 'resolved' | 'dispatch' | 'value' | 'propagator' | 'opaque';
  /** Calls whose results the arguments become: the function that runs here is one that they handed out. */
  readonly resolves?: readonly number[];
}

/** Bodies that a name alone, or a value, may stand for; more tell nothing: the call is then one without a body. */
const MOST = 8;

/** Methods that every object has: an unknown object's is most likely the language's own. */
const OF_EVERY_OBJECT: ReadonlySet<string> = new Set([
  'hasOwnProperty().',
  'isPrototypeOf().',
  'toLocaleString().',
  'toString().',
  'valueOf().',
]);

/** What the calls of a program may run. */
export interface ResolvedCalls {
  /** In order of (body, block). */
  readonly calls: readonly ResolvedCall[];
  /** Functions that were not followed to the end: what they may run besides is not known. */
  readonly cut: number;
}

/** All calls. `bodyOfCallee` names the body of a callee. */
export function* resolveCalls(
  program: TaintProgram,
  vertices: Vertices,
  options: FlowOptions,
  bodyOfCallee: (callee: string) => number,
): InTurns<ResolvedCalls> {
  const sites = vertices.bodies.flatMap(({ calls }) => calls);
  const methods = methodsByName(program);
  const named = sites.map(({ callee }): readonly number[] => {
    const own = bodyOfCallee(callee);
    const dispatched = program.dispatch(callee).map((name) => program.bodyOf.get(name) ?? -1);
    const bodies = [...new Set([own, ...dispatched])].filter((body) => body >= 0);
    const isGuess = callee.startsWith('?#') && !OF_EVERY_OBJECT.has(callee.slice(2));
    if (bodies.length > 0 || vertices.paths === 0 || !isGuess) return bodies.sort((x, y) => x - y);
    const like = methods.get(callee.slice(2)) ?? [];
    return like.length <= MOST ? like : [];
  });
  const known = sites.map(({ callee }) => options.propagator(callee));
  const followed =
    vertices.paths > 0
      ? yield* functionValues(program, functionCalls(program, sites, named, known), MOST)
      : null;
  const runs = followed?.runs ?? null;
  const calls = sites.map((site, c): ResolvedCall => {
    const row = known[c]!;
    const at = runs?.[c] ?? closuresAt(program, site);
    const back = runs === null ? [] : callbacks(program, at);
    if (row !== null) return { site, targets: back, how: 'propagator' };
    const bodies = named[c]!;
    if (bodies.length > 0) {
      const how = bodies.length > 1 || bodyOfCallee(site.callee) < 0 ? 'dispatch' : 'resolved';
      const targets = bodies.map((body) => ({ body, shift: 0, ...restOf(program, body) }));
      return { site, targets, how };
    }
    const { lead } = leadOf(program, site);
    const values = [...at.values].sort((x, y) => x - y);
    const resolves = [...at.resolvers].sort((x, y) => x - y);
    const more = resolves.length > 0 ? { resolves } : {};
    if (values.length > 0 && values.length <= MOST) {
      const targets = values.map((body): CallTarget => {
        if (runs === null) return { body, shift: 0 };
        const one = program.bodies[body]!;
        const isReceiver = lead === 1 && isMethod(site.callee) && isMethod(one.name) && !one.nested;
        const shift = shiftOf(one, lead);
        const from = isReceiver && !isValueCall(site.callee) ? 0 : lead;
        const env = holdsFunction(program, site) ? envOf(program, body, [0]) : {};
        return { body, shift, from, ...restOf(program, body), ...env };
      });
      return { site, targets, how: 'value', ...more };
    }
    return { site, targets: back, how: 'opaque', ...more };
  });
  return { calls, cut: followed?.cut ?? 0 };
}

const restOf = ({ bodies }: TaintProgram, body: number): { readonly rest?: boolean } =>
  bodies[body]!.rest === true ? { rest: true } : {};

function leadOf(program: TaintProgram, site: CallSite): Pick<FunctionCall, 'value' | 'lead'> {
  const { terminator } = program.bodies[site.body]!.blocks[site.block]!;
  if (terminator.op !== 'call') return { value: null, lead: 0 };
  const { value, lead, operands, callee } = terminator;
  if (value !== undefined) return { value, lead: lead ?? 0 };
  return isValueCall(callee) ? { value: operands[0] ?? null, lead: 1 } : { value: null, lead: 0 };
}

function envOf(
  { bodies }: TaintProgram,
  body: number,
  operands: readonly number[],
): Pick<CallTarget, 'env'> {
  const { name, nested } = bodies[body]!;
  return nested ? { env: { name, operands: [...operands].sort((x, y) => x - y) } } : {};
}

/** Whether the function that a call runs is its first operand, or lies in it. */
function holdsFunction(program: TaintProgram, site: CallSite): boolean {
  const { value, lead } = leadOf(program, site);
  return lead === 1 && value !== null && (value.kind === 'local' || value.kind === 'field');
}

function functionCalls(
  program: TaintProgram,
  sites: readonly CallSite[],
  named: readonly (readonly number[])[],
  known: readonly (KnownFlow | null)[],
): FunctionCall[] {
  return sites.map((site, c) => ({
    body: site.body,
    block: site.block,
    named: known[c] === null ? named[c]! : [],
    known: known[c]!,
    ...leadOf(program, site),
  }));
}

/** Closures that argument 0 of a call through a value may hold: made in the same body and copied there. */
function closuresAt(program: TaintProgram, site: CallSite): RunsAt {
  const values = isValueCall(site.callee)
    ? closuresIn(program.bodies[site.body]!, site).flatMap((name) => {
        const body = program.bodyOf.get(name);
        return body === undefined ? [] : [body];
      })
    : [];
  return { values: new Set(values), callbacks: new Map(), resolvers: new Set() };
}

/** Methods of bodies by their name, each in order. */
function methodsByName({ bodies }: TaintProgram): ReadonlyMap<string, readonly number[]> {
  const byName = new Map<string, number[]>();
  bodies.forEach(({ name, nested }, b) => {
    if (nested || !isMethod(name)) return;
    const method = name.slice(name.lastIndexOf('#') + 1);
    const list = byName.get(method);
    if (list === undefined) byName.set(method, [b]);
    else list.push(b);
  });
  return byName;
}

function callbacks(program: TaintProgram, { callbacks: bodies, values }: RunsAt): CallTarget[] {
  const given = [...bodies.keys()].filter((body) => !values.has(body)).sort((x, y) => x - y);
  if (given.length > MOST) return [];
  return given.map((body) => ({
    body,
    shift: firstWritten(program.bodies[body]!),
    callback: true,
    ...envOf(program, body, [...bodies.get(body)!]),
  }));
}

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

/** Parameters of a target, from 0, that an operand of its call becomes. */
export function paramsOf(target: CallTarget, operand: number, params: number): readonly number[] {
  if (target.callback !== undefined)
    return Array.from({ length: Math.max(0, params - target.shift) }, (_, i) => target.shift + i);
  const k = operand + target.shift;
  if (operand < (target.from ?? 0) || k < 0) return [];
  if (k < params) return [k];
  return target.rest === true && params > 0 ? [params - 1] : [];
}

/** The element that an argument becomes of the list that gets it and more; '' = it becomes the parameter. */
function restKey({ shift, rest }: CallTarget, operand: number, site: CallSite, params: number) {
  const isMany = rest === true && site.arguments + shift > params;
  const at = operand + shift - (params - 1);
  return isMany && at >= 0 ? String(at) : '';
}

/** Parameters of a body, by its definitions at entry. */
export function paramCount({ definitions }: Vertices['bodies'][number]): number {
  let count = 0;
  while (definitions[count]?.block === -1) count++;
  return count;
}

/** Between the bodies: calls, returns, what comes back through arguments, and callees without a body. */
export function* callEdges(
  program: TaintProgram,
  vertices: Vertices,
  calls: readonly ResolvedCall[],
  options: FlowOptions,
): InTurns<FlowEdges> {
  const edges = new FlowEdges();
  const flat = vertices.labels.number({ flat: true });
  const throwers = vertices.paths > 0 ? throwersIn(program, vertices, calls) : new Set<number>();
  const out = vertices.labels.number({ pop: [THROWN] });
  const on = vertices.labels.number({ pop: [THROWN], push: [THROWN] });
  for (const [c, { site, targets, how, resolves }] of calls.entries()) {
    if ((c & 0xff) === 0) yield c;
    const known = how === 'propagator' ? options.propagator(site.callee)! : null;
    if (known === null && how === 'opaque' && options.opaque === 'block') continue;
    for (const target of targets) {
      const throws = throwers.has(target.body);
      passArguments(vertices, site, c, { ...target, throws }, known?.callback ?? ALL, edges);
      if (!throws) continue;
      const own = vertices.bodies[site.body]!;
      const { successors } = program.bodies[site.body]!.blocks[site.block]!;
      const caught = caughtAt(program.bodies[site.body]!, own, successors);
      const src = vertices.bodies[target.body]!.returned;
      for (const dst of caught) edges.push({ src, dst, kind: 'return', site: c, label: out });
      if (caught.length === 0)
        edges.push({ src, dst: own.returned, kind: 'return', site: c, label: on });
    }
    if (known !== null) propagate(vertices, site, known.flow, edges);
    if (how === 'opaque') propagate(vertices, site, [{ from: -1, to: 'ret' }], edges);
    for (const other of resolves ?? []) {
      const { result } = calls[other]!.site;
      for (let j = 0; j < site.arguments; j++)
        edges.push({
          src: site.firstArgument + j,
          dst: result,
          kind: 'capture',
          site: -1,
          label: flat,
        });
    }
  }
  return edges;
}

const ALL: CallbackFlow = { result: true, from: -1, isRun: true };

function passArguments(
  { bodies, labels }: Vertices,
  site: CallSite,
  c: number,
  target: CallTarget & { readonly throws: boolean },
  { result, from }: CallbackFlow,
  edges: FlowEdges,
): void {
  const own = bodies[target.body]!;
  const params = paramCount(own);
  const flat = target.callback === undefined ? 0 : labels.number({ flat: true });
  if (target.callback === undefined || result) {
    const given = { flat: target.callback !== undefined, except: target.throws ? THROWN : null };
    const label = labels.number(given);
    edges.push({ src: own.returned, dst: site.result, kind: 'return', site: c, label });
  }
  for (const j of target.env?.operands ?? [])
    edges.push({
      src: site.firstArgument + j,
      dst: own.firstParam,
      kind: 'call',
      site: c,
      label: labels.number({ seek: target.env!.name }),
    });
  for (let j = 0; j < site.arguments; j++) {
    if (target.callback !== undefined && from >= 0 && from !== j) continue;
    const key = restKey(target, j, site, params);
    for (const k of paramsOf(target, j, params)) {
      edges.push({
        src: site.firstArgument + j,
        dst: own.firstParam + k,
        kind: 'call',
        site: c,
        label: key === '' ? flat : labels.number({ push: [key] }),
      });
      if (key !== '') continue;
      // What an unknown callee hands a callback is its own; that of a known one is an element of the receiver.
      if (target.callback !== undefined && from < 0) continue;
      for (const { vertex, label } of site.through[j]!)
        edges.push({
          src: own.firstOut + k,
          dst: vertex,
          kind: 'out',
          site: c,
          label: outLabel(labels, label, target),
        });
    }
  }
}

/** What a callback writes to its parameter is in some element of what its callee was given. */
const outLabel = (
  labels: Vertices['labels'],
  label: ThroughEnd['label'],
  { callback }: CallTarget,
): number =>
  labels.number(
    callback === undefined ? label : { ...label, push: [...(label.push ?? []), ANY_ELEMENT] },
  );

function propagate(
  { labels, paths }: Vertices,
  site: CallSite,
  flows: readonly PropagatorFlow[],
  edges: FlowEdges,
): void {
  for (const { from, to, element, part } of flows) {
    const sources =
      from < 0
        ? Array.from({ length: site.arguments }, (_, j) => j).filter((j) => j !== to)
        : from < site.arguments
          ? [from]
          : [];
    const into = element === true ? [ANY_ELEMENT] : [];
    const ends: readonly ThroughEnd[] =
      to === 'ret'
        ? [{ vertex: site.result, label: resultLabel(part) }]
        : (site.through[to] ?? []).map(({ vertex, label }) => ({
            vertex,
            label: part === undefined ? label : moved(label, part),
          }));
    for (const j of paths > 0 ? sources : from < 0 ? all(site) : sources)
      for (const { vertex, label } of ends) {
        const whole = { ...label, push: [...(label.push ?? []), ...into] };
        edges.push({
          src: site.firstArgument + j,
          dst: vertex,
          kind: 'opaque',
          site: -1,
          label: labels.number(whole),
        });
      }
  }
}

/** A part of the value that becomes a part of what is written. */
function moved(
  label: ThroughEnd['label'],
  [from, into]: readonly [string, string],
): ThroughEnd['label'] {
  return { ...label, pop: [...(label.pop ?? []), from], push: [...(label.push ?? []), into] };
}

function resultLabel(part: PropagatorFlow['part']): ThroughEnd['label'] {
  if (part === undefined) return { flat: true };
  const keys = (key: string): readonly string[] => (key === '' ? [] : [key]);
  return { pop: keys(part[0]), push: keys(part[1]) };
}

const all = ({ arguments: count }: CallSite): number[] =>
  Array.from({ length: count }, (_, j) => j);
