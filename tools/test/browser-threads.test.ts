import type { ConformanceReport } from '../../packages/testkit/src/index.ts';
import { describe, expect, it } from 'vitest';
import { runJob } from '../browser/run-job.ts';
import { needs, needsFull } from '../needs.ts';

/** The conformance kit on a page's own pool: three threads, every schedule. */
const CONFORM = `
import { plugin } from '@spmv/backend-threads';
import { plugin as formats } from '@spmv/formats';
import { pluginCases, runCases } from '@spmv/testkit';
export default async function run() {
  const chosen = pluginCases(plugin, { formats: formats.formats, params: { threads: [3], chunk: [0] } });
  const report = await runCases(chosen, { subject: plugin.name, signal: { aborted: false } });
  return { ...report, isolated: crossOriginIsolated, cases: report.cases.filter(({ status }) => status === 'failed') };
}`;

/** Products by 1, 2 and 4 threads of pools that are opened one after another, and after a pause that puts the workers to sleep. */
const POOLS = `
import { threads } from '@spmv/backend-threads';
import { plugin as kernels } from '@spmv/backend-threads';
import { buildMatrix, createRegistry, openBackend, spmv } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { stencil27 } from '@spmv/testkit';
export default async function run() {
  const registry = createRegistry([formats, kernels]);
  const coo = stencil27({ n: 12 });
  const matrix = buildMatrix(registry.format('csr'), coo);
  const sums = [];
  for (const team of [1, 2, 4]) {
    const backend = await openBackend(threads);
    const operator = await backend.prepare({ operation: spmv, matrix, kernel: registry.kernel('wasm/csr-simd'), params: { threads: team } });
    const x = backend.vector(new Float64Array(coo.shape.cols).fill(1));
    const y = backend.vector(coo.shape.rows);
    for (let run = 0; run < 100; run++) operator.apply(x, y);
    await new Promise((resolve) => { setTimeout(resolve, 50); });
    operator.apply(x, y);
    sums.push((await y.read()).reduce((sum, value) => sum + value, 0));
    await backend.dispose();
  }
  return { sums, expected: coo.values.reduce((sum, value) => sum + value, 0) };
}`;

const PROBE = `
import { threads } from '@spmv/backend-threads';
export default () => threads.probe();`;

describe('threads in a cross-origin isolated page of Chromium', needs('chromium'), () => {
  it('conform', needsFull('chromium'), async () => {
    const { cases, conforms, isolated, totals } = (await runJob({
      job: CONFORM,
      isolated: true,
    })) as ConformanceReport & {
      readonly isolated: boolean;
    };
    expect([isolated, conforms, cases]).toEqual([true, true, []]);
    expect(totals.passed).toBeGreaterThan(1500);
  });

  it('compute with teams of every size, sleep and wake', async () => {
    const { sums, expected } = (await runJob({ job: POOLS, isolated: true })) as {
      readonly sums: readonly number[];
      readonly expected: number;
    };
    expect(sums).toHaveLength(3);
    for (const sum of sums) expect(sum).toBeCloseTo(expected, 6);
  }, 60_000);

  it('are refused with the headers that are missing where the page is not isolated', async () => {
    expect(await runJob({ job: PROBE })).toMatchObject({
      available: false,
      fix: expect.stringContaining('Cross-Origin-Embedder-Policy'),
    });
  }, 60_000);
});
