import type { StoredMatrix } from '@spmv/core';
import { bringMatrix, checkPetscMatrix } from './bring-matrix.ts';
import { shapeOfFile } from './load.ts';
import { OPS } from './native.ts';
import type { PetscOptions } from './options.ts';
import { createPetscVector } from './petsc-vector.ts';
import { ready } from './ready.ts';
import { openTeam } from './team.ts';

/** What of x goes between ranks for y = Ax: numbers by rank, named as those of `haloOf` of `@spmv/reorder`. */
export interface PetscExchange {
  /** Elements of x that a rank receives, and messages that it receives them by. */
  readonly received: Int32Array;
  readonly sources: Int32Array;
  /** Elements of x that it sends, and messages. */
  readonly sent: Int32Array;
  readonly targets: Int32Array;
}

/**
 * What a product of PETSc sends and receives, by PETSc's own counters around one `MatMult`: what `spmv plan` predicts from the entries, counted. Ranks are started for it. A matrix, or the path of a file in PETSc's binary format.
 *
 * Errors: `FILE.FORMAT`, `KERNEL.WRONG_FORMAT`, and those of opening the backend.
 */
export async function petscExchange(matrix: StoredMatrix | string, options: PetscOptions = {}): Promise<PetscExchange> {
  if (typeof matrix !== 'string') checkPetscMatrix(matrix);
  const shape = typeof matrix === 'string' ? await shapeOfFile(matrix) : matrix.shape;
  const { petsc, native, settings } = await ready(options, {});
  const team = await openTeam(petsc, native, settings);
  try {
    await bringMatrix(team, matrix, shape, settings);
    const vector = (length: number): ReturnType<typeof createPetscVector> => createPetscVector(team.arena, length);
    const [x, y, result] = [vector(shape.cols), vector(shape.rows), vector(4 * settings.ranks)];
    team.push(OPS.exchange, 1, [x.offset, y.offset, result.offset]);
    team.wait();
    const numbers = (place: number): Int32Array =>
      Int32Array.from({ length: settings.ranks }, (_, rank) => result.elements[4 * rank + place] as number);
    return { sources: numbers(0), received: numbers(1), targets: numbers(2), sent: numbers(3) };
  } finally {
    await team.end();
  }
}
