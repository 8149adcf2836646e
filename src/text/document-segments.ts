/** A paragraph of a document. */
export interface DocumentSegment {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** Paragraphs of Markdown or plain text: runs of non-blank lines outside of fenced code. */
export function paragraphsOf(text: string): DocumentSegment[] {
  const segments: DocumentSegment[] = [];
  let lines: string[] = [];
  let start = 0;
  let fence: string | null = null;
  const close = (): void => {
    if (lines.length > 0) segments.push({ line: start, text: lines.join('\n') });
    lines = [];
  };
  text.split(/\r?\n/).forEach((line, i) => {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1];
    if (mark !== undefined) {
      close();
      if (fence === null) fence = mark;
      else if (fence === mark) fence = null;
      return;
    }
    if (fence !== null) return;
    // A form feed ends a paragraph inside of a line.
    line.split('\f').forEach((piece, k) => {
      if (k > 0 || piece.trim() === '') close();
      if (piece.trim() === '') return;
      if (lines.length === 0) start = i + 1;
      lines.push(piece);
    });
  });
  close();
  return segments;
}

/** Text of an HTML page between its block elements; scripts and styles are no text. */
export function htmlSegments(html: string): DocumentSegment[] {
  const hidden = html.replace(/<(script|style)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi, keepLines);
  const blocks = hidden.replace(
    /<\/?(p|div|li|ul|ol|h[1-6]|table|tr|td|th|section|article|pre|br|dt|dd|blockquote)\b[^>]*>/gi,
    (tag) => `\f${keepLines(tag)}`,
  );
  const plain = blocks.replace(/<[^>]*>/g, keepLines);
  return paragraphsOf(plain);
}

const keepLines = (match: string): string => match.replace(/[^\n]/g, '');
