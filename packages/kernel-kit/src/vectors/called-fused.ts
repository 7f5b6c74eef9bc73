import type { KernelContext, NamedArrays, Params, ParamSpace, StoredMatrix } from '@spmv/core';
import { NO_PARAMS, PRECISIONS } from '@spmv/core';
import { namedArguments } from '../operands.ts';
import { byRowBlocks, rowBlocks, rowBlockStarts } from '../row-blocks.ts';
import { rowOrder, rowOrderParams } from '../row-order.ts';
import type { CalledPasses } from './called-pass.ts';
import { decided } from './called-pass.ts';
import { calledTotal, NONE, sumsOf, sumsScratch } from './sums.ts';

/** What functions of the operation `fused` take of a format, and how it is prepared for them. */
export interface FusedRows {
  readonly format: 'csr' | 'sell';
  readonly arrays: readonly string[];
  /** What comes after the arguments of the ending. */
  readonly numbers: readonly string[];
  readonly params: ParamSpace<KernelContext>;
  analyse(matrix: StoredMatrix, context: KernelContext, params: Params): NamedArrays;
}

/** By format. */
export const FUSED_ROWS: Readonly<Record<FusedRows['format'], FusedRows>> = {
  csr: {
    format: 'csr',
    arrays: ['A.rowStart', 'A.colIndex', 'A.values', 'auxiliary.choice', 'auxiliary.order'],
    numbers: ['rows'],
    params: rowOrderParams,
    analyse: (matrix, context, params) => ({
      ...rowBlockStarts(matrix, context),
      ...rowOrder(matrix, context, params),
    }),
  },
  sell: {
    format: 'sell',
    arrays: ['A.sliceStart', 'A.rowOrder', 'A.colIndex', 'A.values'],
    numbers: ['param.C', 'param.sigma', 'rows', 'A.slices'],
    params: NO_PARAMS,
    analyse: rowBlockStarts,
  },
};

/** A product that goes on with y, by the function `name` and, where it ends in sums, `total…` of this suffix. */
export function calledFused(
  { arrays, numbers }: FusedRows,
  ending: string,
  { matrix, precision: { precision } }: Pick<KernelContext, 'matrix' | 'precision'>,
  { name, suffix }: { readonly name: string; readonly suffix: string },
): CalledPasses {
  const blocks = rowBlocks(matrix);
  const sums = sumsOf(ending);
  const updates = ending === 'axpy';
  return {
    scratch: sumsScratch(sums, blocks.count, PRECISIONS[precision].components),
    passes: [
      {
        export: name,
        arguments: {
          ...namedArguments([...arrays, 'x', 'y']),
          z: sums.includes('s') ? 'z' : NONE,
          t: sums.includes('t') ? 't' : NONE,
          gamma: updates ? 'gamma' : NONE,
          w: updates ? 'w' : NONE,
          sums: 'scratch.sums',
          ...namedArguments(numbers),
          size: blocks.size,
          ...namedArguments(['alpha', 'beta']),
          delta: updates ? 'delta' : decided(1, precision),
          ...namedArguments(['begin', 'end']),
        },
        partition: byRowBlocks(blocks),
      },
      ...calledTotal(sums, blocks.count, suffix),
    ],
  };
}
