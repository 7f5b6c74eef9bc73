import type { KernelSteps, MatrixContext } from '@spmv/core';
import { BEFORE, countEntries } from './cuda-counts.ts';
import { launch, operandsOf, positionsOf, run } from './cuda-launches.ts';
import { NOWHERE } from './cuda-pattern.ts';
import { ROW_BLOCK } from './cuda-sizes.ts';
import { namesOf } from './matrix-names.ts';

/** Lanes that take an entry of the mask, as spgemm-masked.cuh has them. */
const LANES = 8;
const BLOCK = 256;
const FACTORS = { A: namesOf('A'), B: namesOf('B') };
const MASK = { mRowStart: 'M.rowStart', mColIndex: 'M.colIndex' } as const;

const sizesOf = ({ matrices: { M } }: MatrixContext) => ({ rows: M?.shape.rows ?? 0, length: M?.nnz ?? 0 });

/** Finds which entries of the mask C has: as many as it returns. */
export function* findMasked(context: MatrixContext): KernelSteps<'cuda', { readonly nnz: number }> {
  const { rows, length } = sizesOf(context);
  const nnz = yield* countEntries({
    length,
    perBlock: ROW_BLOCK / LANES,
    count: (blocks) =>
      launch('spgemm_hits', blocks, ROW_BLOCK, { ...positionsOf(FACTORS), ...MASK, ...BEFORE, rows, length }),
    starts: launch('spgemm_hit_starts', Math.ceil((rows + 1) / BLOCK), BLOCK, {
      mRowStart: MASK.mRowStart,
      ...BEFORE,
      rowStart: 'C.rowStart',
      rows,
    }),
  });
  return { nnz };
}

/** Values of C, and, unless it runs `again`, columns. */
export function* fillMasked(context: MatrixContext, again: boolean): KernelSteps<'cuda'> {
  const { rows, length } = sizesOf(context);
  const colIndex = again ? NOWHERE : 'C.colIndex';
  yield* run(
    launch(`spgemm_masked_${context.precision.precision}`, Math.ceil(length / (BLOCK / LANES)), BLOCK, {
      ...operandsOf(FACTORS),
      ...MASK,
      ...BEFORE,
      colIndex,
      values: 'C.values',
      alpha: 'alpha',
      rows,
      length,
    }),
  );
}
