import type { DocNames } from './doc-types.js';
import type { Docs } from './docs.js';
import type { Crate } from './model.js';
import { standardKey } from './names.js';
import type { World } from './world.js';

/** What the ids of one compilation's documentation stand for, of this crate and of others. */
export class DocKeys implements DocNames {
  readonly #keys = new Map<number, string | null>();

  constructor(
    readonly docs: Docs,
    private readonly crate: Crate,
    private readonly world: World,
  ) {}

  key(id: number): string | null {
    const known = this.#keys.get(id);
    if (known !== undefined) return known;
    const key = this.#find(id);
    this.#keys.set(id, key);
    return key;
  }

  #find(id: number): string | null {
    const entry = this.docs.paths[id];
    if (!entry) return null;
    const [first = '', ...rest] = entry.path;
    if (entry.crate_id === 0) return [this.crate.key, ...rest].join('::');
    if (['core', 'alloc', 'std'].includes(first)) return standardKey(entry.path.join('::'));
    return this.world.keyOfForeign(this.crate, entry.path.join('::'));
  }
}
