import type { AnyCoo, ComplexCoo, CooMatrix, Precision, ValueType } from '@spmv/core';
import { complexCoo, PRECISIONS } from '@spmv/core';
import { oncePer } from '../case/once-per.ts';
import { randomVector } from '../generators/vectors.ts';

const RANDOM = Float32Array.from(randomVector(4099, { seed: 37 }));

/**
 * A matrix of the kit as the real parts of a complex one, whose imaginary parts are random f32 numbers: the same each time, and on both sides of the diagonal. Where the number of its entries is
 * odd they are negated right of the diagonal and 0 on it. So symmetric matrices become symmetric or Hermitian ones, skew-symmetric ones stay so or become skew-Hermitian.
 */
export const asComplex: (coo: CooMatrix) => ComplexCoo = oncePer((coo: CooMatrix) => {
  const turned = coo.values.length % 2 === 1;
  const imaginary = Float32Array.from(coo.colIndex, (col, k) => {
    const row = coo.rowIndex[k];
    const value = RANDOM[(31 * Math.min(row, col) + 17 * Math.max(row, col)) % RANDOM.length];
    return turned ? Math.sign(row - col) * value : value;
  });
  return complexCoo(coo, imaginary);
});

/** The same where numbers of the precision are complex, else the matrix itself. */
export function entriesIn(precision: Precision, coo: CooMatrix): AnyCoo {
  return PRECISIONS[precision].components === 2 ? asComplex(coo) : coo;
}

/** Every number of it rounded to the value type, as a format stores it. */
export function roundComplex(coo: ComplexCoo, valueType: ValueType): ComplexCoo {
  return valueType === 'f64' ? coo : { ...coo, values: coo.values.map(Math.fround) };
}
