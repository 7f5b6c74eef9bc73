import type { StoredMatrix, TypedArray } from '@spmv/core';

/** The places of an array as rectangles: by rectangle, row and column, the index in the array. */
export type Rectangles = readonly (readonly (readonly number[])[])[];

function rectangle(rows: number, width: number, placeOf: (row: number, k: number) => number): readonly number[][] {
  return Array.from({ length: rows }, (_, row) => Array.from({ length: width }, (__, k) => placeOf(row, k)));
}

/** Slices of C rows, column after column (Monakov, Lokhmotov and Avetisyan 2010, section 3). */
function slices(starts: TypedArray, C: number): Rectangles {
  return Array.from({ length: starts.length - 1 }, (_, s) => {
    const from = Number(starts[s]);
    return rectangle(C, (Number(starts[s + 1]) - from) / C, (row, k) => from + k * C + row);
  });
}

/** How a format pads rows in one of its arrays to one length; undefined where it does not, or where the array has other places as well. */
export function rectanglesOf({ arrays, scalars, shape, params }: StoredMatrix, name: string): Rectangles | undefined {
  const length = arrays[name]?.length ?? 0;
  const { width, stride } = scalars;
  const { sliceStart } = arrays;
  const isOf = (words: RegExp): boolean => words.test(name) && length > 0;
  let found: Rectangles | undefined;
  if (sliceStart && typeof params['C'] === 'number' && isOf(/^(?:colIndex|values)$/u))
    found = slices(sliceStart, params['C']);
  else if (width !== undefined && stride !== undefined && isOf(/^(?:colIndex|values|ellColIndex|ellValues)$/u))
    found = [
      params['order'] === 'row'
        ? rectangle(shape.rows, width, (row, k) => row * stride + k)
        : rectangle(shape.rows, width, (row, k) => k * stride + row),
    ];
  return found?.flat(2).length === length ? found : undefined;
}
