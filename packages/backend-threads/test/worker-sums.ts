// y ← α|A|ᵀx + βy: rows scatter into sums that every worker has of its own, and a last pass adds those up.
import type { Kernel, Operation, Reproducibility, Vector } from '@spmv/core';

/** An operation that no package knows. */
export const absoluteTransposed: Operation<readonly [x: Vector, y: Vector, alpha?: number, beta?: number]> = {
  kind: 'operation',
  id: 'acme/absolute-transposed',
  title: 'Transposed product with magnitudes',
  formula: 'y ← α|A|ᵀx + βy',
  sources: [],
  options: {},
  sizes: {},
  operands: () => [
    { role: 'matrix', name: 'A' },
    { role: 'vector', name: 'x', length: 'rows', access: 'read' },
    { role: 'vector', name: 'y', length: 'cols', access: 'update', factor: 'beta' },
    { role: 'scalar', name: 'alpha', default: 1 },
    { role: 'scalar', name: 'beta', default: 0 },
  ],
  trivial: { sizes: ['rows', 'cols', 'nnz'], scalars: ['alpha'] },
  flops: ({ nnz = 0 }) => 2 * nnz,
  reference: () => ({}),
  checks: [],
};

/** How a kernel of it differs from the right one. */
export interface Variant {
  readonly reproducibility?: Reproducibility;
  /** Whose sums a worker adds to, as an expression of `worker`. */
  readonly slot?: string;
  /** Clears its sums in the pass that adds to them. */
  readonly clears?: boolean;
}

/** A kernel of it for CSR. */
export function workerSums({ reproducibility = 'run-to-run', slot = 'worker', clears = false }: Variant): Kernel<'js'> {
  const source = `
    export function clear({ scratch, cols, begin, end }) {
      scratch.sums.fill(0, begin * cols, end * cols);
    }
    export function scatter({ arrays, scratch, x, cols, worker, begin, end }) {
      const { rowStart, colIndex, values } = arrays;
      const { sums } = scratch;
      const at = (${slot}) * cols;
      if (${clears}) sums.fill(0, at, at + cols);
      for (let i = begin; i < end; i++)
        for (let k = rowStart[i]; k < rowStart[i + 1]; k++) sums[at + colIndex[k]] += Math.abs(values[k]) * x[i];
    }
    export function add({ scratch, cols, workers, y, alpha, beta, begin, end }) {
      for (let j = begin; j < end; j++) {
        let sum = 0;
        for (let w = 0; w < workers; w++) sum += scratch.sums[w * cols + j];
        y[j] = beta === 0 ? alpha * sum : alpha * sum + beta * y[j];
      }
    }`;
  const module = `data:text/javascript,${encodeURIComponent(source)}`;
  return {
    kind: 'kernel',
    id: 'js/acme/worker-sums',
    operation: absoluteTransposed.id,
    format: 'csr',
    target: 'js',
    title: 'sums of each worker',
    sources: [],
    precisions: [{ precision: 'f64', accumulator: 'f64' }],
    reproducibility,
    requires: [],
    params: { axes: {} },
    program: ({ matrix: { shape } }) => ({
      scratch: { sums: { element: 'f64', length: shape.cols, perWorker: true } },
      passes: [
        { module, export: 'clear', partition: { unit: 'workers', count: 'workers' } },
        { module, export: 'scatter', partition: { unit: 'rows', count: shape.rows, work: 'A.rowStart' } },
        { module, export: 'add', partition: { unit: 'columns', count: shape.cols } },
      ],
    }),
  };
}
