import ts from 'typescript';
import { PROTOCOL_VERSION, type Content } from './message.js';

/** The answer to `kernel_info_request`. */
export function kernelInfo(version: string): Content {
  return {
    status: 'ok',
    protocol_version: PROTOCOL_VERSION,
    implementation: 'mimir',
    implementation_version: version,
    language_info: {
      name: 'typescript',
      version: ts.version,
      mimetype: 'text/typescript',
      file_extension: '.ts',
      pygments_lexer: 'typescript',
      codemirror_mode: { name: 'javascript', typescript: true },
      nbconvert_exporter: 'script',
    },
    banner: `Mímir workbench ${version}: TypeScript ${ts.version} on Node.js ${process.versions.node}`,
    help_links: [
      { text: 'Observable Plot', url: 'https://observablehq.com/plot/' },
      { text: 'Arquero', url: 'https://idl.uw.edu/arquero/' },
      { text: 'TypeScript', url: 'https://www.typescriptlang.org/docs/' },
    ],
    supported_features: [],
  };
}
