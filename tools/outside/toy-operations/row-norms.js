import { PRECISIONS } from '@spmv/core';
import { addDoubleDouble, emptyReference, FLUSH_UNIT, twoProduct } from '@spmv/core/oracle';
import { CUDA, cudaModules, dispatch, JS, kernel, launch, rounded, SINGLE } from './kernel.js';

const most = (numbers) => numbers.reduce((a, b) => Math.max(a, b), 0);

/** y[i] = √Σ aᵢⱼ² and the largest of them, on the device. There is no x. */
export const rowNorms = {
  kind: 'operation',
  id: 'acme/row-norms',
  title: 'Euclidean norms of the rows',
  formula: 'yᵢ ← ‖aᵢ‖₂, largest ← max yᵢ',
  sources: [],
  options: {},
  sizes: {},
  operands: () => [
    { role: 'matrix', name: 'M' },
    { role: 'vector', name: 'norms', length: 'rows', access: 'write' },
    { role: 'device-scalar', name: 'largest', access: 'write' },
  ],
  trivial: { sizes: ['rows', 'cols', 'nnz'], scalars: [] },
  flops: ({ nnz }) => 2 * nnz,
  checks: [],
  reference({ matrix, precision, stored }) {
    const { rows } = matrix.shape;
    const norms = emptyReference(precision, rows);
    const largest = emptyReference(precision, 1);
    const values = rounded(stored, matrix.values);
    let k = 0;
    for (let i = 0; i < rows; i++) {
      let sum = { high: 0, low: 0 };
      const first = k;
      for (; k < values.length && matrix.rowIndex[k] === i; k++)
        sum = addDoubleDouble(sum, twoProduct(values[k], values[k]));
      const norm = Math.sqrt(sum.high);
      const square = twoProduct(norm, norm);
      norms.high[i] = norm;
      norms.low[i] = norm === 0 ? 0 : (sum.high - square.high - square.low + sum.low) / (2 * norm);
      norms.magnitude[i] = norm;
      norms.partial[i] = sum.high;
      norms.terms[i] = k - first;
      // Squares below the smallest normal number may be flushed: the norm loses at most the root of what they add up to.
      norms.flush[i] = Math.sqrt((k - first + 1) / PRECISIONS[precision].smallestNormal) * FLUSH_UNIT;
      if (i > 0 && !(norm > largest.high[0])) continue;
      for (const name of ['high', 'low', 'magnitude', 'partial', 'terms', 'flush']) largest[name][0] = norms[name][i];
    }
    // Another row may have the largest norm as computed.
    largest.terms[0] = most(norms.terms);
    largest.partial[0] = most(norms.partial);
    largest.flush[0] = most(norms.flush);
    return { norms, largest };
  },
};

const WGSL = `
override block: u32 = 64;
struct Numbers { rows: u32 }
@group(0) @binding(1) var<storage, read> rowStart: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<Value>;
@group(0) @binding(3) var<storage, read_write> norms: array<Value>;
@group(0) @binding(4) var<uniform> numbers: Numbers;
@compute @workgroup_size(block)
fn rowNorms(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let i = (id.x + id.y * groups.x) * block + local;
  if (i >= numbers.rows) { return; }
  var sum = zeroSum();
  for (var k = rowStart[i]; k < rowStart[i + 1]; k++) { sum = addProduct(sum, values[k], values[k]); }
  norms[i] = sqrt(sum);
}
`;
const WGSL_LARGEST = `
override block: u32 = 64;
struct Numbers { rows: u32 }
@group(0) @binding(1) var<storage, read> norms: array<Value>;
@group(0) @binding(2) var<storage, read_write> largest: array<Value>;
@group(0) @binding(3) var<uniform> numbers: Numbers;
var<workgroup> part: array<Value, 64>;
@compute @workgroup_size(block)
fn largestNorm(@builtin(workgroup_id) id: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  var most = zeroValue();
  for (var i = local; i < numbers.rows; i += block) { most = max(most, norms[i]); }
  part[local] = most;
  workgroupBarrier();
  if (local > 0 || id.x > 0) { return; }
  for (var t = 1u; t < block; t++) { most = max(most, part[t]); }
  largest[0] = most;
}
`;
const CUDA_TEXT = `
extern "C" __global__ void rowNorms_NAME(const int* rowStart, const V* values, V* norms, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  V sum = 0;
  for (int k = rowStart[i]; k < rowStart[i + 1]; k++) sum += values[k] * values[k];
  norms[i] = sqrt(sum);
}
extern "C" __global__ void largestNorm_NAME(const V* norms, V* largest, int rows) {
  __shared__ V part[64];
  V most = 0;
  for (int i = threadIdx.x; i < rows; i += blockDim.x) most = norms[i] > most ? norms[i] : most;
  part[threadIdx.x] = most;
  __syncthreads();
  if (threadIdx.x > 0 || blockIdx.x > 0) return;
  for (int t = 1; t < blockDim.x; t++) most = part[t] > most ? part[t] : most;
  largest[0] = most;
}
`;

const MODULE = new URL('./row-norms-js.js', import.meta.url).href;

export const rowNormsKernels = [
  kernel('acme/row-norms', 'js', {
    precisions: JS,
    program: ({ matrix }) => ({
      passes: [
        {
          module: MODULE,
          export: 'rowNorms',
          partition: { unit: 'rows', count: matrix.shape.rows, work: 'M.rowStart' },
        },
        { module: MODULE, export: 'largestNorm', partition: { unit: 'results', count: 1 } },
      ],
    }),
  }),
  kernel('acme/row-norms', 'wgsl', {
    precisions: SINGLE,
    program: ({ matrix: { shape } }) => ({
      arithmetic: true,
      source: { kind: 'text', text: WGSL },
      dispatches: [
        dispatch('rowNorms', shape.rows, ['M.rowStart', 'M.values'], ['norms']),
        {
          ...dispatch('largestNorm', shape.rows, ['norms'], ['largest']),
          source: { kind: 'text', text: WGSL_LARGEST },
          groups: 1,
        },
      ],
    }),
  }),
  kernel('acme/row-norms', 'cuda', {
    precisions: CUDA,
    program: (context) => ({
      kind: 'launches',
      modules: cudaModules(CUDA_TEXT),
      launches: [
        launch('rowNorms', context, context.matrix.shape.rows, ['M.rowStart', 'M.values', 'norms'], {
          rows: context.matrix.shape.rows,
        }),
        {
          ...launch('largestNorm', context, 1, ['norms', 'largest'], { rows: context.matrix.shape.rows }),
          grid: [1, 1, 1],
        },
      ],
    }),
  }),
];
