import { cutEnd } from '../../view/text-width.js';
import { ChartSource } from '../chart/source.js';
import { tableLines } from '../table/lines.js';
import { TableSource } from '../table/source.js';
import type { RunStep } from '../../session/run-comm.js';
import type { HandleInfo } from '../../engine/index.js';
import type { Workbench } from '../workbench.js';

/** What is shown of the chosen step, fetched from the host when another step, view or size is asked for. */
export class Shown {
  private key = '';
  private lines: readonly string[] | null = null;
  private readonly sources: TableSource[] = [];

  constructor(
    private readonly bench: Workbench,
    private readonly handle: string,
  ) {}

  /** The lines if they are here; null while they are on their way. */
  linesOf(
    view: 'table' | 'chart',
    step: RunStep,
    width: number,
    height: number,
  ): readonly string[] | null {
    // A step that ran again shows something else.
    const key = `${view} ${step.id} ${step.runs} ${width}x${height}`;
    if (this.key !== key) {
      this.key = key;
      this.lines = null;
      const work =
        view === 'chart' ? this.chart(step, width, height) : this.table(step, width, height);
      work.then(
        (lines) => this.put(key, lines),
        (error: Error) => this.put(key, [this.bench.style.red(cutEnd(error.message, width))]),
      );
    }
    return this.lines;
  }

  /** The table of a step; released with the others when the view is left. */
  async source(step: RunStep): Promise<TableSource> {
    const info = (await this.bench.engine.comm(this.handle, 'table', {
      step: step.id,
    })) as HandleInfo;
    const source = new TableSource(this.bench.engine, info);
    this.sources.push(source);
    return source;
  }

  release(): void {
    for (const source of this.sources.splice(0)) void source.release().catch(() => undefined);
  }

  private put(key: string, lines: readonly string[]): void {
    if (this.key !== key) return;
    this.lines = lines;
    this.bench.surface.redraw();
  }

  private async table(step: RunStep, width: number, height: number): Promise<string[]> {
    const source = await this.source(step);
    const rows = await source.rows(0, Math.max(1, height - 3));
    return tableLines(rows, source.total, width, this.bench.style);
  }

  private async chart(step: RunStep, width: number, height: number): Promise<string[]> {
    const { style, engine } = this.bench;
    if (!step.hasChart) return [style.dim(' this step has no chart')];
    const request = {
      form: 'cells',
      width,
      height: Math.max(4, height),
      color: style.color,
    } as const;
    return (await new ChartSource(engine, this.handle, step.id).draw(request)).data.split('\n');
  }
}
