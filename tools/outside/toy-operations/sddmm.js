import { addDoubleDouble, emptyReference, FLUSH_UNIT, twoProduct } from '@spmv/core/oracle';
import { CUDA, cudaModules, dispatch, JS, kernel, launch, rounded, SINGLE } from './kernel.js';

/** The product XYᵀ where A has entries, times those: values[e] = aᵢⱼ Σₗ xᵢₗ yⱼₗ for entry e = (i, j), in the order of rows. */
export const sddmm = {
  kind: 'operation',
  id: 'acme/sddmm',
  title: 'Sampled dense-dense product',
  formula: 'values ← A ∘ XYᵀ',
  sources: [],
  options: {},
  sizes: { depth: { default: 4, doc: 'Columns of X and of Y.' } },
  operands: () => [
    { role: 'matrix', name: 'A' },
    { role: 'dense', name: 'X', rows: 'rows', cols: 'depth', access: 'read' },
    { role: 'dense', name: 'Y', rows: 'cols', cols: 'depth', access: 'read' },
    { role: 'vector', name: 'values', length: 'nnz', access: 'write' },
  ],
  trivial: { sizes: ['nnz', 'depth'], scalars: [] },
  flops: ({ nnz, depth }) => nnz * (2 * depth + 1),
  checks: [],
  reference({ matrix, sizes: { depth }, buffers, layouts, precision, stored }) {
    const [x, y] = [rounded(precision, buffers.X), rounded(precision, buffers.Y)];
    const a = rounded(stored, matrix.values);
    const [stepsX, stepsY] = [steps(layouts.X), steps(layouts.Y)];
    const values = emptyReference(precision, a.length);
    for (let e = 0; e < a.length; e++) {
      const [atX, atY] = [matrix.rowIndex[e] * stepsX[0], matrix.colIndex[e] * stepsY[0]];
      let sum = { high: 0, low: 0 };
      let size = 0;
      let small = 1;
      for (let l = 0; l < depth; l++) {
        const [xl, yl] = [x[atX + l * stepsX[1]], y[atY + l * stepsY[1]]];
        sum = addDoubleDouble(sum, twoProduct(xl, yl));
        size += Math.abs(xl * yl);
        small += (Math.abs(xl) + Math.abs(yl) + 1) * (Math.abs(a[e]) + 1);
      }
      const product = addDoubleDouble(twoProduct(a[e], sum.high), { high: a[e] * sum.low, low: 0 });
      values.high[e] = product.high;
      values.low[e] = product.low;
      values.magnitude[e] = Math.abs(a[e]) * size;
      values.partial[e] = size;
      values.terms[e] = depth;
      values.flush[e] = small * FLUSH_UNIT;
    }
    return { values };
  },
};

/** Elements from one row to the next, and from one column to the next. */
function steps({ order, leadingDimension }) {
  return order === 'row' ? [leadingDimension, 1] : [1, leadingDimension];
}

const WGSL = `
override block: u32 = 64;
struct Numbers { entries: u32, rows: u32, depth: u32, rowX: u32, colX: u32, rowY: u32, colY: u32 }
@group(0) @binding(1) var<storage, read> rowStart: array<u32>;
@group(0) @binding(2) var<storage, read> colIndex: array<u32>;
@group(0) @binding(3) var<storage, read> a: array<Value>;
@group(0) @binding(4) var<storage, read> X: array<Value>;
@group(0) @binding(5) var<storage, read> Y: array<Value>;
@group(0) @binding(6) var<storage, read_write> values: array<Value>;
@group(0) @binding(7) var<uniform> numbers: Numbers;
@compute @workgroup_size(block)
fn sddmm(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let i = (id.x + id.y * groups.x) * block + local;
  if (i >= numbers.rows) { return; }
  for (var e = rowStart[i]; e < rowStart[i + 1]; e++) {
    var sum = zeroSum();
    for (var l = 0u; l < numbers.depth; l++) {
      sum = addProduct(sum, X[i * numbers.rowX + l * numbers.colX], Y[colIndex[e] * numbers.rowY + l * numbers.colY]);
    }
    values[e] = a[e] * sum;
  }
}
`;
const CUDA_TEXT = `
extern "C" __global__ void sddmm_NAME(const int* rowStart, const int* colIndex, const V* a, const V* X, const V* Y, V* values,
                                      int depth, int rowX, int colX, int rowY, int colY, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  for (int e = rowStart[i]; e < rowStart[i + 1]; e++) {
    V sum = 0;
    for (int l = 0; l < depth; l++) sum += X[(long long)i * rowX + l * colX] * Y[(long long)colIndex[e] * rowY + l * colY];
    values[e] = a[e] * sum;
  }
}
`;

const OPERANDS = ['A.rowStart', 'A.colIndex', 'A.values', 'X', 'Y'];

export const sddmmKernels = [
  kernel('acme/sddmm', 'js', {
    precisions: JS,
    program: ({ matrix, layouts }) => ({
      passes: [
        {
          module: new URL('./sddmm-js.js', import.meta.url).href,
          export: 'sampled',
          partition: { unit: 'rows', count: matrix.shape.rows, work: 'A.rowStart' },
        },
      ],
    }),
    // The function takes the layouts from what `analyse` makes: a layout is no parameter of a kernel.
    analyse: (_matrix, { layouts }) => ({ steps: Int32Array.of(...steps(layouts.X), ...steps(layouts.Y)) }),
  }),
  kernel('acme/sddmm', 'wgsl', {
    precisions: SINGLE,
    program: ({ matrix: { shape, nnz }, sizes, layouts }) => ({
      arithmetic: true,
      source: { kind: 'text', text: WGSL },
      dispatches: [
        {
          ...dispatch('sddmm', shape.rows, OPERANDS, ['values']),
          numbers: [nnz, shape.rows, sizes.depth, ...steps(layouts.X), ...steps(layouts.Y)],
        },
      ],
    }),
  }),
  kernel('acme/sddmm', 'cuda', {
    precisions: CUDA,
    program: (context) => {
      const { matrix, sizes, layouts } = context;
      const [rowX, colX] = steps(layouts.X);
      const [rowY, colY] = steps(layouts.Y);
      const numbers = { depth: sizes.depth, rowX, colX, rowY, colY, rows: matrix.shape.rows };
      const buffers = ['A.rowStart', 'A.colIndex', 'a = A.values', 'X', 'Y', 'values'];
      return {
        kind: 'launches',
        modules: cudaModules(CUDA_TEXT),
        launches: [launch('sddmm', context, matrix.shape.rows, buffers, numbers)],
      };
    },
  }),
];
