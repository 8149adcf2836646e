import type { EdgeKind, How, Sink, Site } from '../../dump/index.js';
import type { TS } from './compiler.js';
import type { Entity } from './entities.js';
import type { Reading } from './reading.js';

/** A sink that knows which file is being read, and so where each fact is. */
export class SiteSink {
  #source!: TS.SourceFile;
  #file!: string;

  constructor(
    private readonly reading: Reading,
    readonly sink: Sink,
  ) {}

  enter(source: TS.SourceFile): void {
    this.#source = source;
    this.#file = this.reading.sources.relative(source.fileName);
  }

  edge(kind: EdgeKind, src: Entity, dst: Entity, at: TS.Node, how?: How): void {
    const site = this.site(src, at);
    this.sink.edge({ kind, src: src.id, dst: dst.id, site, ...(how !== undefined && { how }) });
  }

  site(src: Entity, at: TS.Node): Site {
    const start = this.#source.getLineAndCharacterOfPosition(at.getStart(this.#source));
    return {
      ...(src.file === this.#file ? {} : { file: this.#file }),
      line: start.line + 1,
      col: start.character + 1,
    };
  }
}
