import { spmv } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { csr } from '@spmv/formats';
import { gemm } from '@spmv/gemm';
import { spmm } from '@spmv/spmm';
import type { ConformanceCase } from '@spmv/testkit';
import { createSession, kernelCases, pluginCases, register } from '@spmv/testkit';
import { plugin } from '../src/index.ts';
import { manifestOf, ofLibraries, runner } from '../../../tools/runner.ts';

const operations = [spmv, spmm, gemm];

// The inspector of MKL stores zeros as padding and multiplies them by x, so that an infinity in x makes NaN in rows that do not store its column.
const isOurs = ({ id }: ConformanceCase): boolean => !(id.includes('mkl-ie') && id.includes('/padding/nonfinite/'));

// What a library that is not there would compute is skipped, with the reason.
register(
  await ofLibraries(
    pluginCases(plugin, {
      manifest: manifestOf(import.meta.url),
      formats: [csr],
      operations,
      backends: [serial],
    }).filter(isOurs),
  ),
  runner,
);

// The threads of the libraries themselves: the product is the calling thread's.
const session = createSession(threads);
for (const kernel of plugin.kernels ?? []) {
  const operation = operations.find(({ id }) => id === kernel.operation);
  if (!operation) continue;
  const format = kernel.format === undefined ? {} : { format: csr };
  const params = { threads: [3], chunk: [0], schedule: ['balanced'] };
  const cases = kernelCases({ kernel, operation, ...format, backend: threads, session, params, precisions: ['f64'] });
  register(await ofLibraries(cases.filter(isOurs)), runner, { name: `conformance of ${kernel.id} on three threads` });
}
