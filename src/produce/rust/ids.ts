import { formatDescriptor, quoteName, type DescriptorKind } from '../../dump/index.js';

/** Monikers: SCIP symbols in the flavour of rust-analyzer. */

const name = (kind: DescriptorKind) => (text: string) =>
  formatDescriptor({ kind, name: text, disambiguator: '' });

export const descriptor = {
  namespace: name('namespace'),
  type: name('type'),
  term: name('term'),
  meta: name('meta'),
  macro: name('macro'),
  parameter: name('parameter'),
  method: name('method'),
  /** `impl#[Square][Shape]`: what an impl's members start with. */
  impl: (self: string, trait: string | null): string =>
    `impl#[${quoteName(self)}]${trait === null ? '' : `[${quoteName(trait)}]`}`,
};

export function packagePrefix(packageName: string, version: string): string {
  return `rust-analyzer cargo ${packageName} ${version} `;
}

/** rust-analyzer names a crate of the standard library by its repository in place of a version. */
export function standardPrefix(crate: string): string {
  return packagePrefix(crate, `https://github.com/rust-lang/rust/library/${crate}`);
}

/** Tables and system calls are of no package, so that all who touch one meet. */
export const NOWHERE = 'rust-analyzer cargo . . ';

export function modulePath(segments: readonly string[]): string {
  return segments.map(descriptor.namespace).join('');
}
