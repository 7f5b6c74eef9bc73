import type { FakePackage } from './project.ts';
import { manifest, pluginSource } from './project.ts';

/** What a backend does with the work that `apply` hands to it. */
export const LIES = {
  'tells the truth': 'work();',
  'does nothing': '',
  'swaps the order of two products':
    'if (kept === undefined) { kept = work; queueMicrotask(flush); } else { work(); flush(); }',
  'drops the last row': 'const last = y.data.at(-1); work(); y.data[y.data.length - 1] = last;',
  'ignores beta': 'beta = 0; work();',
} as const;

/** A package with a backend that runs kernels in JavaScript on the calling thread, and lies as told. It needs nothing but Node. */
export function plainBackend(name: string, lie: keyof typeof LIES): FakePackage {
  const source = `
const array = (precision, length) => (precision === 'f64' ? new Float64Array(length) : new Float32Array(length));
let kept;
const flush = () => { const work = kept; kept = undefined; work?.(); };
async function createVector(length, precision) {
  const data = array(precision, length);
  return { data, write: async (source) => { flush(); data.set(source); }, read: async (target) => { flush(); target.set(data); }, dispose: flush };
}
async function prepare({ matrix, program, auxiliary, kernelParams, precision }) {
  const arrays = Object.fromEntries(Object.entries(matrix.arrays).map(([key, values]) => [key, values.slice()]));
  const passes = await Promise.all(program.passes.map(async ({ module, export: key, partition }) => ({ run: (await import(module + '#' + precision.precision))[key], count: partition.count })));
  const bytesResident = Object.values(arrays).reduce((sum, { byteLength }) => sum + byteLength, 0);
  return { bytesResident, dispose: flush, apply(x, y, alpha, beta) {
    const work = () => passes.forEach(({ run, count }, p) => count === 0 || run({
      rows: matrix.shape.rows, cols: matrix.shape.cols, nnz: matrix.nnz, scalars: matrix.scalars, arrays, auxiliary, formatParams: matrix.params, kernelParams,
      x: x.data, y: y.data, alpha, beta: p === 0 ? beta : 1, begin: 0, end: count, carry: { headRow: -1, tailRow: -1, headSum: 0, tailSum: 0 },
    }));
    ${LIES[lie]}
  } };
}
const backend = {
  kind: 'backend', id: 'acme/plain', title: 'Plain JavaScript', targets: ['js'], launchParams: { axes: {} },
  probe: async () => ({ available: true, devices: ['this engine'] }),
  open: async () => ({
    device: { name: 'this engine', kind: 'cpu', precisions: ['f64', 'f32'], capabilities: [], limits: {} },
    operations: { spmv: prepare }, createVector, finish: async () => flush(), dispose: async () => flush(),
    scale({ data }, beta) { flush(); data.forEach((value, i) => { data[i] = beta === 0 ? 0 : beta * value; }); },
  }),
};
${pluginSource(name, 'backends: [backend]')}`;
  return { name, manifest: manifest({ backends: ['acme/plain'] }), files: { 'plugin.js': source } };
}
