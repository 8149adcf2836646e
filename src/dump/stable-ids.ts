import { splitMoniker, withoutVersion } from './moniker.js';

/** Stable ids: the version is left out unless the dump knows several versions of a package. */
export class StableIds {
  readonly #several = new Set<string>();

  /** Over every id of one dump, refs included. */
  constructor(ids: Iterable<string>) {
    const versions = new Map<string, string>();
    for (const id of ids) {
      const moniker = splitMoniker(id);
      if (moniker === null) continue;
      const key = packageKey(moniker);
      const known = versions.get(key);
      if (known === undefined) versions.set(key, moniker.version);
      else if (known !== moniker.version) this.#several.add(key);
    }
  }

  stable(id: string): string {
    if (this.#several.size === 0) return withoutVersion(id);
    const moniker = splitMoniker(id);
    return moniker === null || this.#several.has(packageKey(moniker)) ? id : withoutVersion(id);
  }
}

function packageKey(moniker: {
  readonly scheme: string;
  readonly manager: string;
  readonly package: string;
}): string {
  return `${moniker.scheme}\0${moniker.manager}\0${moniker.package}`;
}
