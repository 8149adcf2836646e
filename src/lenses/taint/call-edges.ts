import { caughtAt, throwersIn } from './thrown.js';
import type { TaintBody, TaintProgram } from './body.js';
import { paramCount, paramsOf, type CallTarget, type ResolvedCall } from './calls.js';
import type { CallbackFlow, FlowOptions, PropagatorFlow } from './flow.js';
import { FlowEdges } from './flow-edges.js';
import { handed, passedOn, settles } from './promises.js';
import { ANY_ELEMENT, RECEIVER, THROWN } from './shape.js';
import type { InTurns } from './turns.js';
import type { CallSite, ThroughEnd, Vertices } from './vertices.js';

/** The element that an argument becomes of the list that gets it and more; '' = it becomes the parameter. */
function restKey({ shift, rest }: CallTarget, operand: number, site: CallSite, params: number) {
  const isMany = rest === true && site.arguments + shift > params;
  const at = operand + shift - (params - 1);
  return isMany && at >= 0 ? String(at) : '';
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
  const thrown = vertices.labels.number({ flat: true, push: [THROWN] });
  const throwers = vertices.paths > 0 ? throwersIn(program, vertices, calls) : new Set<number>();
  const out = vertices.labels.number({ pop: [THROWN] });
  const on = vertices.labels.number({ pop: [THROWN], push: [THROWN] });
  for (const [c, { site, targets, how, resolves }] of calls.entries()) {
    if ((c & 0xff) === 0) yield c;
    const known = how === 'propagator' ? options.propagator(site.callee)! : null;
    if (known === null && how === 'opaque' && options.opaque === 'block') continue;
    for (const target of targets) {
      // What an asynchronous function throws its promise is rejected with.
      const throws = throwers.has(target.body) && !awaits(program.bodies[target.body]!);
      passArguments(vertices, site, c, { ...target, throws }, known?.callback ?? ALL, edges);
      if (!throws) continue;
      const own = vertices.bodies[site.body]!;
      const { successors } = program.bodies[site.body]!.blocks[site.block]!;
      const src = vertices.bodies[target.body]!.returned;
      if (target.callback !== undefined && settles(site.callee) !== null) {
        edges.push({ src, dst: site.result, kind: 'return', site: c, label: on });
        continue;
      }
      const caught = caughtAt(program.bodies[site.body]!, own, successors);
      for (const dst of caught) edges.push({ src, dst, kind: 'return', site: c, label: out });
      if (caught.length === 0)
        edges.push({ src, dst: own.returned, kind: 'return', site: c, label: on });
    }
    if (known !== null) propagate(vertices, site, known.flow, edges);
    const settled = known === null || vertices.paths === 0 ? null : settles(site.callee);
    const more = settled === null ? null : passedOn(settled, site.arguments);
    if (more !== null) {
      const label = vertices.labels.number(more);
      edges.push({ src: site.firstArgument, dst: site.result, kind: 'opaque', site: -1, label });
    }
    if (how === 'opaque') propagate(vertices, site, [{ from: -1, to: 'ret' }], edges);
    for (const { call, rejected } of resolves ?? []) {
      const { result } = calls[call]!.site;
      for (let j = 0; j < site.arguments; j++)
        edges.push({
          src: site.firstArgument + j,
          dst: result,
          kind: 'capture',
          site: -1,
          label: rejected ? thrown : flat,
        });
    }
  }
  return edges;
}

const awaits = ({ blocks }: TaintBody): boolean =>
  blocks.some(({ terminator }) => terminator.op === 'await');

const ALL: CallbackFlow = { result: true, from: -1, isRun: true };

function passArguments(
  vertices: Vertices,
  site: CallSite,
  c: number,
  target: CallTarget & { readonly throws: boolean },
  { result, from }: CallbackFlow,
  edges: FlowEdges,
): void {
  const { bodies, labels } = vertices;
  const own = bodies[target.body]!;
  const params = paramCount(own);
  const how = target.given === undefined ? null : settles(site.callee);
  const given = how === null ? { flat: true } : handed(how, target.given!);
  const flat = target.callback === undefined ? 0 : labels.number(given);
  if (target.callback === undefined || result) {
    const except = target.throws ? THROWN : null;
    const label = labels.number({ flat: target.callback !== undefined, except });
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
  if (target.makes === true) {
    // What was made for a constructor is what `new` gives, with what the constructor wrote to it.
    edges.push({ src: site.firstArgument, dst: site.result, kind: 'opaque', site: -1 });
    if (params > 0 && target.from === undefined)
      edges.push({ src: own.firstOut, dst: site.result, kind: 'out', site: c });
  }
  if (target.fresh === true)
    edges.push({
      src: own.firstOut,
      dst: site.result,
      kind: 'out',
      site: c,
      label: target.env === undefined ? 0 : labels.number({ pop: [RECEIVER] }),
    });
  if (target.on !== undefined) onObject(vertices, site, c, target.on, own, edges);
  for (let j = 0; j < site.arguments; j++) {
    if (target.callback !== undefined && from >= 0 && from !== j) continue;
    if (target.spread === j) {
      spreadOver(vertices, site, c, target, edges);
      continue;
    }
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

/** The object that a closure is called on lies in its environment, and what the closure writes to it there is in it. */
function onObject(
  { labels }: Vertices,
  site: CallSite,
  c: number,
  on: number,
  { firstParam, firstOut }: Vertices['bodies'][number],
  edges: FlowEdges,
): void {
  const label = labels.number({ push: [RECEIVER] });
  edges.push({ src: site.firstArgument + on, dst: firstParam, kind: 'call', site: c, label });
  for (const { vertex, label } of site.through[on]!)
    edges.push({
      src: firstOut,
      dst: vertex,
      kind: 'out',
      site: c,
      label: labels.number({ ...label, pop: [RECEIVER, ...(label.pop ?? [])] }),
    });
}

/** Elements of a list become the arguments of a function; a parameter that takes the rest gets the list. */
function spreadOver(
  { bodies, labels }: Vertices,
  site: CallSite,
  c: number,
  target: CallTarget,
  edges: FlowEdges,
): void {
  const own = bodies[target.body]!;
  const params = paramCount(own);
  const j = target.spread!;
  for (const k of paramsOf(target, j, params)) {
    const isRest = target.rest === true && k === params - 1;
    const label = isRest ? 0 : labels.number({ pop: [String(k - (j + target.shift))] });
    const src = site.firstArgument + j;
    edges.push({ src, dst: own.firstParam + k, kind: 'call', site: c, label });
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
  const key = (part: string): readonly string[] => (part === '' ? [] : [part]);
  const pop = [...(label.pop ?? []), ...key(from)];
  return { ...label, pop, push: [...(label.push ?? []), ...key(into)] };
}

function resultLabel(part: PropagatorFlow['part']): ThroughEnd['label'] {
  if (part === undefined) return { flat: true };
  const keys = (key: string): readonly string[] => (key === '' ? [] : [key]);
  return { pop: keys(part[0]), push: keys(part[1]) };
}

const all = ({ arguments: count }: CallSite): number[] =>
  Array.from({ length: count }, (_, j) => j);
