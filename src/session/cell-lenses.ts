import type { CodeGraph } from '../graph/index.js';
import { camelCase, kebabCase, type Lens, type LensKind, type Registry } from '../lens/index.js';
import { fromRows, toArquero } from '../table/index.js';
import { didYouMean } from '../lens/index.js';
import { InvalidArgument } from '../task/index.js';
import type { LensRun } from './lens-run.js';
import type { Session } from './session.js';

type Ask = (params?: Readonly<Record<string, unknown>>) => LensRun;

/**
 * The lenses of one kind under their names, as cells call them: `lens.dsm({…})` gives a run before its first step.
 * Underscore names are accepted as aliases. An unknown name throws with the nearest.
 */
export function cellLenses(
  session: Session,
  registry: Registry,
  kind: LensKind,
  graph?: CodeGraph,
): object {
  const lenses = registry.all(kind);
  const members = new Map<string, unknown>();
  for (const lens of lenses) {
    const ask: Ask = (params) => session.run(lens, params, graph);
    members.set(camelCase(lens.id), Object.assign(ask, { lens }));
  }
  const own = {
    list: () => lensTable(lenses),
    /** A lens that is defined in a cell or in a module of the user. */
    run: (lens: Lens, params?: Readonly<Record<string, unknown>>) =>
      session.run(lens, params, graph),
    on: (other: CodeGraph) => cellLenses(session, registry, kind, other),
  };
  for (const [name, member] of Object.entries(own)) members.set(name, member);
  return new Proxy(Object.fromEntries(members), {
    get(target, name) {
      if (typeof name === 'symbol' || name in target) return Reflect.get(target, name) as unknown;
      const alias = camelCase(name);
      if (members.has(alias)) return members.get(alias);
      // What asks whether this is a promise, or how it prints, is no question.
      if (name === 'then' || name === 'toJSON' || name === 'constructor') return undefined;
      const names = lenses.map(({ id }) => camelCase(id));
      throw new InvalidArgument(`unknown ${kind}: ${kebabCase(name)}; ${didYouMean(name, names)}`);
    },
  });
}

function lensTable(lenses: readonly Lens[]) {
  return toArquero(
    fromRows(
      ['name'],
      [
        { name: 'name', type: 'text' },
        { name: 'question', type: 'text' },
        { name: 'steps', type: 'integer' },
        { name: 'parameters', type: 'text' },
      ],
      lenses.map((lens) => [
        camelCase(lens.id),
        lens.question,
        lens.steps.length,
        lens.params.map(({ name }) => name).join(', '),
      ]),
    ),
  );
}
