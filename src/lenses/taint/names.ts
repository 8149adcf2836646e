import type { TaintProgram } from './body.js';
import { vertexName, type Vertices } from './vertices.js';

/** Names and places of the vertices of one numbering. */
export class Names {
  constructor(
    readonly program: TaintProgram,
    readonly vertices: Vertices,
  ) {}

  of(vertex: number): string {
    return vertexName(this.vertices, this.program, vertex);
  }

  all(list: Iterable<number>): string[] {
    return Array.from(list, (v) => this.of(v));
  }

  /** `file:line`, as far as the dump says. */
  site(vertex: number): string | null {
    const { body, line } = this.vertices.all[vertex]!;
    const file = body < 0 ? null : this.program.fileOf(this.program.bodies[body]!);
    return file === null ? null : line > 0 ? `${file}:${line}` : file;
  }
}
