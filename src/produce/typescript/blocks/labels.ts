import { labelOf } from '../../../dump/index.js';
import type { TS } from '../compiler.js';
import type { Entity } from '../entities.js';
import type { Externals } from '../externals.js';
import type { Reading } from '../reading.js';

/** How places name what they are places of. */
export class Labels {
  constructor(
    private readonly reading: Reading,
    private readonly externals: Externals,
  ) {}

  /** Declaring type and name of a property; unknown where the checker knows none. */
  field(
    symbol: TS.Symbol | undefined,
    name: string,
  ): { readonly owner: string; readonly name: string } {
    const declaration = symbol?.declarations?.[0];
    if (!declaration) return { owner: '?', name };
    const known = this.#entity(declaration);
    const label = labelOf(known?.id ?? this.externals.moniker(declaration));
    const cut = label.lastIndexOf('#');
    const owner =
      cut >= 0 ? label.slice(0, cut) : label.replace(/[^/:.]*[.:]?$/u, '').replace(/[/.:]$/u, '');
    const meta = /#(typeLiteral\d+:)/u.exec(label.slice(cut < 0 ? label.length : cut));
    return { owner: (meta ? `${owner}#${meta[1]!.slice(0, -1)}` : owner) || '?', name };
  }

  /** What a module variable, function, class or namespace is called. */
  static(declaration: TS.Node): string {
    return labelOf(this.#entity(declaration)?.id ?? this.externals.moniker(declaration));
  }

  #entity(declaration: TS.Node): Entity | undefined {
    const { entities, ts } = this.reading;
    return (
      (ts.isParameter(declaration) ? entities.ofDeclaration(declaration.name) : undefined) ??
      entities.ofDeclaration(declaration)
    );
  }
}
