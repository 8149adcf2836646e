import type {
  Completion,
  Engine,
  EngineEvent,
  Evaluation,
  HandleInfo,
  PageRequest,
  SignatureHelp,
} from '../../src/engine/index.js';
import type { CodeNode, Neighbour } from '../../src/session/graph-comm.js';
import type { RunStep, RunView } from '../../src/session/run-comm.js';
import { arrowPage, fromRows, type Relation } from '../../src/table/index.js';

type Reply = Partial<Evaluation> & {
  readonly events?: readonly EngineEvent[];
  readonly wait?: number;
};

const DONE: Evaluation = {
  status: 'ok',
  diagnostics: [],
  declares: [],
  reads: [],
  milliseconds: 1,
};

/** A run of three steps whose last two depend on the parameter `level`. */
export function threeSteps(): RunView {
  const step = (id: string, params: string[], inputs: string[]): RunStep => ({
    id,
    title: `The ${id} of it`,
    formula: 'A^{+} = \\bigcup_{k \\ge 1} A^k',
    product: 'any_pair',
    params,
    inputs,
    status: 'pending',
    products: [],
    hasChart: id === 'levels',
    runs: 0,
  });
  return {
    lens: 'dsm',
    title: 'Design structure matrix',
    question: 'Which modules depend on which?',
    params: [
      {
        name: 'level',
        type: { kind: 'choice', of: ['file', 'folder'] },
        default: 'file',
        value: 'file',
        doc: 'what a module is',
      },
      {
        name: 'limit',
        type: { kind: 'integer', min: 0 },
        default: 50,
        value: 50,
        doc: 'rows to show',
      },
    ],
    steps: [
      step('scope', [], []),
      step('matrix', ['level'], ['scope']),
      step('levels', ['limit'], ['matrix']),
    ],
    needs: [],
  };
}

/** An engine without a child: cells answer from a table of replies, tables and runs are plain values. */
export class FakeEngine implements Engine {
  readonly ready = Promise.resolve();
  readonly asked: string[] = [];
  readonly replies = new Map<string, Reply>();
  readonly tables = new Map<string, Relation>();
  run: RunView = threeSteps();
  interrupts = 0;
  resets = 0;
  closed = false;
  /** True while a cell runs that only `proceed` or an interrupt ends. */
  waiting = false;
  answered: string | null = null;
  completions: Completion = { start: 0, end: 0, items: [] };
  private stop: () => void = () => undefined;
  /** Lets a cell that waits come to its end. */
  proceed: () => void = () => undefined;

  on(source: string, reply: Reply): this {
    this.replies.set(source, reply);
    return this;
  }

  /** A table under a handle, and the cell that gives it. */
  table(source: string, table: Relation): HandleInfo {
    const info: HandleInfo = {
      handle: `t${this.tables.size}`,
      kind: 'table',
      rows: table.rowCount,
      columns: table.columns.map((c) => c.spec),
    };
    this.tables.set(info.handle, table);
    this.on(source, { result: { bundle: { 'text/plain': 'table' }, handle: info } });
    return info;
  }

  async evaluate(source: string, onEvent: (event: EngineEvent) => void): Promise<Evaluation> {
    this.asked.push(source);
    const {
      events = [],
      wait = 0,
      ...reply
    } = this.replies.get(source) ?? { result: { bundle: { 'text/plain': `value of ${source}` } } };
    for (const event of events) onEvent(event);
    this.waiting = wait === Infinity;
    const stopped = await new Promise<boolean>((resolve) => {
      this.stop = () => resolve(true);
      this.proceed = () => resolve(false);
      if (wait !== Infinity) setTimeout(resolve, wait, false);
    });
    this.waiting = false;
    return stopped ? { ...DONE, status: 'interrupted' } : { ...DONE, ...reply };
  }

  complete(): Promise<Completion> {
    return Promise.resolve(this.completions);
  }

  inspect(source: string): Promise<{ text: string; doc: string } | null> {
    return Promise.resolve(
      source.endsWith('nothing')
        ? null
        : { text: `const ${source}: number`, doc: `About ${source}.` },
    );
  }

  signature(): Promise<SignatureHelp | null> {
    return Promise.resolve(null);
  }

  isComplete(): Promise<{ status: 'complete'; indent: string }> {
    return Promise.resolve({ status: 'complete', indent: '' });
  }

  interrupt(): Promise<void> {
    this.interrupts++;
    this.stop();
    this.stopCall(new Error('interrupted: the call'));
    return Promise.resolve();
  }

  reset(): Promise<void> {
    this.resets++;
    this.stop();
    return Promise.resolve();
  }

  page(handle: string, request: PageRequest): Promise<{ arrow: Uint8Array; total: number }> {
    return Promise.resolve(arrowPage(this.tables.get(handle)!, request));
  }

