import type { CooMatrix } from '@spmv/core';
import { checkCoo, shown, SpmvError } from '@spmv/core';
import type { CsrMatrix } from '@spmv/spgemm';

function refused(what: string, fix: string): SpmvError {
  return new SpmvError('OPERAND.MATRIX', `Levels cannot be made: ${what}.`, { fix });
}

function checkFinite(values: ArrayLike<number>): void {
  const at = Array.prototype.findIndex.call(values, (value: number) => !Number.isFinite(value));
  if (at >= 0) throw refused(`entry ${at} is ${values[at]}`, 'Give finite numbers.');
}

/** Errors: `FORMAT.INVALID` for what is no canonical COO, `OPERAND.MATRIX`. */
export function checkMatrix(given: CooMatrix): void {
  if (typeof given !== 'object' || given === null || !('shape' in given))
    throw refused(`the matrix is ${shown(given)}`, 'Give entries, such as those of cooFromEntries of @spmv/core.');
  const [finding] = checkCoo(given);
  if (finding !== undefined)
    throw new SpmvError('FORMAT.INVALID', `Levels cannot be made: ${finding.message}.`, {
      fix: 'Give entries in order, such as those of cooFromEntries of @spmv/core.',
    });
  const { rows, cols } = given.shape;
  if (rows !== cols) throw refused(`the matrix is ${rows} × ${cols}`, 'Give a square matrix.');
  checkFinite(given.values);
}

/** Errors: `OPERAND.LENGTH`, `OPERAND.MATRIX`. */
export function checkValues({ colIndex: { length } }: CsrMatrix, values: Float64Array): void {
  if (values?.length !== length)
    throw new SpmvError('OPERAND.LENGTH', `values has ${values?.length ?? 'no'} elements, and A ${length} entries.`, {
      fix: `Give ${length} values, in the order of the entries.`,
    });
  checkFinite(values);
}
