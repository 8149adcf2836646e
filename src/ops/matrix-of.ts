import { currentRun, defaultBackend, Matrix, type Backend, type RunContext } from '../grb/index.js';
import { InvalidArgument } from '../task/index.js';
import { nodeCount, type GraphInput, type Links } from './links.js';

/** Matrices of rows already met: kept as long as the rows are, so that a second product starts at once. */
const made = new WeakMap<Uint32Array, Map<Backend, Promise<Matrix>>>();

/** The pattern of a graph as a matrix on the run's backend; every value is true. */
export async function matrixOf(graph: GraphInput, options: RunContext): Promise<Matrix> {
  if (graph instanceof Matrix) {
    if (graph.nrows !== graph.ncols) {
      throw new InvalidArgument(
        `matrix is not square: ${String(graph.nrows)}×${String(graph.ncols)}; a graph needs one row and one column a node`,
      );
    }
    return graph;
  }
  const backend = currentRun(options).backend ?? defaultBackend();
  let onBackends = made.get(graph.targets);
  if (onBackends === undefined) {
    onBackends = new Map();
    made.set(graph.targets, onBackends);
  }
  let matrix = onBackends.get(backend);
  if (matrix === undefined) {
    matrix = build(graph, { ...options, backend });
    onBackends.set(backend, matrix);
    // An interrupted build must not be remembered.
    matrix.catch(() => onBackends.delete(backend));
  }
  return matrix;
}

function build(links: Links, options: RunContext): Promise<Matrix> {
  return Matrix.fromCSR('bool', links.offsets, links.targets, true, {
    ...options,
    ncols: nodeCount(links),
  });
}
