import { AsyncLocalStorage } from 'node:async_hooks';
import { createTask, type Task } from '../task/index.js';
import type { Backend } from './backend.js';

/** One product that ran: what a user reads under a step. */
export interface RecordedProduct {
  /** The whole line, without its time: `C⟨¬M⟩ = q any_pair A · 1×9 by 9×9, 3 and 14 entries → 5`. */
  readonly text: string;
  readonly op: string;
  readonly semiring: string | null;
  readonly mask: string | null;
  readonly shapes: readonly string[];
  readonly entriesIn: readonly number[];
  readonly entriesOut: number;
  readonly milliseconds: number;
}

/** Collects the products of a step, in the order in which they ended. */
export class Recorder {
  readonly products: RecordedProduct[] = [];

  add(product: Omit<RecordedProduct, 'text'>): void {
    this.products.push({ text: productLine(product), ...product });
  }

  /** One line a product: text and milliseconds. */
  lines(): readonly { readonly text: string; readonly milliseconds: number }[] {
    return this.products.map(({ text, milliseconds }) => ({ text, milliseconds }));
  }
}

function productLine(product: Omit<RecordedProduct, 'text'>): string {
  const by = product.semiring === null ? '' : ` ${product.semiring}`;
  const mask = product.mask === null ? '' : `⟨${product.mask}⟩`;
  const shapes = product.shapes.length === 0 ? '' : ` · ${product.shapes.join(' by ')}`;
  const entriesIn =
    product.entriesIn.length === 0 ? '' : `, ${product.entriesIn.join(' and ')} entries`;
  return `${product.op}${mask}${by}${shapes}${entriesIn} → ${String(product.entriesOut)}`;
}

/** What every call may be given: who may stop it, who writes down what it ran, and what makes new objects. */
export interface RunContext {
  readonly task?: Task;
  readonly recorder?: Recorder;
  /** Makes the objects of constructors; an operation runs where its operands are. */
  readonly backend?: Backend;
}

const ambient = new AsyncLocalStorage<RunContext>();

/**
 * Runs `work` so that every product inside it reports to `context`, without handing it from call to call.
 * A call's own `task`, `recorder` or `backend` wins.
 */
export function underRun<T>(context: RunContext, work: () => Promise<T>): Promise<T> {
  return ambient.run({ ...ambient.getStore(), ...context }, work);
}

const unstoppable = createTask();

export interface CurrentRun {
  readonly task: Task;
  readonly recorder: Recorder | null;
  readonly backend: Backend | null;
}

/** The task and recorder that a call runs under. */
export function currentRun(own: RunContext = {}): CurrentRun {
  const outer = ambient.getStore();
  return {
    task: own.task ?? outer?.task ?? unstoppable,
    recorder: own.recorder ?? outer?.recorder ?? null,
    backend: own.backend ?? outer?.backend ?? null,
  };
}
