/** What the kernels of this package have in common: they read CSR. */
export function kernel(operation, target, parts) {
  return {
    kind: 'kernel',
    id: `${target}/acme/csr-${operation.slice('acme/'.length)}`,
    operation,
    target,
    format: 'csr',
    title: `${operation} over CSR`,
    sources: [],
    reproducibility: 'run-to-run',
    requires: [],
    params: { axes: {} },
    ...parts,
  };
}

/** Sums in f64 whatever the values. */
export const JS = [
  { precision: 'f64', accumulator: 'f64' },
  { precision: 'f32', accumulator: 'f64' },
];
export const SINGLE = [{ precision: 'f32', accumulator: 'f32' }];
export const CUDA = [
  { precision: 'f64', accumulator: 'f64' },
  { precision: 'f32', accumulator: 'f32' },
];

const BLOCK = 64;

/** One thread for each of `count` units: units of one dispatch, in WGSL. */
export function dispatch(entryPoint, count, reads, writes) {
  return {
    entryPoint,
    bindings: [
      ...reads.map((buffer) => ({ buffer, access: 'read' })),
      ...writes.map((buffer) => ({ buffer, access: 'read_write' })),
    ],
    constants: { block: BLOCK },
    numbers: [count],
    groups: Math.ceil(count / BLOCK),
  };
}

/** The same as a launch, in CUDA: "A.values" is for the parameter values, "a = A.values" for a, and numbers follow. */
export function launch(entryPoint, { precision }, count, buffers, numbers) {
  const given = buffers.map((text) => text.split(' = ').reverse());

  return {
    entryPoint: `${entryPoint}_${precision.precision}`,
    grid: [Math.max(1, Math.ceil(count / BLOCK)), 1, 1],
    block: [BLOCK, 1, 1],
    sharedBytes: 0,
    arguments: Object.fromEntries([
      ...given.map(([buffer, name = buffer.slice(buffer.indexOf('.') + 1)]) => [name, buffer]),
      ...Object.entries(numbers).map(([name, i32]) => [name, { i32 }]),
    ]),
  };
}

/** CUDA C++ that NVRTC compiles on the machine, once for each precision. */
export function cudaModules(text) {
  const both = ['f64', 'f32'].map((name) =>
    text.replaceAll('V', name === 'f64' ? 'double' : 'float').replaceAll('NAME', name),
  );
  return [{ language: 'cuda-c++', source: { kind: 'text', text: both.join('\n') }, minCompute: 60 }];
}

/** A value as a number of this precision. */
export const rounded = (precision, values) =>
  precision === 'f64' ? Float64Array.from(values) : Float64Array.from(values, Math.fround);
