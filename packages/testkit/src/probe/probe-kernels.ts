import type { CpuScratch, Kernel, KernelPrecision, Partition, TargetId } from '@spmv/core';
import { probe } from './probe.ts';
import { WASM_MODULE } from './wasm-module.ts';

const MODULE = new URL('./passes.ts', import.meta.url).href;

/** Two dispatches, of which the second reads in scratch what the first wrote there. */
const WGSL = `
override n: u32;
@group(0) @binding(1) var<storage, read> x: array<Value>;
@group(0) @binding(2) var<storage, read_write> sums: array<Sum>;
@group(0) @binding(3) var<storage, read_write> y: array<Value>;
@compute @workgroup_size(1) fn addOwn(@builtin(workgroup_id) group: vec3u) {
  if (group.x + group.y > 0u) { return; }
  var sum = zeroSum();
  for (var i = 0u; i < n; i++) { sum = addSums(sum, widened(x[i])); }
  sums[0] = sum;
}
@compute @workgroup_size(64) fn addAll(
  @builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) k: u32,
) {
  let i = (group.x + group.y * groups.x) * 64u + k;
  if (i >= n) { return; }
  var old = zeroValue();
  if (readsY()) { old = y[i]; }
  y[i] = finish(addSums(widened(x[i]), sums[0]), old);
}`;

/** Passes add to what is in y, so sums are no longer than that. */
const AS_STORED: readonly KernelPrecision[] = [
  { precision: 'f64', accumulator: 'f64' },
  { precision: 'f32', accumulator: 'f32' },
];

const OF_WGSL: readonly KernelPrecision[] = [
  { precision: 'f32', accumulator: 'f32' },
  { precision: 'df64', accumulator: 'df64' },
  { precision: 'f16', accumulator: 'f32' },
];

function probeIn<T extends TargetId>(
  target: T,
  title: string,
  precisions: readonly KernelPrecision[],
  program: Kernel<T>['program'],
): Kernel<T> {
  return {
    kind: 'kernel',
    id: `${target}/testkit/probe`,
    operation: probe.id,
    target,
    title,
    sources: [],
    precisions,
    reproducibility: 'run-to-run',
    requires: [],
    params: { axes: {} },
    program,
  };
}

const SCRATCH: Readonly<Record<string, CpuScratch>> = { sums: { element: 'f64', length: 1, perWorker: true } };
const OF_WORKERS: Partition = { unit: 'workers', count: 'workers' };

const js = probeIn('js', 'Sums of each worker, in three passes', AS_STORED, ({ sizes: { n = 0 } }) => {
  const partition = { unit: 'elements', count: n };
  return {
    scratch: SCRATCH,
    passes: [
      { module: MODULE, export: 'clearSums', partition: OF_WORKERS },
      { module: MODULE, export: 'addOwn', partition },
      { module: MODULE, export: 'addAll', partition, set: { beta: 1 } },
    ],
  };
});

const wasm = probeIn('wasm', 'Sums of each worker, in three passes', AS_STORED, ({ sizes: { n = 0 }, precision }) => {
  const modules = [{ url: WASM_MODULE, needs: [] }];
  const partition = { unit: 'elements', count: n };
  const type = precision.precision.toUpperCase();
  const ends = ['alpha', 'beta', 'begin', 'end'];
  return {
    scratch: SCRATCH,
    passes: [
      { modules, export: 'clearSums', arguments: ['scratch.sums', 'begin', 'end'], partition: OF_WORKERS },
      { modules, export: `addOwn${type}`, arguments: ['scratch.sums', 'worker', 'x', 'y', ...ends], partition },
      {
        modules,
        export: `addAll${type}`,
        arguments: ['scratch.sums', 'workers', 'y', ...ends],
        partition,
        set: { beta: 1 },
      },
    ],
  };
});

const wgsl = probeIn('wgsl', 'One sum, then every element', OF_WGSL, ({ sizes: { n = 0 } }) => {
  const [x, sums] = [
    { buffer: 'x', access: 'read' },
    { buffer: 'scratch.sums', access: 'read_write' },
  ] as const;
  const constants = { n };
  return {
    source: { kind: 'text', text: WGSL },
    arithmetic: true,
    scratch: { sums: 8 },
    dispatches: [
      { entryPoint: 'addOwn', bindings: [x, sums], constants, groups: 1 },
      {
        entryPoint: 'addAll',
        bindings: [x, sums, { buffer: 'y', access: 'read_write' }],
        constants,
        groups: Math.ceil(n / 64),
      },
    ],
  };
});

/**
 * Kernels of the probe: several passes, one of which sets a factor, over scratch that each worker has its own part of; in WGSL dispatches that share
 * scratch. There are none in languages that take a compiler.
 */
export const probeKernels: readonly Kernel[] = [js, wasm, wgsl] as readonly Kernel[];
