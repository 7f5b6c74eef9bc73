import type { CudaLaunch } from '@spmv/core';
import { launch, MATRICES, OPERANDS } from './cuda-launches.ts';
import type { MergedRange, ProductSizes } from './cuda-sizes.ts';
import { GROUP_BLOCK, oddly } from './cuda-sizes.ts';

/** Lanes that find the places of a row, as spgemm-placed.cuh has them. */
const PLACERS = 8;
const [list, places] = ['work.list', 'work.places'] as const;

/** Which entry of its row of C each product of a merged row is added to: a byte a product. */
export const findPlaces = (
  { to: { rowStart, colIndex } }: ProductSizes,
  merged: readonly MergedRange[],
): readonly CudaLaunch[] =>
  merged.flatMap(({ places: offset, first, length, products }) => {
    const given = {
      ...MATRICES,
      rowStart,
      colIndex,
      list,
      places,
      offset: { i64: offset },
      first,
      length,
      pitch: products,
    };
    return launch('spgemm_find_places', Math.ceil(length / (GROUP_BLOCK / PLACERS)), GROUP_BLOCK, given);
  });

/** Values of merged rows by these places. */
export function putPlaced(
  { to: { rowStart, values }, lanesFor, element }: ProductSizes,
  merged: readonly MergedRange[],
  precision: string,
): readonly CudaLaunch[] {
  const lanes = lanesFor(0);
  const groups = GROUP_BLOCK / lanes;
  const { aRowStart, aColIndex, aValues, bRowStart, bValues } = OPERANDS;
  const operands = { aRowStart, aColIndex, aValues, bRowStart, bValues };
  return merged.flatMap(({ places: offset, first, length, products }) => {
    const numbers = { offset: { i64: offset }, first, length, pitch: products, sumPitch: oddly(products) };
    return launch(
      `spgemm_placed_${lanes}_${precision}`,
      Math.ceil(length / groups),
      GROUP_BLOCK,
      { ...operands, rowStart, values, list, places, alpha: 'alpha', ...numbers },
      groups * element * oddly(products),
    );
  });
}
