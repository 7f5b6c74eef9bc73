import type { BufferName, CudaLaunch } from '@spmv/core';
import { eachMerge, eachTable, launch, operandsOf } from './cuda-launches.ts';
import { NOWHERE } from './cuda-pattern.ts';
import type { MergedRange, ProductSizes, RowRange } from './cuda-sizes.ts';
import { LEAST_LOG, VALUE_BLOCK } from './cuda-sizes.ts';

/** Rows of the lists, whose values are put. */
interface Listed {
  /** Of each table of the values. */
  readonly ranges: readonly RowRange[];
  /** Parts of rows beyond those. */
  readonly parts: number;
  readonly merged: readonly MergedRange[];
}

/** Values of αAB in these rows; unless it runs `again`, also columns of merged ones. */
export function putValues(
  sizes: ProductSizes,
  precision: string,
  again: boolean,
  { ranges, parts, merged }: Listed,
): readonly CudaLaunch[] {
  const { work, to, alpha, valueTables, warpTables, valueBytes } = sizes;
  const given = { ...operandsOf(sizes), rowStart: to.rowStart, colIndex: to.colIndex, values: to.values };
  const list = `${work}valueList`;
  const block = (
    name: string,
    items: BufferName,
    { first, length }: RowRange,
    table: number,
  ): readonly CudaLaunch[] => {
    const logSlots = LEAST_LOG + table;
    const numbers = { ...given, list: items, alpha, first, logSlots } as const;
    return launch(`spgemm_values_${name}_${precision}`, length, VALUE_BLOCK, numbers, valueBytes(logSlots));
  };
  return [
    ...block('part', `${work}parts`, { first: 0, length: parts }, valueTables - 1),
    ...ranges
      .slice(warpTables)
      .flatMap((range, t) => block('block', list, range, warpTables + t))
      .toReversed(),
    ...eachTable(sizes, ranges.slice(0, warpTables), valueBytes, (lanes, numbers) => [
      `spgemm_values_${lanes}_${precision}`,
      { ...given, list, alpha, ...numbers },
    ]),
    ...eachMerge(sizes, merged, true, (entries, numbers) => [
      `spgemm_put_merged_${entries}_${precision}`,
      { ...given, colIndex: again ? NOWHERE : to.colIndex, list: `${work}list`, alpha, ...numbers },
    ]),
  ];
}
