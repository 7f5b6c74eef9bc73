import { plugin as fused } from '@spmv/fused';
import { plugin as vectors } from '@spmv/vectors';
import { createSession, kernelCases, register } from '@spmv/testkit';
import { csr } from '@spmv/formats';
import { describe } from 'vitest';
import { descriptorOf } from '../../../packages/backend-cuda/test/several-devices.ts';
import { EMULATED_VECTORS } from '../emulated-vectors.ts';
import { runner } from '../../runner.ts';

/** Everything that a kernel promises, by devices of which each has a part. */
describe.each(['0,1,2,3'])('devices %s', (device) => {
  const backend = descriptorOf(device, 7, ['a', 'b', 'c', 'd'], EMULATED_VECTORS);
  const session = createSession(backend);
  const cases = [vectors, fused].flatMap(({ kernels = [], operations = [] }) =>
    kernels.flatMap((kernel) => {
      const operation = operations.find(({ id }) => id === kernel.operation);
      if (!operation || kernel.target !== 'cuda' || (kernel.format ?? 'csr') !== 'csr') return [];
      return kernelCases({
        kernel,
        operation,
        backend,
        session,
        precisions: ['f64'],
        params: { blockSize: [256], capacity: [1024] },
        ...(kernel.format ? { format: csr } : {}),
      });
    }),
  );
  register(
    cases.filter(({ tier, id }) => tier === 'quick' && id.includes('/operation/')),
    runner,
  );
});
