// A diagonal matrix with a kernel that does nothing but stream: the triad of the bandwidth bench, run by the pool like any product.
import { core, kernelsCpu } from './packages.mjs';

export function diagonalMatrix(n) {
  return {
    format: 'bench/diagonal',
    shape: { rows: n, cols: n },
    nnz: n,
    valueType: 'f64',
    params: {},
    scalars: {},
    arrays: { values: new Float64Array(n).fill(1.5) },
  };
}

export function diagonalKernel() {
  const { modules } = kernelsCpu
    .createWasmKernels({ relaxed: false })[0]
    .program({ matrix: { ...diagonalMatrix(1), lengths: {} }, precision: { precision: 'f64' } }, {}).passes[0];
  return {
    kind: 'kernel',
    id: 'wasm/diagonal',
    operation: 'spmv',
    target: 'wasm',
    format: 'bench/diagonal',
    title: 'y = d∘x',
    sources: [],
    precisions: [{ precision: 'f64', accumulator: 'f64' }],
    reproducibility: 'bitwise',
    requires: [],
    params: core.NO_PARAMS,
    program: ({ matrix }) => ({
      passes: [
        {
          modules,
          export: 'diagonalF64',
          arguments: ['matrix.values', 'x', 'y', 'alpha', 'beta', 'begin', 'end'],
          partition: { unit: 'rows', count: matrix.shape.rows },
        },
      ],
    }),
  };
}
