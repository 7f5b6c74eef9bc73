import type { CudaLaunch } from '@spmv/core';
import { launch, positionsOf } from './cuda-launches.ts';
import type { MergedRange, ProductSizes } from './cuda-sizes.ts';
import { GROUP_BLOCK, oddly } from './cuda-sizes.ts';

/** Lanes that find the places of a row, as spgemm-placed.cuh has them. */
const PLACERS = 8;
/** Rows of at most so many products are merged again as fast. */
const MERGED_AGAIN = 32;

/** Rows whose places are worth knowing, and where those are: as many bytes in each row of a bin as the longest has products. */
export function placedRanges(merged: readonly MergedRange[]): {
  readonly placed: readonly (MergedRange & { readonly offset: number })[];
  readonly others: readonly MergedRange[];
  readonly bytes: number;
} {
  let bytes = 0;
  const isPlaced = ({ products }: MergedRange): boolean => products > MERGED_AGAIN;
  const placed = merged.filter(isPlaced).map((range) => {
    const offset = bytes;
    bytes += range.length * range.products;
    return { ...range, offset };
  });
  return { placed, others: merged.filter((range) => !isPlaced(range)), bytes };
}

type PlacedRanges = ReturnType<typeof placedRanges>['placed'];

/** Which entry of its row of C each product is added to: a byte a product. */
export function findPlaces(sizes: ProductSizes, placed: PlacedRanges): readonly CudaLaunch[] {
  const { work, to } = sizes;
  const made = { rowStart: to.rowStart, colIndex: to.colIndex, list: `${work}list`, places: `${work}places` };
  return placed.flatMap(({ offset, first, length, products }) => {
    const given = { ...positionsOf(sizes), ...made, offset: { i64: offset }, first, length, pitch: products };
    return launch('spgemm_find_places', Math.ceil(length / (GROUP_BLOCK / PLACERS)), GROUP_BLOCK, given);
  });
}

/** Values of these rows by their places. */
export function putPlaced(
  { A, B, work, alpha, to: { rowStart, values }, lanesFor, element }: ProductSizes,
  placed: PlacedRanges,
  precision: string,
): readonly CudaLaunch[] {
  const lanes = lanesFor(0);
  const groups = GROUP_BLOCK / lanes;
  const operands = {
    aRowStart: A.rowStart,
    aColIndex: A.colIndex,
    aValues: A.values,
    bRowStart: B.rowStart,
    bValues: B.values,
  };
  const made = { rowStart, values, list: `${work}list`, places: `${work}places`, alpha };
  return placed.flatMap(({ offset, first, length, products }) => {
    const numbers = { offset: { i64: offset }, first, length, pitch: products, sumPitch: oddly(products) };
    return launch(
      `spgemm_placed_${lanes}_${precision}`,
      Math.ceil(length / groups),
      GROUP_BLOCK,
      { ...operands, ...made, ...numbers },
      groups * element * oddly(products),
    );
  });
}
