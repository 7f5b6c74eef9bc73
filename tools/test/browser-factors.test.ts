import { expect, it } from 'vitest';
import { runJob } from '../browser/run-job.ts';
import { needsFull } from '../needs.ts';

const JOB = `
import { factor } from '@spmv/direct';
import { poisson } from 'spmv/build';
export default async () => {
  const A = poisson(40, 40);
  const F = await factor(A);
  const b = new Float64Array(1600);
  for (let k = 0; k < A.values.length; k++) b[A.rowIndex[k]] += A.values[k];
  return { isolated: crossOriginIsolated, code: F.code, error: Math.max(...F.solve(b).map((one) => Math.abs(one - 1))) };
};`;

it(
  'factors are computed by WebAssembly in a page that is not isolated',
  { ...needsFull('chromium'), timeout: 60_000 },
  async () => {
    const found = (await runJob({ job: JOB })) as { readonly error: number };
    expect(found).toMatchObject({ isolated: false, code: 'WebAssembly' });
    expect(found.error).toBeLessThan(1e-10);
  },
);
