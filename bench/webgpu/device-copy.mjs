// The bandwidth of a plain copy on the device, measured through the same backend: a kernel that writes y = x, 16 bytes a thread.

const TEXT = `
struct Scalars { alpha: f32, beta: f32, alphaLow: f32, betaLow: f32, zero: u32 }
@group(0) @binding(0) var<uniform> scalars: Scalars;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4<f32>>;
@compute @workgroup_size(256)
fn copy(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let k = (id.x + id.y * groups.x) * 256 + local;
  if (k < arrayLength(&y)) { y[k] = x[k]; }
}`;

const kernel = {
  kind: 'kernel',
  id: 'bench/copy',
  operation: 'spmv',
  target: 'wgsl',
  format: 'bench/copy',
  title: 'y = x',
  sources: [],
  precisions: [{ precision: 'f32', accumulator: 'f32' }],
  reproducibility: 'bitwise',
  requires: [],
  params: { axes: {} },
  program: ({ matrix }) => ({
    source: { kind: 'text', text: TEXT },
    dispatches: [
      {
        entryPoint: 'copy',
        bindings: [
          { buffer: 'x', access: 'read' },
          { buffer: 'y', access: 'read_write' },
        ],
        constants: {},
        groups: Math.ceil(matrix.shape.rows / 1024),
      },
    ],
  }),
};

/** Best and median GB/s, bytes read and written counted, of `elements` f32. */
export async function deviceCopy(backend, elements) {
  const matrix = {
    format: 'bench/copy',
    shape: { rows: elements, cols: elements },
    nnz: 1,
    valueType: 'f32',
    params: {},
    scalars: {},
    arrays: {},
  };
  const operator = await backend.prepare({ operation: 'spmv', matrix, trusted: true, kernel });
  const x = await backend.vector(elements, 'f32');
  const y = await backend.vector(elements, 'f32');
  await operator.time(x, y, { runs: 3 });
  const sorted = [...(await operator.time(x, y, { runs: 21 }))].sort((a, b) => a - b);
  await Promise.all([operator.dispose(), x.dispose(), y.dispose()]);
  const rate = (ms) => (8 * elements) / ms / 1e6;
  return { elements, bestGBs: rate(sorted[0]), medianGBs: rate(sorted[10]) };
}
