import { isMethod } from './catalogue/index.js';
import type { TaintBody, TaintProgram } from './body.js';
import type { FlowOptions, KnownFlow } from './flow.js';
import { functionValues, type FunctionCall } from './function-values.js';
import { firstWritten, hasLead, namedFit, shiftOf } from './receivers.js';
import type { RunsAt } from './runs-at.js';
import type { InTurns } from './turns.js';
import { isValueCall, receiverAt } from './value-calls.js';
import type { CallSite, Vertices } from './vertices.js';

/** A body that a call may run. */
export interface CallTarget {
  readonly body: number;
  /** Parameter of the body, from 0, less the operand that it gets. */
  readonly shift: number;
  /** Operands before this one are none of its arguments. */
  readonly from?: number;
  /** Whether its callee runs it with what else it got. */
  readonly callback?: true;
  /** Operands that such a function lies in. */
  readonly given?: readonly number[];
  /** The closure that runs, and the operands in which it lies: what it captured is there. */
  readonly env?: { readonly name: string; readonly operands: readonly number[] };
  /** Whether it makes its first operand, which is then its result. */
  readonly makes?: true;
  /** Operand that is what its environment has as `this`. */
  readonly on?: number;
  /** Whether it is called on nothing and asks for `this`: then it makes an object, which is its result. */
  readonly fresh?: true;
  /** Operand whose elements are the arguments. */
  readonly spread?: number;
  /** Whether its last parameter, a list, gets the arguments beyond it. */
  readonly rest?: boolean;
}

/** What a call does: bodies it may run, the catalogue's flow, or nothing known. */
export interface ResolvedCall {
  readonly site: CallSite;
  readonly targets: readonly CallTarget[];
  readonly how: 'resolved' | 'dispatch' | 'value' | 'propagator' | 'opaque';
  /** Calls whose results the arguments become: the function that runs here is one that they handed out. */
  readonly resolves?: readonly { readonly call: number; readonly rejected: boolean }[];
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
    const makes = isMaking(program, site);
    if (bodies.length > 0) {
      const how = bodies.length > 1 || bodyOfCallee(site.callee) < 0 ? 'dispatch' : 'resolved';
      const targets = bodies.map((body): CallTarget => ({
        body,
        ...namedFit(program.bodies[body]!, makes),
        ...restOf(program, body),
        ...(makes && { makes: true }),
      }));
      return { site, targets, how };
    }
    const { lead } = leadOf(program, site);
    const values = [...at.values].sort((x, y) => x - y);
    const resolves = [...at.resolvers]
      .sort((x, y) => x - y)
      .map((one) => ({ call: one >> 1, rejected: one % 2 === 1 }));
    const more = resolves.length > 0 ? { resolves } : {};
    if (values.length > 0 && values.length <= MOST) {
      const targets = values.map((body): CallTarget => {
        if (runs === null) return { body, shift: 0 };
        const one = program.bodies[body]!;
        const at = receiverOf(program, site);
        const shift = shiftOf(one, lead);
        const from = at >= 0 && !one.nested && hasLead(one) ? at : lead;
        const on = at >= 0 && one.receiver === 'part' ? { on: at } : {};
        const fresh = at < 0 && one.receiver !== undefined ? { fresh: true as const } : {};
        const spread = spreadOf(program, site);
        const env = holdsFunction(program, site) ? envOf(program, body, [0]) : {};
        return { body, shift, from, ...restOf(program, body), ...env, ...on, ...fresh, ...spread };
      });
      return { site, targets, how: 'value', ...more };
    }
    return { site, targets: back, how: 'opaque', ...more };
  });
  return { calls, cut: followed?.cut ?? 0 };
}

function isMaking({ bodies }: TaintProgram, site: CallSite): boolean {
  const { terminator } = bodies[site.body]!.blocks[site.block]!;
  return terminator.op === 'call' && terminator.makes === true;
}

function receiverOf({ bodies }: TaintProgram, site: CallSite): number {
  const { terminator } = bodies[site.body]!.blocks[site.block]!;
  return receiverAt(terminator);
}

function spreadOf({ bodies }: TaintProgram, site: CallSite): Pick<CallTarget, 'spread'> {
  const { terminator } = bodies[site.body]!.blocks[site.block]!;
  if (terminator.op !== 'call' || terminator.spread === undefined) return {};
  return { spread: terminator.spread };
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
  return lead >= 1 && value !== null && (value.kind === 'local' || value.kind === 'field');
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
    named:
      known[c] === null
        ? named[c]!.map((body) => ({
            body,
            ...namedFit(program.bodies[body]!, isMaking(program, site)),
          }))
        : [],
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
    given: [...bodies.get(body)!],
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
  if (operand === target.spread)
    return Array.from({ length: Math.max(0, params - k) }, (_, i) => k + i);
  if (operand < (target.from ?? 0) || k < 0) return [];
  if (k < params) return [k];
  return target.rest === true && params > 0 ? [params - 1] : [];
}

/** Parameters of a body, by its definitions at entry. */
export function paramCount({ definitions }: Vertices['bodies'][number]): number {
  let count = 0;
  while (definitions[count]?.block === -1) count++;
  return count;
}
