import type { Space } from '../space/space.ts';
import type { Cell } from '../space/step.ts';

/** A complex number; that of a real space has no imaginary part. */
export type Pair = readonly [real: number, imaginary: number];

/** The cells to read for these numbers of a space. */
export function cellsOfNumbers({ partsOf }: Space, cells: readonly Cell[]): readonly Cell[] {
  return partsOf ? cells.flatMap(partsOf) : cells;
}

/** The numbers that were read of those cells. */
export function pairsRead({ partsOf }: Space, values: readonly number[]): readonly Pair[] {
  if (!partsOf) return values.map((value) => [value, 0]);
  return values.flatMap((real, k): readonly Pair[] => (k % 2 === 0 ? [[real, values[k + 1]]] : []));
}
