import { declarationsText } from './declarations.js';
import { questions } from './questions.js';

/**
 * The names that every cell sees, as one ambient declaration file for editors: what `globals.d.ts` of the package
 * refers to. It lies beside this module, and refers to the others from there. A session knows more than it does: the
 * kinds and crates of the open dump.
 */
export function globalsText(): string {
  const module = (name: string): string =>
    name.startsWith('session/') ? `./${name.slice('session/'.length)}` : `../${name}`;
  return `// Made by the build; a study file is typed by it in editors.\n${declarationsText({ registry: questions, graph: null, module })}`;
}
