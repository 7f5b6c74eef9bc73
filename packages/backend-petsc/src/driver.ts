import type { BackendDriver, OpenOptions } from '@spmv/core';
import { OPS } from './native.ts';
import type { PetscOperator } from './operator.ts';
import { preparePetscOperator } from './operator.ts';
import type { PetscOptions } from './options.ts';
import type { PetscVector } from './petsc-vector.ts';
import { createPetscVector, scalePetscVector } from './petsc-vector.ts';
import { machineName, ready } from './ready.ts';
import { openTeam } from './team.ts';

/**
 * Starts ranks and gives them work. A product ends before `apply` returns.
 *
 * Errors: `BACKEND.UNAVAILABLE`, `BACKEND.LIMIT`, `BACKEND.WORKER_LOST`, `BACKEND.OUT_OF_MEMORY`, `BACKEND.FAILED`.
 */
export async function openPetscDriver(own: PetscOptions, options: OpenOptions): Promise<BackendDriver> {
  const { petsc, native, settings } = await ready(own, options);
  const team = await openTeam(petsc, native, settings);
  let made = 0;
  return {
    device: {
      name: machineName(settings),
      kind: 'cpu',
      precisions: ['f64'],
      capabilities: team.isShared ? ['shared-memory'] : [],
      limits: { ranks: settings.ranks },
      details: {
        petsc: petsc.version,
        mpi: petsc.mpi,
        memory: team.isShared ? 'shared' : 'messages',
        processes: team.processes.join(' '),
      },
    },
    prepare: (request) => preparePetscOperator(team, ++made, request, settings),
    createVector: (length, _precision, gaps) => createPetscVector(team.arena, length, gaps),
    scale(y, beta) {
      team.wait();
      scalePetscVector(y as PetscVector, beta);
    },
    sequence: (steps) => ({
      run() {
        let division: string | undefined;
        for (const step of steps) {
          if ('operator' in step) {
            const operator = step.operator as PetscOperator;
            // Parts of a vector change hands only when all have done what came before.
            if (division !== undefined && division !== operator.division) team.push(OPS.fence, 0, []);
            division = operator.division;
            operator.enqueue(step.buffers, step.scalars);
          } else {
            team.wait();
            scalePetscVector(step.scale as PetscVector, step.factor);
          }
        }
        team.wait();
      },
      dispose() {},
    }),
    finish: async () => team.wait(),
    dispose: () => team.end(),
  };
}
