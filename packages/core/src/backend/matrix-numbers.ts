import type { Precision } from '../data/precision.ts';
import { roundTo } from '../data/precision.ts';
import { shown } from '../errors/shown.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import type { MatrixOperation } from '../operation/matrix-operation.ts';

/** Errors: one of this code for what is no object by these names. */
export function checkObject(
  code: `OPERAND.${string}`,
  what: string,
  given: unknown,
  names: readonly { readonly name: string }[],
): void {
  if (typeof given === 'object' && given !== null) return;
  throw new SpmvError(code, `${what} are ${shown(given)}.`, {
    fix: `Give an object, { ${names.map(({ name }) => name).join(', ')} }, or leave them out.`,
  });
}

/** The numbers of an operation in their order, rounded to the precision; those left out have their defaults. Errors: `OPERAND.SCALAR`. */
export function numbersFor(
  operation: MatrixOperation,
  precision: Precision,
  given: Readonly<Record<string, number>>,
): Float64Array {
  checkObject('OPERAND.SCALAR', 'The numbers', given, operation.scalars);
  for (const name of Object.keys(given)) {
    if (operation.scalars.some((one) => one.name === name) && typeof given[name] === 'number') continue;
    throw new SpmvError('OPERAND.SCALAR', `${operation.formula} takes no number '${name}' = ${String(given[name])}.`, {
      fix: `Its numbers are: ${operation.scalars.map((one) => one.name).join(', ') || 'none'}.`,
      details: { operation: operation.id, scalar: name },
    });
  }
  return Float64Array.from(operation.scalars, ({ name, default: usual = Number.NaN }) =>
    roundTo(precision, given[name] ?? usual),
  );
}
