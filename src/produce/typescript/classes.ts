import type { How } from '../../dump/index.js';
import type { Callee } from './callee.js';
import type { TS } from './compiler.js';
import type { Entity } from './entities.js';
import type { Externals } from './externals.js';
import type { Names } from './names.js';
import type { Reading } from './reading.js';

/** Variables that may stand between a name and the class that it means. */
const MAX_ALIASES = 8;

/** Which class a name means, which class it extends, and what makes its instances. */
export class Classes {
  constructor(
    private readonly reading: Reading,
    private readonly externals: Externals,
    private readonly names: Names,
  ) {}

  /** The constructor that runs first for a class: its own one with a body, else the class itself (implicit). */
  constructorOf(declaration: TS.ClassLikeDeclaration): Entity | undefined {
    const { ts, syntax } = this.reading;
    const own = declaration.members.filter(ts.isConstructorDeclaration);
    const explicit = own.find((one) => syntax.hasBody(one)) ?? own[0];
    return this.externals.entityOf(explicit ?? declaration);
  }

  /** What making an instance of a class calls. */
  constructed(declaration: TS.ClassLikeDeclaration, how: How): Callee {
    const entity = this.constructorOf(declaration);
    if (!entity)
      return { class: 'by_value', how: 'fn-pointer', targets: [this.externals.functionCall()] };
    return { class: entity.local ? 'resolved' : 'external', how, targets: [entity] };
  }

  /** The class that a symbol names, through variables that hold it. */
  classOf(symbol: TS.Symbol | undefined, depth = MAX_ALIASES): TS.ClassLikeDeclaration | undefined {
    const { ts, syntax } = this.reading;
    for (const declaration of symbol?.declarations ?? []) {
      if (ts.isClassLike(declaration)) return declaration;
      if (!ts.isVariableDeclaration(declaration) || !declaration.initializer) continue;
      const value = syntax.bare(declaration.initializer);
      if (ts.isClassExpression(value)) return value;
      if (depth > 0 && ts.isIdentifier(value))
        return this.classOf(this.names.symbolOf(value), depth - 1);
    }
    return undefined;
  }

  /** The class that a class extends: the one named, else the one whose instances its base makes (mixins). */
  baseOf(declaration: TS.ClassLikeDeclaration): TS.ClassLikeDeclaration | undefined {
    const { ts, checker, syntax } = this.reading;
    const clause = declaration.heritageClauses?.find(
      (one) => one.token === ts.SyntaxKind.ExtendsKeyword,
    );
    const base = clause?.types[0];
    if (!base) return undefined;
    const named = this.classOf(this.names.symbolOf(syntax.bare(base.expression)));
    if (named) return named;
    const type = checker.getTypeAtLocation(base);
    const parts = type.isIntersection() ? type.types : [type];
    return parts.flatMap((part) => part.getSymbol()?.declarations ?? []).find(ts.isClassLike);
  }
}
