import type { CooMatrix, OptionRule } from '@spmv/core';
import { anyOption, booleanOption, checkOptions, numberOption, shown, SpmvError } from '@spmv/core';
import type { Sharer } from './share-backends.ts';
import { IN_TURN, isMatrix } from './share-backends.ts';
import type { MatrixLike } from './build/entries.ts';
import { copyOfEntries, entriesOf } from './build/entries.ts';
import type { MatrixProductOptions } from './product.ts';

/** A product of two matrices as it was asked for: nothing of it is the caller's. */
export interface TakenProduct {
  readonly A: CooMatrix;
  readonly B: CooMatrix;
  readonly D: CooMatrix | undefined;
  readonly mask: CooMatrix | undefined;
  readonly options: Omit<MatrixProductOptions, 'D' | 'mask'>;
}

/** NaN and infinities are factors, too. */
const factor: OptionRule = { words: 'a number', is: (value) => typeof value === 'number' };

const RULES = {
  alpha: factor,
  beta: factor,
  D: anyOption,
  mask: anyOption,
  dropZeros: booleanOption,
  maxWorkBytes: numberOption(0),
};

/** What a matrix holds at the call, after the updates that were asked for before; arrays in a copy. */
async function takenMatrix(given: MatrixLike | undefined): Promise<CooMatrix | undefined> {
  if (given === undefined) return undefined;
  if (isMatrix(given)) return given[IN_TURN]();
  const coo = entriesOf(given);
  return coo === given ? copyOfEntries(coo) : coo;
}

/**
 * Takes all that A·B is computed from as it is at the call. Errors: `PARAM.*`, `LIFETIME.DISPOSED` for B, D or the mask, those of reading D or the mask.
 */
export async function takenProduct(
  own: Promise<CooMatrix>,
  other: Sharer,
  given: MatrixProductOptions | undefined,
): Promise<TakenProduct> {
  checkOptions('multiply', given, RULES);
  const { D, mask, ...options } = given ?? {};
  const [A, B, added, masking] = await Promise.all([own, other[IN_TURN](), takenMatrix(D), takenMatrix(mask)]);
  return { A, B, D: added, mask: masking, options };
}

/** Errors: `OPERAND.MATRIX` for what `openMatrix` did not give. */
export function noMatrix(given: unknown): SpmvError {
  return new SpmvError('OPERAND.MATRIX', `B is ${shown(given)}, and a product needs a matrix of openMatrix.`, {
    fix: 'Open it: A.product(await openMatrix(B, { shareBackendsWith: A })).',
  });
}
