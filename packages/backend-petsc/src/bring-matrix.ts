import type { Shape, StoredMatrix } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { handOver } from './hand-over.ts';
import { loadFile } from './load.ts';
import type { RankRows } from './rows-of-ranks.ts';
import { rowsOfRanks } from './rows-of-ranks.ts';
import type { RankTeam } from './team.ts';

/** Refuses what is no CSR in f64. Errors: `KERNEL.WRONG_FORMAT`. */
export function checkPetscMatrix(matrix: StoredMatrix): void {
  if (matrix.format !== 'csr' || matrix.valueType !== 'f64')
    throw new SpmvError(
      'KERNEL.WRONG_FORMAT',
      `PETSc computes with CSR in f64, not with ${matrix.format} in ${matrix.valueType}.`,
      {
        fix: "Build the matrix in 'csr' with valueType 'f64'.",
        details: { format: matrix.format, valueType: matrix.valueType },
      },
    );
}

/** Gives the ranks matrix 1, or has them read it. */
export async function bringMatrix(
  team: RankTeam,
  matrix: StoredMatrix | string,
  shape: Shape,
  settings: RankRows,
): Promise<void> {
  if (typeof matrix === 'string') return loadFile(team, 1, matrix, shape, settings.bounds);
  const { rowStart, colIndex, values } = matrix.arrays as unknown as Readonly<{
    rowStart: Int32Array;
    colIndex: Int32Array;
    values: Float64Array;
  }>;
  await handOver(team, 1, { shape, bounds: rowsOfRanks(settings, rowStart), rowStart, colIndex, values });
}
