// Multigrid in a page of Chromium: node bench/solve/browser.ts [--size 512] [--backends serial,threads,webgpu]. A line of JSON for each backend: iterations to 1e-8 and milliseconds of levels, set-up, cycles and the whole of A.solve for
// 5 points on size² unknowns, first, with kept levels, and again by jacobi. WebGPU is the software adapter, in f32 inside corrections in f64 of the host.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { runJob } from '../../tools/browser/run-job.ts';
import { SWIFTSHADER } from '../../tools/machine.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '512' },
    backends: { type: 'string', default: 'serial,threads,webgpu' },
  },
});
process.env['VK_ICD_FILENAMES'] ??= SWIFTSHADER;

const job = (backend: string, size: number): string => `
import { createHierarchy } from '@spmv/multigrid';
import { openMatrix } from 'spmv';
import { poisson } from 'spmv/build';

export default async () => {
  const entries = poisson(${size}, ${size});
  const begin = performance.now();
  createHierarchy(entries);
  const levelsMs = performance.now() - begin;
  const A = await openMatrix(entries, ${JSON.stringify({ backend, ...(backend === 'webgpu' ? { precision: 'f32' } : {}) })});
  const b = new Float64Array(entries.shape.rows).fill(1);
  const runs = [];
  for (const M of ['multigrid', 'multigrid', 'multigrid', 'jacobi']) {
    const start = performance.now();
    const { reason, iterations, relativeResidual, setupMs, iterationMs, levels } = await A.${backend === 'webgpu' ? 'refine' : 'solve'}(b, { method: 'cg', M, rtol: 1e-8, maxiter: 5000 });
    runs.push({ M, reason, iterations, relativeResidual, setupMs, iterationMs, wholeMs: performance.now() - start, rows: levels?.rows });
  }
  await A.dispose();
  return { levelsMs, runs };
};
`;

for (const backend of values.backends.split(',')) {
  const size = Number(values.size);
  const found = await runJob({ job: job(backend, size), isolated: true }).catch((error: unknown) => ({
    failed: String(error),
  }));
  console.log(JSON.stringify({ backend, size, ...(found as object) }));
}
