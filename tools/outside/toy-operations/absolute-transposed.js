import { transposeCoo } from '@spmv/core';
import { addDoubleDouble, emptyReference, FLUSH_UNIT, twoProduct } from '@spmv/core/oracle';
import { CUDA, cudaModules, dispatch, JS, kernel, launch, rounded, SINGLE } from './kernel.js';

/** y ← |A|ᵀx, without storing Aᵀ. */
export const absoluteTransposed = {
  kind: 'operation',
  id: 'acme/absolute-transposed',
  title: 'Product with the transposed matrix of magnitudes',
  formula: 'y ← |A|ᵀx',
  sources: [],
  options: {},
  sizes: {},
  operands: () => [
    { role: 'matrix', name: 'A' },
    { role: 'vector', name: 'x', length: 'rows', access: 'read' },
    { role: 'vector', name: 'y', length: 'cols', access: 'write' },
  ],
  trivial: { sizes: ['rows', 'cols', 'nnz'], scalars: [] },
  flops: ({ nnz }) => 2 * nnz,
  checks: [],
  reference({ matrix, buffers, precision, stored }) {
    const { shape, rowIndex, colIndex, values } = transposeCoo(matrix);
    const a = rounded(stored, values);
    const x = rounded(precision, buffers.x);
    const y = emptyReference(precision, shape.rows);
    let k = 0;
    for (let j = 0; j < shape.rows; j++) {
      let sum = { high: 0, low: 0 };
      let small = 1;
      const first = k;
      for (; k < a.length && rowIndex[k] === j; k++) {
        const [size, xi] = [Math.abs(a[k]), x[colIndex[k]]];
        sum = addDoubleDouble(sum, twoProduct(size, xi));
        y.magnitude[j] += Math.abs(size * xi);
        small += size + Math.abs(xi) + 1;
      }
      y.high[j] = sum.high;
      y.low[j] = sum.low;
      y.partial[j] = y.magnitude[j];
      y.terms[j] = k - first;
      y.flush[j] = small * FLUSH_UNIT;
    }
    return { y };
  },
};

// One thread a column looks at every entry: a toy, but no atomic sums of floats are needed.
const WGSL = `
override block: u32 = 64;
struct Numbers { cols: u32, rows: u32 }
@group(0) @binding(1) var<storage, read> rowStart: array<u32>;
@group(0) @binding(2) var<storage, read> colIndex: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<Value>;
@group(0) @binding(4) var<storage, read> x: array<Value>;
@group(0) @binding(5) var<storage, read_write> y: array<Value>;
@group(0) @binding(6) var<uniform> numbers: Numbers;
@compute @workgroup_size(block)
fn absoluteTransposed(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let j = (id.x + id.y * groups.x) * block + local;
  if (j >= numbers.cols) { return; }
  var sum = zeroSum();
  for (var i = 0u; i < numbers.rows; i++) {
    for (var k = rowStart[i]; k < rowStart[i + 1]; k++) {
      if (colIndex[k] == j) { sum = addProduct(sum, abs(values[k]), x[i]); }
    }
  }
  y[j] = sum;
}
`;
const CUDA_TEXT = `
extern "C" __global__ void clear_NAME(V* y, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < cols) y[j] = 0;
}
extern "C" __global__ void addRows_NAME(const int* rowStart, const int* colIndex, const V* values, const V* x, V* y, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  for (int k = rowStart[i]; k < rowStart[i + 1]; k++) {
    V value = values[k];
    atomicAdd(y + colIndex[k], (value < 0 ? -value : value) * x[i]);
  }
}
`;

const MODULE = new URL('./absolute-transposed-js.js', import.meta.url).href;
const ARRAYS = ['A.rowStart', 'A.colIndex', 'A.values', 'x'];

export const absoluteTransposedKernels = [
  kernel('acme/absolute-transposed', 'js', {
    precisions: JS,
    program: ({ matrix: { shape } }) => ({
      scratch: { sums: { element: 'f64', length: shape.cols, perWorker: true } },
      passes: [
        { module: MODULE, export: 'clear', partition: { unit: 'workers', count: 'workers' } },
        { module: MODULE, export: 'addRows', partition: { unit: 'rows', count: shape.rows, work: 'A.rowStart' } },
        { module: MODULE, export: 'reduce', partition: { unit: 'columns', count: shape.cols } },
      ],
    }),
  }),
  kernel('acme/absolute-transposed', 'wgsl', {
    precisions: SINGLE,
    program: ({ matrix: { shape } }) => ({
      arithmetic: true,
      source: { kind: 'text', text: WGSL },
      dispatches: [{ ...dispatch('absoluteTransposed', shape.cols, ARRAYS, ['y']), numbers: [shape.cols, shape.rows] }],
    }),
  }),
  kernel('acme/absolute-transposed', 'cuda', {
    precisions: CUDA,
    reproducibility: 'none',
    program: (context) => ({
      kind: 'launches',
      modules: cudaModules(CUDA_TEXT),
      launches: [
        launch('clear', context, context.matrix.shape.cols, ['y'], { cols: context.matrix.shape.cols }),
        launch('addRows', context, context.matrix.shape.rows, [...ARRAYS, 'y'], { rows: context.matrix.shape.rows }),
      ],
    }),
  }),
];
