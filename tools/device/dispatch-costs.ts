// What one dispatch after another costs on WebGPU by what it touches, in µs by the device's clock: medians of 21 samples. CSV.
// Usage: node tools/device/dispatch-costs.ts
import process from 'node:process';
import type { Kernel } from '@spmv/core';
import { buildMatrix, createRegistry, NO_PARAMS, openBackend, spmv } from '@spmv/core';
import { plugin, webgpu } from '@spmv/backend-webgpu';
import { plugin as formats } from '@spmv/formats';
import { generateMatrix } from '@spmv/testkit';

const BLOCK = 256;
/** What a thread does for its row, each with the loads before in a chain. */
const KINDS = {
  'y bound, not stored': 'if (row == 4294967295u) { y[row] = zeroValue(); }',
  'y stored': 'y[row] = zeroValue();',
  'a load': 'y[row] = values[row];',
  'two loads': 'y[row] = narrowed(product(values[row], x[colIndex[row]]));',
  'three loads': 'let k = rowStart[row]; y[row] = narrowed(product(values[k], x[colIndex[k]]));',
} as const;

const DECLARED = `@group(0) @binding(1) var<storage, read> rowStart: array<u32>;
@group(0) @binding(2) var<storage, read> colIndex: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<Value>;
@group(0) @binding(4) var<storage, read> x: array<Value>;
@group(0) @binding(5) var<storage, read_write> y: array<Value>;
`;

const kernelOf = (kind: string, does: string): Kernel<'wgsl', Record<never, never>> => ({
  kind: 'kernel',
  id: `wgsl/device/${kind.replaceAll(/[^a-z]+/gu, '-')}`,
  operation: 'spmv',
  target: 'wgsl',
  format: 'csr',
  title: kind,
  sources: [],
  precisions: [{ precision: 'f32', accumulator: 'f32' }],
  reproducibility: 'run-to-run',
  requires: [],
  params: NO_PARAMS,
  program: ({ matrix }) => ({
    source: {
      kind: 'text',
      text: `${DECLARED}@compute @workgroup_size(${BLOCK}) fn costs(@builtin(global_invocation_id) id: vec3<u32>) { let row = id.x; ${does} }`,
    },
    arithmetic: true,
    dispatches: [
      {
        entryPoint: 'costs',
        bindings: [
          ...['A.rowStart', 'A.colIndex', 'A.values', 'x'].map((buffer) => ({ buffer, access: 'read' as const })),
          { buffer: 'y', access: 'read_write' },
        ],
        constants: {},
        groups: matrix.shape.rows / BLOCK,
      },
    ],
  }),
});

const probe = await webgpu.probe();
if (!probe.available) {
  process.stderr.write(`${probe.reason}\n`);
  process.exit(77);
}
await using backend = await openBackend(webgpu);
const registry = createRegistry([plugin, formats]);
process.stdout.write(`${backend.device.name},workgroups of ${BLOCK},µs\n`);
for (const groups of [8, 157, 625]) {
  const coo = generateMatrix('diagonal', { rows: groups * BLOCK });
  const matrix = buildMatrix(registry.format('csr'), coo, { valueType: 'f32' });
  const x = backend.vector(new Float32Array(coo.shape.cols).fill(1), 'f32');
  const y = backend.vector(coo.shape.rows, 'f32');
  for (const [kind, does] of Object.entries(KINDS)) {
    const operator = await backend.prepare({ operation: spmv, matrix, kernel: kernelOf(kind, does), precision: 'f32' });
    const samples = await operator.time([x, y], { runs: 21 });
    const median = samples?.toSorted()[10] ?? Number.NaN;
    process.stdout.write(`${kind},${groups},${(median * 1e3).toFixed(2)}\n`);
    await operator.dispose();
  }
  await Promise.all([x.dispose(), y.dispose()]);
}
