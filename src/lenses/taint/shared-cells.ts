import type { TaintProgram } from './body.js';
import type { FlowEdges } from './flow-edges.js';
import { captureOf, writtenCell } from './shape.js';
import type { Vertices } from './vertices.js';

/** Captured values that their closures write, by name. */
export function cellsThatClosuresWrite(program: TaintProgram, vertices: Vertices): Set<string> {
  const found = new Set<string>();
  const nameOf = new Map([...vertices.heap].map(([name, vertex]) => [vertex, name]));
  program.bodies.forEach(({ name, blocks, nested }, b) => {
    if (!nested) return;
    const add = (cell: string | undefined): void => {
      if (cell !== undefined && captureOf(cell) === name) found.add(cell);
    };
    for (const { statements } of blocks)
      for (const { to } of statements) if (to.kind === 'field') add(to.key);
    const { cellWrites, calls } = vertices.bodies[b]!;
    for (const { cell } of cellWrites) if (cell.kind === 'heap') add(cell.name);
    for (const { through } of calls)
      for (const { vertex } of through.flat()) add(nameOf.get(vertex));
  });
  // A closure in a closure writes what the outer one captured.
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const { name, blocks } of program.bodies) {
      for (const { statements } of blocks) {
        for (const { closure, operands } of statements) {
          if (closure === null) continue;
          operands.forEach((operand, i) => {
            if (
              operand.kind === 'field' &&
              captureOf(operand.key) === name &&
              found.has(`${closure}#${i}`)
            )
              found.add(operand.key);
          });
        }
      }
    }
  }
  return found;
}

/** A field whose type is not known may be any of its name. */
export function untypedFields(
  { bodyOf }: TaintProgram,
  { heap, labels }: Vertices,
  edges: FlowEdges,
): void {
  const byName = new Map<string, number[]>();
  for (const [key, vertex] of heap) {
    if (bodyOf.has(captureOf(key)) || key.startsWith('*#')) continue;
    const name = key.slice(key.lastIndexOf('#') + 1);
    byName.set(name, [...(byName.get(name) ?? []), vertex]);
  }
  const label = labels.number({});
  for (const [key, vertex] of heap) {
    if (!key.startsWith('?#')) continue;
    const written = heap.get(writtenCell(key))!;
    for (const other of byName.get(key.slice(2)) ?? []) {
      if (other !== vertex) edges.push({ src: other, dst: vertex, kind: 'field', site: -1, label });
      edges.push({ src: written, dst: other, kind: 'field', site: -1, label });
    }
  }
}
