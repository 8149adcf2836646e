import type { CodeGraph } from '../graph/index.js';

/**
 * Nodes of one text: the same repo, file, first and last line (S1:1290). A file that a library and a program of one
 * package both hold is compiled twice, and a macro makes many functions at one place: whoever compares functions meets
 * one text there, not copies.
 *
 * Of each text the node of the library stays, else the first; nodes without a place are each their own. Cost: one pass.
 *
 * @param ordinals of the dump, ascending
 * @returns for each of them 1 = another one stands for it
 */
export function repeatsOfText(graph: CodeGraph, ordinals: ArrayLike<number>): Uint8Array {
  const repeats = new Uint8Array(ordinals.length);
  const first = new Map<string, number>();
  for (let at = 0; at < ordinals.length; at++) {
    const v = ordinals[at]!;
    const file = graph.file?.at(v) ?? null;
    const line = graph.line?.[v] ?? 0;
    if (file === null || line <= 0) continue;
    const place = `${graph.repo?.at(v) ?? ''}\0${file}\0${String(line)}\0${String(graph.endLine?.[v] ?? 0)}`;
    const known = first.get(place);
    if (known === undefined) {
      first.set(place, at);
    } else if (inProgram(graph, ordinals[known]!) && !inProgram(graph, v)) {
      repeats[known] = 1;
      first.set(place, at);
    } else {
      repeats[at] = 1;
    }
  }
  return repeats;
}

/** Says that functions of one text were compared once; nothing where there are none. */
export const repeatNotes = (repeats: number): string[] =>
  repeats === 0
    ? []
    : [
        `${String(repeats)} functions stand on the same lines as another (one text, compiled for several targets or made by one macro): it is compared once`,
      ];

/** A target beside the library: `` `bin=NAME`/ ``, `` `test=NAME`/ `` (docs/dump-format.md). */
const inProgram = (graph: CodeGraph, v: number): boolean =>
  /[ /]`?(?:bin|test|example|bench)=/.test(graph.label(v));
