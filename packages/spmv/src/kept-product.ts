import type { CooMatrix, Precision, ValueArray } from '@spmv/core';
import { anyOption, checkOptions, disposal, PRECISIONS, SpmvError } from '@spmv/core';
import type { VectorLike } from './choice.ts';
import type { Matrix, SparseProduct } from './matrix.ts';
import type { MadeProduct } from './matrix-product.ts';
import { entryValues, makeProduct } from './matrix-product.ts';
import { takenNumbers } from './numbers.ts';
import type { SharedBackends } from './places.ts';
import type { TakenProduct } from './taken-product.ts';

/** A product that was made, and the entries of each matrix whose values it reads. */
interface KeptParts extends MadeProduct {
  readonly operands: Readonly<Record<string, CooMatrix>>;
}

/** Errors: those of `makeProduct`, and `PARAM.REJECTED` for `dropZeros`. */
export async function keepProduct(
  product: TakenProduct,
  settings: { readonly places: SharedBackends; readonly precision: Precision },
): Promise<KeptParts> {
  if (product.options.dropZeros)
    throw new SpmvError('PARAM.REJECTED', 'dropZeros = true leaves out entries that other values may fill again.', {
      fix: 'Leave dropZeros out, or give it to multiply: A.multiply(B, { dropZeros: true }).',
    });
  const { A, B, D } = product;
  return { ...(await makeProduct(product, settings)), operands: { A, B, ...(D ? { D } : {}) } };
}

/** The product of which `matrix` is the result. */
export function keptProduct<N extends ValueArray>(
  { operator, scalars, operands }: KeptParts,
  matrix: Matrix<N>,
  precision: Precision,
): SparseProduct<N> {
  const rules = Object.fromEntries(Object.keys(operands).map((name) => [name, anyOption]));
  const { host } = PRECISIONS[precision];
  let last: Promise<unknown> = Promise.resolve();
  const renew = async (values: Readonly<Record<string, ValueArray>>): Promise<void> => {
    await operator.update(values);
    await operator.numeric(scalars);
    await matrix.update(entryValues(await operator.read()));
  };
  return {
    matrix,
    async update(given = {}) {
      checkOptions<Readonly<Record<string, VectorLike | undefined>>>('update', given, rules);
      const values = Object.fromEntries(
        Object.entries(given).flatMap(([name, numbers]) =>
          numbers === undefined ? [] : [[name, takenNumbers(name, numbers, host, operands[name]?.values.length)]],
        ),
      );
      const next = last.then(() => renew(values));
      last = next.catch(() => {});
      return next;
    },
    ...disposal(async () => {
      await last;
      await operator.dispose();
      await matrix.dispose();
    }),
  };
}
