import type { BackendDescriptor, Kernel } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { spgemm } from '@spmv/spgemm';
import type { ParamChoice } from '@spmv/testkit';
import { createSession, kernelCases, matrixKernelCases, register } from '@spmv/testkit';
import { createNativeKernels, rowProductKernel } from '../src/index.ts';
import { foundLevels } from './levels.ts';
import { known, nativeCases, operations } from './native-cases.ts';
import { again, FULL, manifestOf, onWorkers, runner } from '../../../tools/runner.ts';

/** The text of sums with D is that of the product: few of its cases in the quick lane. */
const isTried = (id: string): boolean =>
  FULL || !id.startsWith('native/spgemm-add-') || /f64\/(?:nonfinite|product\/(?:wide|power-law))$/u.test(id);

register(
  nativeCases(manifestOf(import.meta.url)).filter(({ id }) => isTried(id)),
  runner,
);

/** Cases of some kernels in f64, of one level. */
const casesOf = (ids: readonly string[], backend: BackendDescriptor, level?: string, params: ParamChoice = {}) => {
  const session = createSession(backend);
  return createNativeKernels(level === undefined ? {} : { level })
    .filter(({ id }) => ids.includes(id))
    .flatMap((kernel) => {
      const format = known.find(({ id }) => id === kernel.format);
      const operation = operations.find(({ id }) => id === kernel.operation);
      return kernelCases({
        kernel: kernel as Kernel,
        backend,
        session,
        params,
        precisions: ['f64'],
        ...(format ? { format } : {}),
        ...(operation ? { operation } : {}),
      });
    });
};

// The same code on workers: what may differ there is how the work is divided.
register(
  casesOf(
    [
      'native/csr-merge',
      'native/coo',
      'native/sell',
      'native/packed',
      'native/symmetric',
      'native/csr-transposed',
      'native/spmm-packed',
      'native/spmm-csr-transposed',
      'native/fused-csr-dot-norm',
      'native/fused-sell-axpy',
      'native/linear-dot-norm',
      'native/descend-scaled',
      'native/conjugate-scaled',
    ],
    threads,
    undefined,
    { threads: [3], chunk: [0] },
  ),
  again,
  {
    name: 'conformance on threads',
  },
);

register(
  matrixKernelCases({ operation: spgemm, kernel: rowProductKernel(), backend: threads, formats: known }),
  onWorkers,
  { name: 'conformance of native/spgemm-csr on threads' },
);

// Of every other set of instructions one kernel of each kind; all others are compared in test/native/guarded.ts.
for (const level of FULL ? foundLevels().slice(1) : foundLevels().slice(-1))
  register(casesOf(['native/csr', 'native/sell'], serial, level), again, { name: `conformance of ${level}` });
