import type { StoredMatrix } from '@spmv/core';
import { bringMatrix, checkPetscMatrix } from './bring-matrix.ts';
import { loopSeconds } from './loop.ts';
import type { PetscOptions } from './options.ts';
import { createPetscVector } from './petsc-vector.ts';
import { ready } from './ready.ts';
import { openTeam } from './team.ts';

/** What products y = Ax take, and what that is made of: microseconds, a number for each product. `total` is the sum of `publish`, `product` and `notice`. */
export interface PetscProductTimes {
  readonly total: Float64Array;
  /** From the command in the ring until the first rank has begun. */
  readonly publish: Float64Array;
  /** From there until the last rank has ended: PETSc's product, by the slowest rank. */
  readonly product: Float64Array;
  /** Of `product`: until the last rank has begun, and from the end of the first rank to that of the last. */
  readonly lateBegin: Float64Array;
  readonly lateEnd: Float64Array;
  /** From the end of the last rank until Node goes on. */
  readonly notice: Float64Array;
  /** Of as many products in a loop of the ranks, by rank 0, before and after: no rank waits for all others. */
  readonly loop: Float64Array;
}

/**
 * Where the time of products goes that are waited for one by one, about so many seconds of them and no fewer than 20, by the clock that all processes of this machine share. Ranks are started for it, on this machine alone; x is ones.
 *
 * Errors: `KERNEL.WRONG_FORMAT`, and those of opening the backend.
 */
export async function petscProductTimes(
  matrix: StoredMatrix,
  seconds: number,
  options: PetscOptions = {},
): Promise<PetscProductTimes> {
  checkPetscMatrix(matrix);
  const { shape } = matrix;
  const { petsc, native, settings } = await ready({ ...options, clock: true }, {});
  const team = await openTeam(petsc, native, settings);
  try {
    await bringMatrix(team, matrix, shape, settings);
    const [x, y] = [createPetscVector(team.arena, shape.cols), createPetscVector(team.arena, shape.rows)];
    x.elements.fill(1);
    const places = { x: x.offset, y: y.offset, transpose: 0, alpha: 1, beta: 0 };
    const looped = (times: number): Float64Array => loopSeconds(team, 1, { ...places, cold: false, runs: times });
    const each = looped(10).toSorted()[5] as number;
    const runs = Math.min(5000, Math.max(20, 2 * Math.round(seconds / each / 2)));
    const before = looped(runs / 2);
    const all = Array.from({ length: runs }, () => {
      team.multiply(1, x.offset, y.offset, 0, 1, 0);
      return team.stamps();
    });
    const loop = [...before, ...looped(runs / 2)].map((time) => time * 1e6);
    const between = (from: number, to: number): Float64Array =>
      Float64Array.from(all, (stamps) => (stamps[to] as number) - (from < 0 ? 0 : (stamps[from] as number)));
    return {
      total: between(-1, 4),
      publish: between(-1, 0),
      product: between(0, 3),
      lateBegin: between(0, 1),
      lateEnd: between(2, 3),
      notice: between(3, 4),
      loop: Float64Array.from(loop),
    };
  } finally {
    await team.end();
  }
}
