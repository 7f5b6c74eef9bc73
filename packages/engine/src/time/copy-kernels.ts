import type { Kernel, Operation, Vector } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';

/** y ← x: what a device's memory does when nothing is computed. No plugin brings it, for nobody multiplies with it. */
export const copy: Operation<readonly [x: Vector, y: Vector]> = {
  kind: 'operation',
  id: 'copy',
  title: 'Copy of a vector',
  formula: 'y ← x',
  sources: [],
  options: {},
  sizes: { n: { default: 1, doc: 'elements' } },
  operands: () => [
    { role: 'vector', name: 'x', length: 'n', access: 'read' },
    { role: 'vector', name: 'y', length: 'n', access: 'write' },
  ],
  trivial: { sizes: [], scalars: [] },
  flops: () => 0,
  reference: () => ({}),
  checks: [],
};

const COMMON = {
  kind: 'kernel',
  operation: copy.id,
  title: 'Copy',
  sources: [],
  precisions: [{ precision: 'f32', accumulator: 'f32' }],
  reproducibility: 'bitwise',
  requires: [],
  params: NO_PARAMS,
} as const;

// Workers import it, too. A text needs no file that a bundler or a build would have to know.
const MODULE = `data:text/javascript,${encodeURIComponent('export function copy({ x, y, begin, end }) { y.set(x.subarray(begin, end), begin); }')}`;

const BLOCK = 256;

const WGSL = `override block: u32 = ${BLOCK};
struct Numbers { count: u32 }
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4<f32>>;
@group(0) @binding(3) var<uniform> numbers: Numbers;
@compute @workgroup_size(block)
fn copyVector(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let i = (id.x + id.y * groups.x) * block + local;
  if (i < numbers.count) { y[i] = x[i]; }
}
`;

const CUDA = `extern "C" __global__ void copyVector(const float4* x, float4* y, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) y[i] = x[i];
}
`;

/** Words of 16 bytes. */
function quads(sizes: Readonly<Record<string, number>>): number {
  return Math.ceil((sizes['n'] ?? 0) / 4);
}

/** One for each target whose language is plain text; a length that four divide. */
export const copyKernels: readonly Kernel[] = [
  {
    ...COMMON,
    id: 'js/copy',
    target: 'js',
    program: ({ sizes }) => ({
      passes: [{ module: MODULE, export: 'copy', partition: { unit: 'elements', count: sizes['n'] ?? 0 } }],
    }),
  } satisfies Kernel<'js'>,
  {
    ...COMMON,
    id: 'wgsl/copy',
    target: 'wgsl',
    program: ({ sizes }) => ({
      source: { kind: 'text', text: WGSL },
      dispatches: [
        {
          entryPoint: 'copyVector',
          bindings: [
            { buffer: 'x', access: 'read' },
            { buffer: 'y', access: 'read_write' },
          ],
          constants: { block: BLOCK },
          numbers: [quads(sizes)],
          groups: Math.ceil(quads(sizes) / BLOCK),
        },
      ],
    }),
  } satisfies Kernel<'wgsl'>,
  {
    ...COMMON,
    id: 'cuda/copy',
    target: 'cuda',
    program: ({ sizes }) => ({
      kind: 'launches',
      modules: [{ language: 'cuda-c++', source: { kind: 'text', text: CUDA }, minCompute: 60 }],
      launches: [
        {
          entryPoint: 'copyVector',
          grid: [Math.ceil(quads(sizes) / BLOCK), 1, 1],
          block: [BLOCK, 1, 1],
          sharedBytes: 0,
          arguments: { x: 'x', y: 'y', count: { i32: quads(sizes) } },
        },
      ],
    }),
  } satisfies Kernel<'cuda'>,
];
