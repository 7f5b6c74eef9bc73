import { csr } from '@spmv/formats';
import { backendCases, register } from '@spmv/testkit';
import { describe, it } from 'vitest';
import { petscBackend } from '../src/descriptor.ts';
import { petscKernels } from '../src/kernels.ts';

// Ranks of tests run wherever they are, also as root in a container and on fewer cores. Without PETSc the kit still checks what is declared; the rest
// says unavailable. Opening six teams one after another is tried with two ranks alone: it takes seconds.
for (const ranks of [1, 2, 4]) {
  const backend = petscBackend({ ranks, allowRoot: true, oversubscribe: true });
  const cases = backendCases(backend, { formats: [csr], kernels: petscKernels });
  register(
    cases.filter(({ id }) => ranks === 2 || !id.endsWith('/open-again')),
    { describe, it },
    { name: `${ranks} ranks` },
  );
}
