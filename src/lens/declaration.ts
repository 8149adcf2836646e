import type { Lens } from './lens.js';
import type { Parameter, ParameterType } from './parameters.js';
import { canonicalJson } from './canonical-json.js';
import { typeText } from './arguments.js';

/**
 * The parameters of a lens as TypeScript: an interface whose members carry their text and default, so that completion
 * in a cell shows what help shows. `name` is the interface's.
 */
export function declareParameters(lens: Pick<Lens, 'params'>, name: string): string {
  const members = lens.params.map((parameter) => {
    const doc = `${parameter.doc}. Default: ${canonicalJson(parameter.default)}.`.replace(
      /\*\//g,
      '*\u200b/',
    );
    return `  /** ${doc} */\n  ${parameter.name}?: ${typeScriptOf(parameter)};`;
  });
  return `interface ${name} {\n${members.join('\n')}\n}\n`;
}

function typeScriptOf(parameter: Parameter): string {
  const type = scalarOf(parameter.type);
  return parameter.default === null ? `${type} | null` : type;
}

function scalarOf(type: ParameterType): string {
  switch (type.kind) {
    case 'boolean':
      return 'boolean';
    case 'integer':
    case 'number':
      return 'number';
    case 'choice':
      return type.of.map((word) => JSON.stringify(word)).join(' | ');
    case 'choices':
      return `readonly (${type.of.map((word) => JSON.stringify(word)).join(' | ')})[]`;
    case 'text':
    case 'dump':
      return 'string';
    case 'texts':
      return 'readonly string[]';
    case 'json':
      return 'unknown';
  }
}

/** One parameter as a line of help: flag, what it takes, text, default. */
export function parameterHelp(parameter: Parameter): {
  readonly takes: string;
  readonly doc: string;
  readonly byDefault: string;
} {
  return {
    takes: typeText(parameter.type),
    doc: parameter.doc,
    byDefault: canonicalJson(parameter.default),
  };
}
