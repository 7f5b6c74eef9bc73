import type { FakePackage } from './project.ts';
import { manifest, pluginSource } from './project.ts';

/** What a backend does with the work that `apply` hands to it. */
const WORK = {
  'tells the truth': 'work();',
  'drops the last row': 'const { y } = operands; const last = y.at(-1); work(); y[y.length - 1] = last;',
  'is wrong in one element of nine rows': 'const { y } = operands; work(); if (y.length === 9) y[3] += 1e-6;',
} as const;

/** A package with a backend that runs kernels in JavaScript on the calling thread, and lies as told. It needs nothing but Node. */
export function plainBackend(
  name: string,
  lie: keyof typeof WORK,
  precisions: readonly string[] = ['f64', 'f32'],
): FakePackage {
  const source = `
const array = (precision, length) => (precision === 'f64' ? new Float64Array(length) : new Float32Array(length));
function createVector(length, precision) {
  const data = array(precision, length);
  return { data, write: async (source) => data.set(source), read: async (target) => target.set(data), dispose() {} };
}
const ELEMENTS = { f64: Float64Array, f32: Float32Array, i32: Int32Array, u32: Uint32Array, i16: Int16Array, u16: Uint16Array, i8: Int8Array, u8: Uint8Array };
async function prepare({ signature, sizes, matrix, program, auxiliary, kernelParams, precision }) {
  const arrays = Object.fromEntries(Object.entries(matrix.arrays).map(([key, values]) => [key, values.slice()]));
  const scratch = Object.fromEntries(Object.entries(program.scratch ?? {}).map(([key, { element, length }]) => [key, new ELEMENTS[element](length)]));
  const passes = await Promise.all(program.passes.map(async ({ module, export: key, partition: { count }, set, numbers }) => ({ run: (await import(module + '#' + precision.precision))[key], end: count === 'workers' ? 1 : count, set, numbers: numbers ?? {} })));
  const bytesResident = Object.values(arrays).reduce((sum, { byteLength }) => sum + byteLength, 0);
  return { bytesResident, dispose() {}, apply(buffers, scalars) {
    const operands = Object.fromEntries([...signature.buffers.map(({ name }, b) => [name, buffers[b].data]), ...signature.scalars.map(({ name }, s) => [name, scalars[s]])]);
    const work = () => passes.forEach(({ run, end, set, numbers }) => end === 0 || run({
      rows: matrix.shape.rows, cols: matrix.shape.cols, nnz: matrix.nnz, sizes, scalars: matrix.scalars, arrays, auxiliary, scratch, formatParams: matrix.params, kernelParams, numbers,
      ...operands, ...set, worker: 0, workers: 1, begin: 0, end, partialSums: { headRow: -1, tailRow: -1, headSum: 0, tailSum: 0 },
    }));
    ${WORK[lie]}
  } };
}
const backend = {
  kind: 'backend', id: 'acme/plain', title: 'Plain JavaScript', targets: ['js'], launchParams: { axes: {} },
  probe: async () => ({ available: true, devices: ['this engine'] }),
  open: async () => ({
    device: { name: 'this engine', kind: 'cpu', precisions: ${JSON.stringify(precisions)}, capabilities: [], limits: {} },
    prepare, createVector, finish: async () => {}, dispose: async () => {},
    scale({ data }, beta) { data.forEach((value, i) => { data[i] = beta === 0 ? 0 : beta * value; }); },
  }),
};
${pluginSource(name, 'backends: [backend]')}`;
  return { name, manifest: manifest({ backends: ['acme/plain'] }), files: { 'plugin.js': source } };
}
