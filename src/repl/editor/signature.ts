import type { SignatureHelp } from '../../engine/index.js';
import { cutEnd, wrap } from '../../view/text-width.js';
import type { Style } from '../terminal/style.js';

/** The call that the cursor stands in: its signature with the present argument marked, and what is said about both. */
export function signatureLines(help: SignatureHelp, width: number, style: Style): string[] {
  const signature = help.signatures[help.active];
  if (signature === undefined) return [];
  const { label } = signature;
  const parameter = signature.parameters[Math.min(help.parameter, signature.parameters.length - 1)];
  const others =
    help.signatures.length > 1
      ? style.dim(` (${help.active + 1} of ${help.signatures.length})`)
      : '';
  const [from, to] = rangeOf(
    label,
    parameter?.label ?? '',
    signature.parameters.map((p) => p.label),
    help.parameter,
  );
  const first =
    label.length > width - 10
      ? style.dim(cutEnd(to > from ? label.slice(from) : label, width - 10))
      : style.dim(label.slice(0, from)) +
        style.bold(style.cyan(label.slice(from, to))) +
        style.dim(label.slice(to));
  const doc =
    wrap(
      (parameter?.doc === undefined || parameter.doc === '' ? signature.doc : parameter.doc).split(
        '\n\n',
      )[0]!,
      width,
    )[0] ?? '';
  return doc === '' ? [first + others] : [first + others, style.dim(doc)];
}

/** Where the n-th parameter stands in the label: the labels are looked for one after the other. */
function rangeOf(
  label: string,
  wanted: string,
  all: readonly string[],
  at: number,
): readonly [number, number] {
  if (wanted === '') return [0, 0];
  let from = label.indexOf('(') + 1;
  for (const before of all.slice(0, Math.min(at, all.length - 1)))
    from = Math.max(from, label.indexOf(before, from) + before.length);
  const start = label.indexOf(wanted, from);
  return start < 0 ? [0, 0] : [start, start + wanted.length];
}
