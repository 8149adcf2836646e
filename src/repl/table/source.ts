import type { Engine, HandleInfo, PageRequest } from '../../engine/index.js';
import {
  relation,
  relationFromArrow,
  type Cell,
  type ColumnSpec,
  type Relation,
} from '../../table/index.js';

export type TableOrder = Pick<PageRequest, 'sort' | 'filter'>;

const PAGE = 256;
const KEPT_PAGES = 64;

/** Rows of a table that stays in the host, fetched a page at a time and kept for a while. */
export class TableSource {
  /** Known once the first page is here. */
  columns: readonly ColumnSpec[] = [];
  key: readonly string[] = [];
  /** Rows after the filter. */
  total: number;
  private order: TableOrder = {};
  private pages = new Map<number, Relation>();
  private fetching = new Map<number, Promise<Relation>>();
  private generation = 0;

  constructor(
    private readonly engine: Engine,
    readonly info: HandleInfo,
  ) {
    this.total = info.rows ?? 0;
  }

  /** Another order or filter: forgets the pages, asks for the first one. */
  async reorder(order: TableOrder): Promise<void> {
    this.order = order;
    this.pages = new Map();
    this.fetching = new Map();
    this.generation++;
    await this.page(0);
  }

  /** A row if it is here; otherwise null, and it is fetched: `then` runs when it has come. */
  row(at: number, then: () => void = () => undefined): readonly Cell[] | null {
    const number = Math.floor(at / PAGE);
    const page = this.pages.get(number);
    if (page === undefined) {
      this.page(number).then(then, () => undefined);
      return null;
    }
    const inside = at - number * PAGE;
    return inside < page.rowCount ? page.columns.map((c) => c.at(inside)) : null;
  }

  /** The rows from `from` on that are here, of the named columns; asks for the others. */
  window(from: number, count: number, names: readonly string[], then: () => void): Relation {
    const chosen = names.map((name) => this.columns.findIndex((c) => c.name === name));
    const rows: (readonly Cell[])[] = [];
    for (let at = from; at < Math.min(from + count, this.total); at++) {
      const row = this.row(at, then);
      if (row === null) break;
      rows.push(row);
    }
    return this.relationOf(chosen, rows);
  }

  /** Rows, fetched if they are not here. */
  async rows(from: number, count: number): Promise<Relation> {
    const last = Math.max(from, from + count - 1);
    for (let p = Math.floor(from / PAGE); p <= Math.floor(last / PAGE); p++) await this.page(p);
    return this.window(
      from,
      count,
      this.columns.map((c) => c.name),
      () => undefined,
    );
  }

  /** Rows in the present order as one relation, past the cache: for saving. */
  async fetch(from: number, count: number): Promise<Relation> {
    return relationFromArrow(
      (await this.engine.page(this.info.handle, { from, count, ...this.order })).arrow,
    );
  }

  async release(): Promise<void> {
    await this.engine.release(this.info.handle);
  }

  private relationOf(chosen: readonly number[], rows: readonly (readonly Cell[])[]): Relation {
    return relation({
      key: this.key.filter((name) => chosen.some((c) => this.columns[c]!.name === name)),
      columns: chosen.map((c) => ({
        spec: this.columns[c]!,
        length: rows.length,
        at: (row) => rows[row]![c]!,
      })),
    });
  }

  private async page(number: number): Promise<Relation> {
    const here = this.pages.get(number);
    if (here !== undefined) return here;
    const underWay = this.fetching.get(number);
    if (underWay !== undefined) return underWay;
    const { generation } = this;
    const request = this.engine
      .page(this.info.handle, { from: number * PAGE, count: PAGE, ...this.order })
      .then(({ arrow, total }) => {
        const page = relationFromArrow(arrow);
        if (generation !== this.generation) return page;
        this.total = total;
        this.columns = page.columns.map((c) => c.spec);
        this.key = page.key;
        this.pages.set(number, page);
        if (this.pages.size > KEPT_PAGES) this.pages.delete(this.pages.keys().next().value!);
        return page;
      });
    this.fetching.set(number, request);
    try {
      return await request;
    } finally {
      if (generation === this.generation) this.fetching.delete(number);
    }
  }
}
