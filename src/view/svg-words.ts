import { parseHTML } from 'linkedom';

/** A word of a drawing and where it stands, in CSS pixels. */
export interface SvgWord {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  /** A word along a vertical axis: in cells it stands one character a line. */
  readonly upright: boolean;
}

interface SvgNode {
  readonly nodeType: number;
  readonly localName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<SvgNode>;
  getAttribute(name: string): string | null;
  remove(): void;
}

interface Origin {
  readonly x: number;
  readonly y: number;
  readonly anchor: SvgWord['anchor'];
  readonly rotated: boolean;
  /** Turned by a quarter, as the label of a vertical axis is. */
  readonly upright: boolean;
}

/** Takes the words out of an SVG document, so that a coarse picture of the rest can carry them as characters. */
export function liftWords(svg: string): {
  readonly svg: string;
  readonly words: readonly SvgWord[];
} {
  const { document } = parseHTML(`<html><body>${svg}</body></html>`);
  const root = document.querySelector('svg') as unknown as (SvgNode & { outerHTML: string }) | null;
  if (root === null) return { svg, words: [] };
  const words: SvgWord[] = [];
  const gone: SvgNode[] = [];
  walk(root, { x: 0, y: 0, anchor: 'start', rotated: false, upright: false }, words, gone);
  for (const node of gone) node.remove();
  return { svg: root.outerHTML, words };
}

function walk(node: SvgNode, above: Origin, words: SvgWord[], gone: SvgNode[]): void {
  const here = originOf(node, above);
  if (node.localName === 'text') {
    const text = (node.textContent ?? '').trim();
    // A word at another angle cannot be written in cells; it stays in the picture.
    if (here.rotated && !here.upright) return;
    if (text !== '')
      words.push({
        text,
        x: here.x + numberOf(node, 'x'),
        y: here.y + numberOf(node, 'y'),
        anchor: here.anchor,
        upright: here.upright,
      });
    gone.push(node);
    return;
  }
  for (const child of node.childNodes) if (child.nodeType === 1) walk(child, here, words, gone);
}

function originOf(node: SvgNode, above: Origin): Origin {
  const transform = node.getAttribute('transform') ?? '';
  const moved = /translate\(\s*([-\d.e]+)(?:[\s,]+([-\d.e]+))?\s*\)/.exec(transform);
  const anchor = node.getAttribute('text-anchor') as SvgWord['anchor'] | null;
  const nested = node.localName === 'svg';
  return {
    x: above.x + Number(moved?.[1] ?? 0) + (nested ? numberOf(node, 'x') : 0),
    y: above.y + Number(moved?.[2] ?? 0) + (nested ? numberOf(node, 'y') : 0),
    anchor: anchor ?? above.anchor,
    upright: transform.includes('rotate')
      ? !above.rotated && /rotate\(\s*-90\s*\)/.test(transform)
      : above.upright,
    rotated: above.rotated || /rotate\(\s*-?[1-9]/.test(transform),
  };
}

function numberOf(node: SvgNode, name: string): number {
  const value = parseFloat(node.getAttribute(name) ?? '0');
  return Number.isNaN(value) ? 0 : value;
}
