import { readFileSync } from 'node:fs';
import path from 'node:path';
import { spanEnds, type CodeGraph } from '../graph/index.js';
import { findingKey, findingSides, type FindingSides, type Report } from '../lens/index.js';
import { InvalidArgument } from '../task/index.js';
import { sidesHtml, sidesText, type SourceReader } from '../view/index.js';

/** The two sides of one finding with their source: shows itself side by side, differences marked. */
export class FindingReading {
  constructor(
    /** The finding's key. */
    readonly key: readonly string[],
    readonly sides: FindingSides,
    private readonly read: SourceReader,
    private readonly endOf: (file: string, line: number) => number | null,
  ) {}

  get text(): string {
    return `${this.key.join(' | ')}\n${sidesText(this.sides, this.read, { endOf: this.endOf })}`;
  }

  get html(): string {
    return sidesHtml(this.sides, this.read, { endOf: this.endOf });
  }
}

/**
 * Reads the finding of a report at `row`, counted from 1. The sources are `src`'s, else the folder that the graph was
 * opened with. Throws `InvalidArgument` for a row that there is not, or a finding without sides.
 */
export function readFinding(
  report: Report,
  row: number,
  graph: CodeGraph,
  src: string | null,
): FindingReading {
  const found = report.findings.rows[row - 1];
  if (found === undefined)
    throw new InvalidArgument(
      `no finding ${String(row)}: ${report.lens} has ${String(report.findings.rows.length)}, counted from 1`,
    );
  const sides = findingSides(report, found);
  if (sides === null)
    throw new InvalidArgument(`finding without sides: ${report.lens} compares no two pieces`);
  const folder = src ?? graph.sources;
  return new FindingReading(
    findingKey(report, found),
    sides,
    folder === null ? () => null : linesBelow(folder),
    spanEnds(graph),
  );
}

function linesBelow(folder: string): SourceReader {
  const known = new Map<string, readonly string[] | null>();
  return (file) => {
    let lines = known.get(file);
    if (lines === undefined) {
      try {
        lines = readFileSync(path.resolve(folder, file), 'utf8').split(/\r?\n/);
      } catch {
        lines = null;
      }
      known.set(file, lines);
    }
    return lines;
  };
}
