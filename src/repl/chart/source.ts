import { writeFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Engine } from '../../engine/index.js';
import type { ChartAnswer, ChartRequest } from '../../session/run-comm.js';

/** A chart that stays in the host: of a step, or a value of its own. */
export class ChartSource {
  constructor(
    private readonly engine: Engine,
    private readonly handle: string,
    /** Absent for a chart that is a value. */
    private readonly step?: string,
  ) {}

  async draw(request: Omit<ChartRequest, 'step'>): Promise<ChartAnswer> {
    const { engine, handle, step } = this;
    const answer =
      step === undefined
        ? await engine.comm(handle, 'draw', request)
        : await engine.comm(handle, 'chart', { ...request, step });
    if (answer === null) throw new Error(`no chart: the step ${String(step)} has none`);
    return answer as ChartAnswer;
  }

  /** Writes it as the ending of the name says. */
  async save(file: string, folder: string): Promise<void> {
    const ending = path.extname(file).toLowerCase();
    if (ending !== '.svg' && ending !== '.png' && ending !== '.html') {
      throw new Error(
        `format unknown: ${ending === '' ? file : ending}; a chart is saved as .svg, .png or .html`,
      );
    }
    const form = ending.slice(1) as 'svg' | 'png' | 'html';
    const { data } = await this.draw({ form });
    const target = path.resolve(folder, file);
    const aside = `${target}.${process.pid}`;
    try {
      await writeFile(aside, form === 'png' ? Buffer.from(data, 'base64') : data);
      await rename(aside, target);
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  }
}
