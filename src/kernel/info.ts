import { createRequire } from 'node:module';
import { PROTOCOL_VERSION, type Content } from './message.js';

/** From its manifest: the compiler itself works in other threads. */
const { version: typescript } = createRequire(import.meta.url)('typescript/package.json') as {
  readonly version: string;
};

/** The answer to `kernel_info_request`. */
export function kernelInfo(version: string): Content {
  return {
    status: 'ok',
    protocol_version: PROTOCOL_VERSION,
    implementation: 'mimir',
    implementation_version: version,
    language_info: {
      name: 'typescript',
      version: typescript,
      mimetype: 'text/typescript',
      file_extension: '.ts',
      pygments_lexer: 'typescript',
      codemirror_mode: { name: 'javascript', typescript: true },
      nbconvert_exporter: 'script',
    },
    banner: `Mímir workbench ${version}: TypeScript ${typescript} on Node.js ${process.versions.node}`,
    help_links: [
      { text: 'Observable Plot', url: 'https://observablehq.com/plot/' },
      { text: 'Arquero', url: 'https://idl.uw.edu/arquero/' },
      { text: 'TypeScript', url: 'https://www.typescriptlang.org/docs/' },
    ],
    supported_features: [],
  };
}
