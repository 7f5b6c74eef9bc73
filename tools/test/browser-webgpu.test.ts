import type { ConformanceReport } from '../../packages/testkit/src/index.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../browser/run-job.ts';
import { FULL } from '../full-lane.ts';
import { needs, needsFull } from '../needs.ts';

/** Kernels that the quick lane tries in a page; the same run whole in Node. */
const KERNELS = FULL ? /^/u : /^wgsl\/csr-balanced@/u;

/**
 * The conformance kit on `navigator.gpu`: all kernels in f32, three of them in df64, with few points of each parameter space, because
 * the adapter is software.
 */
const JOB = `
import { plugin } from '@spmv/backend-webgpu';
import { plugin as formats } from '@spmv/formats';
import { plugin as packed } from '@spmv/format-packed';
import { pluginCases, runCases } from '@spmv/testkit';
export default async function run() {
  const few = { blockSize: [64], items: [4], threadsPerRow: [4], multiple: [4], alignment: [1], order: ['column'], steps: [4], window: [32], flight: [8], sizes: ['uniform'], reduction: ['subgroup', 'workgroup'] };
  const chosen = pluginCases({ ...plugin, kernels: [...plugin.kernels, ...packed.kernels.filter(({ target }) => target === "wgsl")] }, { formats: [...formats.formats, ...packed.formats], params: few }).filter(({ id }) => ${KERNELS}.test(id) && !id.endsWith('/reproducibility') && (!id.includes('/df64/') || /wgsl.(csr-vector|csr-balanced|ellpack-r)@/.test(id)));
  const report = await runCases(chosen, { subject: plugin.name, signal: { aborted: false } });
  const kernels = [...new Set(report.cases.filter(({ status }) => status === 'passed').map(({ id }) => id.split('@')[0]))];
  return { ...report, kernels, globals: Object.keys(globalThis).filter((name) => /spmv|dawn/i.test(name)), isolated: crossOriginIsolated, cases: report.cases.filter(({ status }) => status === 'failed') };
}`;

describe('WebGPU in Chromium', needs('chromium'), () => {
  let report: ConformanceReport & {
    readonly kernels: readonly string[];
    readonly globals: readonly string[];
    readonly isolated: boolean;
  };

  beforeAll(async () => {
    report = (await runJob({ job: JOB })) as typeof report;
  }, 400_000);

  it('conforms', () => {
    expect(report.cases).toEqual([]);
    expect(report.conforms).toBe(true);
    expect(report.totals.passed).toBeGreaterThan(FULL ? 500 : 40);
    expect(report.kernels).toEqual(
      expect.arrayContaining(['wgsl/csr-balanced', ...(FULL ? ['wgsl/packed', 'wgsl/csr', 'wgsl/ellpack'] : [])]),
    );
  });

  it('leaves nothing on globalThis', () => {
    expect(report.globals).toEqual([]);
  });
});

/** A.multiply(B) on `navigator.gpu` and in JavaScript, of whole numbers, so that both are the same; and the pipelines that were made. */
const SPARSE_JOB = `
import { openMatrix } from 'spmv';
export default async function run() {
  const pipelines = [];
  const create = GPUDevice.prototype.createComputePipelineAsync;
  GPUDevice.prototype.createComputePipelineAsync = function (descriptor) {
    pipelines.push(descriptor.label);
    return create.call(this, descriptor);
  };
  const triplets = (rows, cols, first) => Array.from({ length: 6 * rows }, (_, k) => [Math.floor(k / 6), (first + k * k * 7) % cols, (k % 9) - 4])
    .concat(Array.from({ length: cols }, (_, j) => [3, j, 2]));
  const product = async (backend) => {
    const A = await openMatrix({ shape: [60, 90], triplets: triplets(60, 90, 1) }, { backend, precision: 'f32' });
    const B = await openMatrix({ shape: [90, 70], triplets: triplets(90, 70, 5) }, { backend, precision: 'f32' });
    const C = await A.multiply(B);
    const result = { nnz: C.nnz, dense: C.toDense().map((row) => [...row]) };
    for (const one of [A, B, C]) await one.dispose();
    return result;
  };
  const [ours, right] = [await product('webgpu'), await product('serial')];
  return { same: JSON.stringify(ours) === JSON.stringify(right), nnz: right.nnz, pipelines };
}`;

describe('A.multiply(B) on WebGPU in Chromium', needsFull('chromium'), () => {
  it('is what it is in JavaScript', async () => {
    const { same, nnz, pipelines } = (await runJob({ job: SPARSE_JOB })) as Readonly<Record<string, unknown>>;
    expect({ same, nnz }).toEqual({ same: true, nnz: expect.any(Number) as number });
    expect(pipelines).toContain('wgsl/spgemm-csr putValues');
  }, 400_000);
});

describe('a page of the harness', needs('chromium'), () => {
  it('is cross-origin isolated when asked, as threads need', async () => {
    const job = `
      export default async () => {
        const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
        const url = URL.createObjectURL(new Blob(['onmessage = ({ data }) => { Atomics.store(new Int32Array(data.buffer), 0, 7); postMessage(0); }'], { type: 'text/javascript' }));
        const worker = new Worker(url);
        await new Promise((resolve) => { worker.onmessage = resolve; worker.postMessage(memory); });
        return [crossOriginIsolated, new Int32Array(memory.buffer)[0]];
      };`;
    expect(await runJob({ job, isolated: true })).toEqual([true, 7]);
    expect(await runJob({ job: 'export default async () => crossOriginIsolated' })).toBe(false);
  }, 60_000);
});
