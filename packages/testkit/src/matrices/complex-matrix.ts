import type { ComplexCoo, CooMatrix, ValueType } from '@spmv/core';
import { complexCoo } from '@spmv/core';
import { oncePer } from '../case/once-per.ts';
import { randomVector } from '../generators/vectors.ts';

/** A matrix of the kit as the real parts of a complex one, whose imaginary parts are random f32 numbers: the same each time. */
export const asComplex: (coo: CooMatrix) => ComplexCoo = oncePer((coo: CooMatrix) =>
  complexCoo(coo, Float32Array.from(randomVector(coo.values.length, { seed: 37 }))),
);

/** Every number of it rounded to the value type, as a format stores it. */
export function roundComplex(coo: ComplexCoo, valueType: ValueType): ComplexCoo {
  return valueType === 'f64' ? coo : { ...coo, values: coo.values.map(Math.fround) };
}
