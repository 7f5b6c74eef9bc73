import type { KernelSteps, MatrixContext } from '@spmv/core';
import { INDEX_LIMIT } from '@spmv/core';
import { tooManyEntries } from '@spmv/kernel-kit';
import { BEFORE, countEntries } from './cuda-counts.ts';
import { beside, launch, run } from './cuda-launches.ts';
import { NOWHERE } from './cuda-pattern.ts';
import { ROW_BLOCK } from './cuda-sizes.ts';
import type { Union } from './matrix-names.ts';

const BLOCK = 256;

const positionsOf = ({ X, D }: Union) => ({
  xRowStart: X.rowStart,
  xColIndex: X.colIndex,
  dRowStart: D.rowStart,
  dColIndex: D.colIndex,
});

/** Finds where rows of C start, and how many entries it has. Errors: `KERNEL.REFUSED` beyond 2³¹−1 entries. */
export function* findUnion(union: Union): KernelSteps<'cuda', { readonly nnz: number }> {
  const { rows, entriesOfX: length, entriesOfD } = union;
  const positions = positionsOf(union);
  const { xRowStart, dRowStart } = positions;
  const both = yield* countEntries({
    length,
    perBlock: ROW_BLOCK,
    count: (blocks) => launch('spgeam_match', blocks, ROW_BLOCK, { ...positions, ...BEFORE, rows, length }),
    starts: launch('spgeam_starts', Math.ceil((rows + 1) / BLOCK), BLOCK, {
      xRowStart,
      dRowStart,
      ...BEFORE,
      rowStart: 'C.rowStart',
      rows,
    }),
  });
  const nnz = length + entriesOfD - both;
  if (nnz > INDEX_LIMIT) throw tooManyEntries(nnz);
  return { nnz };
}

/** Columns of C, unless it runs `again`, and values. */
export function* fillUnion(
  union: Union,
  { precision: { precision } }: MatrixContext,
  again: boolean,
): KernelSteps<'cuda'> {
  const { X, D, rows, entriesOfX, entriesOfD, isScaled } = union;
  const positions = positionsOf(union);
  const made = {
    ...BEFORE,
    colIndex: again ? NOWHERE : 'C.colIndex',
    values: 'C.values',
    alpha: 'alpha',
    beta: 'beta',
  } as const;
  const { xRowStart, xColIndex, dRowStart, dColIndex } = positions;
  yield* run(
    beside([
      ...launch(`spgeam_first_${precision}`, Math.ceil(entriesOfX / BLOCK), BLOCK, {
        xRowStart,
        xColIndex,
        xValues: X.values,
        dRowStart,
        dColIndex,
        dValues: D.values,
        ...made,
        rows,
        length: entriesOfX,
        scaled: isScaled ? 1 : 0,
      }),
      ...launch(`spgeam_rest_${precision}`, Math.ceil(entriesOfD / BLOCK), BLOCK, {
        ...positions,
        dValues: D.values,
        ...made,
        rows,
        length: entriesOfD,
      }),
    ]),
  );
}
