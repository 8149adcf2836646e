import type { SourceFacts } from './source-facts.js';
import type { TokenStream } from './token-stream.js';

// TypeScript's own scanner and parser take half a second to load: only who reads TypeScript pays for them.

/** Tokens of TypeScript and JavaScript texts. */
export async function typescriptLexer(): Promise<(path: string, text: string) => TokenStream> {
  return (await import('./typescript-lexer.js')).lexTypeScript;
}

/** Facts of TypeScript and JavaScript texts. */
export async function typescriptReader(): Promise<(path: string, text: string) => SourceFacts> {
  return (await import('./typescript-source.js')).readTypeScript;
}
