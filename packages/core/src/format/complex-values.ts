import { positionsOf } from '../data/complex-coo.ts';
import type { BuildRoom } from './build-room.ts';
import type { AnyCoo, ComplexCoo, CooMatrix } from '../data/coo.ts';
import { allocate, elementTypeOf } from '../data/element.ts';
import type { NamedArrays, TypedArray } from '../data/element.ts';
import type { PlannedArray } from './layout.ts';
import { arraysOf, numbersIn } from './layout.ts';
import type { SparseFormat } from './sparse-format.ts';
import type { StoragePlan } from './storage-plan.ts';
import type { StoredMatrix } from './stored-matrix.ts';

// Formats move values, and need not know how many numbers one is. Where values are pairs a format is given their places, 1 … nnz, for real values, and the pairs
// follow to where it put these.

/** Names of the arrays of a matrix that hold pairs. */
function pairArrays({ layout }: SparseFormat, matrix: Omit<StoredMatrix, 'arrays'>): readonly string[] {
  const planned = Object.entries(arraysOf(layout, matrix));
  return planned.flatMap(([name, { components }]) => (components === 2 ? [name] : []));
}

/** The matrix with one real number in the place of each pair. */
function withReal(
  format: SparseFormat,
  matrix: StoredMatrix,
  realOf: (pairs: TypedArray, name: string) => TypedArray,
): StoredMatrix {
  const { components: _, arrays, ...header } = matrix;
  const real = pairArrays(format, matrix).map((name) => [name, realOf(arrays[name] as TypedArray, name)] as const);
  return { ...header, arrays: { ...arrays, ...Object.fromEntries(real) } };
}

/** The same matrix with one number for each pair, for the checks of its format: 1 where a value is no zero. */
export function withWhetherZero(format: SparseFormat, matrix: StoredMatrix): StoredMatrix {
  if (matrix.components !== 2) return matrix;
  const checked = withReal(format, matrix, (pairs) => {
    const real = allocate(elementTypeOf(pairs) as 'f64' | 'f32', pairs.length >> 1);
    for (let k = 0; k < real.length; k++) real[k] = pairs[2 * k] === 0 && pairs[2 * k + 1] === 0 ? 0 : 1;
    return real;
  });
  return { ...checked, components: 2 };
}

/** Copies the value at each place of `from`, counted from 1, into `to`, negated where the place is; 0 is the place of none. */
function follow(places: ArrayLike<number>, from: ArrayLike<number>, to: TypedArray): void {
  for (let k = 0; k < places.length; k++) {
    const place = places[k] as number;
    if (place === 0) continue;
    const at = 2 * Math.abs(place);
    const [real, imaginary] = [from[at - 2] as number, from[at - 1] as number];
    to[2 * k] = place < 0 ? -real : real;
    to[2 * k + 1] = place < 0 ? -imaginary : imaginary;
  }
}

/** 1, 2, … n. */
function placesUpTo(n: number, before = 0): Float64Array {
  const places = new Float64Array(n);
  for (let k = 0; k < n; k++) places[k] = before + k + 1;
  return places;
}

/**
 * Builds a complex matrix in any format: `make` builds one of real entries. Memory besides the result: 16 bytes an entry, and 8 for each place of the format's arrays of values.
 */
export function buildComplex(
  plan: StoragePlan,
  coo: ComplexCoo,
  make: (plan: StoragePlan, coo: CooMatrix, room: Pick<BuildRoom, 'allocate'>) => StoredMatrix,
  room: Pick<BuildRoom, 'allocate'> = { allocate: (_what, element, length) => allocate(element, length) },
): StoredMatrix {
  // Places beyond 2^24 are no f32.
  const arrays = Object.entries(plan.arrays).map(([name, one]): [string, PlannedArray] => [
    name,
    one.components === 2 ? { element: 'f64', length: one.length } : one,
  ]);
  const built = make(
    { ...plan, arrays: Object.fromEntries(arrays) },
    Object.assign(positionsOf(coo), { values: placesUpTo(coo.colIndex.length) }),
    {
      // Places are gone once the pairs are there.
      allocate: (name, element, length) =>
        plan.arrays[name]?.components === 2 ? allocate(element, length) : room.allocate(name, element, length),
    },
  );
  const pairs = Object.entries(plan.arrays).flatMap(([name, one]) => {
    if (one.components !== 2) return [];
    const made = room.allocate(name, one.element, numbersIn(one));
    follow(built.arrays[name] as Float64Array, coo.values, made);
    return [[name, made] as const];
  });
  return { ...built, components: 2, arrays: { ...built.arrays, ...Object.fromEntries(pairs) } };
}

/** The entries of a stored matrix, real or complex: what `toCoo` of its format gives of real ones. */
export function entriesOfStored(format: SparseFormat, matrix: StoredMatrix): AnyCoo {
  if (matrix.components !== 2) return format.toCoo(matrix);
  const { arrays }: { readonly arrays: NamedArrays } = matrix;
  let before = 0;
  const real = withReal(format, matrix, (pairs) => {
    const places = placesUpTo(pairs.length >> 1, before);
    before += places.length;
    return places;
  });
  const coo = format.toCoo(real);
  const values = new Float64Array(2 * coo.values.length);
  const all = new Float64Array(2 * before);
  let at = 0;
  for (const name of pairArrays(format, matrix)) {
    all.set(arrays[name] as Float64Array, at);
    at += (arrays[name] as Float64Array).length;
  }
  follow(coo.values, all, values);
  const { shape, rowIndex, colIndex } = coo;
  const { conjugates } = format;
  if (conjugates)
    for (let k = 0; k < colIndex.length; k++)
      if (conjugates(matrix, rowIndex[k] as number, colIndex[k] as number))
        values[2 * k + 1] = -(values[2 * k + 1] as number);
  return { shape, rowIndex, colIndex, components: 2, values };
}