  /** The method whose calls only an interrupt ends, and how such a call is told of. */
  endless = '';
  called = false;
  tell: (event: EngineEvent) => void = () => undefined;
  private stopCall: (reason: Error) => void = () => undefined;

  comm(
    handle: string,
    method: string,
    argument: unknown,
    onEvent: (event: EngineEvent) => void = () => undefined,
  ): Promise<unknown> {
    if (method === this.endless) {
      this.tell = onEvent;
      this.called = true;
      return new Promise((_, reject) => (this.stopCall = reject));
    }
    if (handle === 'session')
      return Promise.resolve(graphAnswer(method, argument as Record<string, string>));
    return Promise.resolve(this.runComm(method, argument as Record<string, unknown> | null));
  }

  private runComm(method: string, argument: Record<string, unknown> | null): unknown {
    const ran = (step: RunStep): RunStep => ({
      ...step,
      status: 'done',
      rows: 2,
      milliseconds: 1.5,
      runs: step.runs + 1,
      products: [{ text: 'C = any_pair(A, A)', milliseconds: 1.2 }],
    });
    const upTo = (last: number): RunView => {
      this.run = {
        ...this.run,
        steps: this.run.steps.map((s, at) => (at <= last && s.status === 'pending' ? ran(s) : s)),
      };
      return this.run;
    };
    switch (method) {
      case 'steps':
        return this.run;
      case 'advance':
        return upTo(this.run.steps.findIndex((s) => s.status === 'pending'));
      case 'until':
        return upTo(this.run.steps.findIndex((s) => s.id === argument!['step']));
      case 'finish':
        return upTo(this.run.steps.length - 1);
      case 'table': {
        const table = fromRows(
          ['name'],
          [
            { name: 'name', type: 'text' },
            { name: 'fan_in', type: 'integer' },
          ],
          [
            ['a.ts', 3],
            ['b.ts', 1],
          ],
        );
        const handle = `step-${String(argument!['step'])}`;
        this.tables.set(handle, table);
        return { handle, kind: 'table', rows: 2 };
      }
      case 'chart':
        return { title: 'chart', data: '▇▇▇ a.ts\n▇ b.ts' };
      case 'retune': {
        const params = argument!['params'] as Record<string, unknown>;
        const reran = this.run.steps
          .filter(
            (s) => s.status === 'done' && (s.params.some((p) => p in params) || s.id === 'levels'),
          )
          .map((s) => s.id);
        const shared = this.run.steps
          .filter((s) => s.status === 'done' && !reran.includes(s.id))
          .map((s) => s.id);
        this.run = {
          ...this.run,
          params: this.run.params.map((p) =>
            p.name in params ? { ...p, value: params[p.name] } : p,
          ),
          steps: this.run.steps.map((s) => (reran.includes(s.id) ? ran(s) : s)),
        };
        return { ...this.run, reran, shared };
      }
      case 'pin':
        return { name: argument!['name'], rows: 2, source: `pin("${String(argument!['name'])}")` };
      default:
        throw new Error(`unknown method: ${method}`);
    }
  }

  release(): Promise<void> {
    return Promise.resolve();
  }

  reply(text: string): void {
    this.answered = text;
  }

  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }
}

function node(name: string): CodeNode {
  return {
    id: name,
    label: `node ${name}`,
    kind: 'fn',
    file: 'src/main.ts',
    line: 10,
    endLine: 14,
  };
}

/** A graph in which every name is a node, with a caller and two callees, and `sink` is one call away. */
function graphAnswer(method: string, argument: Record<string, string>): unknown {
  const near = (name: string, edge: 'CALLS' | 'USES_TYPE'): Neighbour => ({
    node: node(name),
    edge,
    places: [{ file: 'src/main.ts', line: 12 }],
    count: 2,
  });
  switch (method) {
    case 'find':
      return { total: 1, nodes: [node(argument['pattern']!)] };
    case 'look': {
      const { id } = argument;
      return {
        node: node(id!),
        into: [near(`${id}-caller`, 'CALLS')],
        from: [near(`${id}-callee`, 'CALLS'), near('Type', 'USES_TYPE')],
        hidden: 0,
      };
    }
    case 'path': {
      const { from, to } = argument;
      const hops =
        to === 'sink'
          ? [
              { node: node(from!), places: [] },
              { node: node(to), edge: 'CALLS', places: [{ file: 'src/main.ts', line: 12 }] },
            ]
          : [];
      return { hops, kinds: ['CALLS'], starts: 1, ends: 1 };
    }
    case 'identify':
      return (argument as unknown as { names: string[] }).names.map(() => null);
    case 'replay':
      return {
        ok: argument['name'] !== 'drifted',
        lines: [`study ${argument['name']}: of ${argument['width']} columns`, '✓ run dsm: holds'],
      };
    default:
      return null;
  }
}
