import { csr } from '@spmv/formats';
import { spmm } from '@spmv/spmm';
import { backendCases, register } from '@spmv/testkit';
import { petscBackend } from '../src/descriptor.ts';
import { petscKernels } from '../src/kernels.ts';
import { FULL, runner } from '../../../tools/runner.ts';

// Ranks of tests run wherever they are, also as root in a container and on fewer cores. Without PETSc the kit still checks what is declared; the rest
// says unavailable. Opening six teams one after another and products but the plain one are tried with two ranks
// alone: they take long.
for (const ranks of FULL ? [1, 2, 4] : [2]) {
  const backend = petscBackend({ ranks, allowRoot: true, oversubscribe: true });
  const kernels = petscKernels.filter(({ id }) => (FULL && ranks === 2) || id === 'petsc/csr');
  const cases = backendCases(backend, { formats: [csr], operations: [spmm], kernels });
  register(
    cases.filter(({ id }) => ranks === 2 || !id.endsWith('/open-again')),
    runner,
    { name: `${ranks} ranks` },
  );
}
