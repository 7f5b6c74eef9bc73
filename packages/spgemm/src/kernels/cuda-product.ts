import type { BufferName, CudaLaunch, FoundPattern, KernelSteps, MatrixContext } from '@spmv/core';
import { INDEX_LIMIT, readNumbers } from '@spmv/core';
import { tooManyEntries } from '@spmv/kernel-kit';
import { beside, eachMerge, eachTable, launch, operandsOf, run } from './cuda-launches.ts';
import { clear, NOWHERE, patternOf, sizeRows, starts } from './cuda-pattern.ts';
import { findPlaces, placedRanges, putPlaced } from './cuda-placed.ts';
import type { CudaSpgemmParams, ProductPlan, ProductSizes, RowRange } from './cuda-sizes.ts';
import {
  BINS,
  C,
  LEAST_LOG,
  MERGE_BINS,
  mergedRanges,
  partOf,
  rangesOf,
  ROW_BLOCK,
  sizesOf,
  TALLY,
  tallyOf,
  VALUE_BLOCK,
} from './cuda-sizes.ts';

type Lengths = Readonly<Record<string, readonly [element: 'i32' | 'u32', length: number]>>;

function* allocate(work: string, arrays: Lengths): KernelSteps<'cuda'> {
  for (const [name, [element, length]] of Object.entries(arrays))
    yield { do: 'allocate', name: `${work}${name}`, element, length };
}

const bytesOf = (arrays: Lengths): number => Object.values(arrays).reduce((sum, [, length]) => sum + 4 * length, 0);

function* release(work: string, ...names: readonly string[]): KernelSteps<'cuda'> {
  for (const name of names) yield { do: 'release', name: `${work}${name}` };
}

/** The symbolic phase of a product. It goes to C, or to arrays of the kernel's own, whose row starts are there. */
export function* findProduct(
  context: MatrixContext,
  params: CudaSpgemmParams,
  plan: ProductPlan,
): KernelSteps<'cuda', FoundPattern> {
  const sizes = sizesOf(context, params, plan);
  const { work, to, rows, inner, rowBlocks, tables, windows, valueTables, element } = sizes;
  const [tally, waiting] = [`${work}tally`, `${work}waiting`];
  const early: Lengths = {
    tally: ['u32', 2 * TALLY],
    cursor: ['i32', 2 * BINS],
    words: ['i32', inner],
    bins: ['i32', rows],
    room: ['i32', rows + 1],
    sums: ['u32', 2 * rowBlocks],
  };
  yield { do: 'bound', bytes: bytesOf(early) };
  yield* allocate(work, early);
  yield* run(sizeRows(sizes));
  const asked = tallyOf(yield* readNumbers(tally, 0, 2 * TALLY));
  const { bins, unmerged } = asked;
  const pattern = patternOf(sizes, bins, mergedRanges(asked));
  // Where that is more than may be taken, columns are found twice.
  const roomBytes = Math.min(params.roomBytes, context.maxWorkBytes - bytesOf(early));
  const once = unmerged > 0 && unmerged <= INDEX_LIMIT && 4 * unmerged + 24 * rows <= roomBytes;
  const late: Lengths = {
    ...(pattern.windowBlocks > 0 ? { found: ['i32', pattern.windowBlocks] } : {}),
    ...(once ? { waiting: ['i32', unmerged], aside: ['u32', 2 * TALLY] } : {}),
  };
  // Afterwards lists of the values take the place of most of this.
  const lists = 4 * rows + Math.ceil(unmerged / partOf(sizes)) * 16;
  yield { do: 'bound', bytes: 4 * rows + Math.max(bytesOf(late), lists - bytesOf(early) + 4 * rows + 16 * TALLY) };
  yield* allocate(work, { list: ['i32', rows], ...late });
  yield* run([
    ...launch('spgemm_list_pattern', rowBlocks, ROW_BLOCK, {
      bins: `${work}bins`,
      rowStart: to.rowStart,
      tally,
      cursor: `${work}cursor`,
      list: `${work}list`,
      parts: NOWHERE,
      rows,
      last: tables,
    }),
    ...(once ? [...clear(sizes, `${work}aside`), ...starts(sizes, `${work}room`, `${work}aside`)] : []),
    ...beside([
      ...(once && windows === 1 ? pattern.putLong(`${work}room`, waiting, to.rowStart) : pattern.countLong()),
      ...(once ? pattern.putTables(`${work}room`, waiting, to.rowStart) : pattern.countTables()),
      ...pattern.countMerged(),
    ]),
    ...starts(sizes, to.rowStart, tally),
  ]);
  const counted = tallyOf(yield* readNumbers(tally, 0, 2 * TALLY));
  const nnz = counted.entries;
  if (nnz > INDEX_LIMIT) throw tooManyEntries(nnz);
  const valueBins = counted.valueBins.slice(0, valueTables);
  const parts = counted.valueBins[valueTables] ?? 0;
  const listed = valueBins.reduce((sum, length) => sum + length, 0);
  if (to !== C) {
    yield { do: 'bound', bytes: (4 + element) * nnz + 4 * listed + 8 * parts };
    yield { do: 'allocate', name: to.values, element: 'value', length: nnz };
  }
  yield { do: 'allocate', name: to.colIndex, element: 'i32', length: nnz };
  const waited = { from: waiting, rowStart: to.rowStart, colIndex: to.colIndex } as const;
  yield* run(
    beside([
      ...(once && windows === 1 ? pattern.copyLong(waited) : pattern.putLong(to.rowStart, to.colIndex, NOWHERE)),
      ...(once
        ? launch('spgemm_copy_rows', Math.ceil(rows / 32), 256, {
            bins: `${work}bins`,
            room: `${work}room`,
            ...waited,
            rows,
            past: MERGE_BINS + tables,
          })
        : pattern.putTables(to.rowStart, to.colIndex, NOWHERE)),
    ]),
  );
  yield* release(work, 'words', 'room', 'sums', ...Object.keys(late));
  if (listed + parts > 0) {
    yield* allocate(work, { valueList: ['i32', listed], parts: ['i32', 2 * parts] });
    yield* run(
      launch('spgemm_list_values', rowBlocks, ROW_BLOCK, {
        bins: `${work}bins`,
        rowStart: to.rowStart,
        tally,
        cursor: `${work}cursor`,
        list: `${work}valueList`,
        parts: `${work}parts`,
        rows,
        last: valueTables,
      }),
    );
  }
  yield* release(work, 'tally', 'cursor', 'bins');
  return { nnz, notes: [0, ...valueBins, parts, ...bins.slice(0, MERGE_BINS), ...asked.most] };
}

/** What `symbolic` left in its notes. */
function readNotes({ valueTables }: ProductSizes, { notes: [placed, ...counts] = [] }: FoundPattern) {
  const bins = counts.slice(valueTables + 1);
  return {
    /** Whether places of products are known. */
    isPlaced: placed === 1,
    ranges: rangesOf(counts.slice(0, valueTables)),
    parts: counts[valueTables] ?? 0,
    merged: mergedRanges({ bins: bins.slice(0, MERGE_BINS), most: bins.slice(MERGE_BINS) }),
  };
}

/** Bytes of its own arrays that a product keeps between its phases. */
export function keptBytes(
  context: MatrixContext,
  params: CudaSpgemmParams,
  plan: ProductPlan,
  found: FoundPattern,
): number {
  const sizes = sizesOf(context, params, plan);
  const { isPlaced, merged, ranges, parts } = readNotes(sizes, found);
  const listed = ranges.reduce((sum, { length }) => sum + length, 0);
  return 4 * (sizes.rows + listed + 2 * parts) + (isPlaced ? placedRanges(merged).bytes : 0);
}

/** Finds places of products, where they take little memory. */
export function* placeProducts(
  context: MatrixContext,
  params: CudaSpgemmParams,
  plan: ProductPlan,
  found: FoundPattern,
): KernelSteps<'cuda', FoundPattern> {
  const sizes = sizesOf(context, params, plan);
  const { placed, bytes } = placedRanges(readNotes(sizes, found).merged);
  const room = context.maxWorkBytes - keptBytes(context, params, plan, found);
  if (bytes === 0 || bytes > Math.min(params.roomBytes, room)) return found;
  yield { do: 'bound', bytes };
  yield { do: 'allocate', name: `${sizes.work}places`, element: 'u8', length: bytes };
  yield* run(beside(findPlaces(sizes, placed)));
  return { ...found, notes: [1, ...(found.notes ?? []).slice(1)] };
}

/** Values of αAB; unless it runs `again`, also columns of merged rows. */
export function* fillProduct(
  context: MatrixContext,
  params: CudaSpgemmParams,
  plan: ProductPlan,
  again: boolean,
  found: FoundPattern,
): KernelSteps<'cuda'> {
  const sizes = sizesOf(context, params, plan);
  const { work, to, alpha, valueTables, warpTables, valueBytes } = sizes;
  const { precision } = context.precision;
  const given = { ...operandsOf(sizes), rowStart: to.rowStart, colIndex: to.colIndex, values: to.values };
  const list = `${work}valueList`;
  const { isPlaced, ranges, parts, merged } = readNotes(sizes, found);
  const { placed: known, others } = isPlaced ? placedRanges(merged) : { placed: [], others: merged };
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
  yield* run(
    beside([
      ...block('part', `${work}parts`, { first: 0, length: parts }, valueTables - 1),
      ...ranges
        .slice(warpTables)
        .flatMap((range, t) => block('block', list, range, warpTables + t))
        .toReversed(),
      ...eachTable(sizes, ranges.slice(0, warpTables), valueBytes, (lanes, numbers) => [
        `spgemm_values_${lanes}_${precision}`,
        { ...given, list, alpha, ...numbers },
      ]),
      ...putPlaced(sizes, known, precision),
      ...eachMerge(sizes, others, true, (entries, numbers) => [
        `spgemm_put_merged_${entries}_${precision}`,
        { ...given, colIndex: again ? NOWHERE : to.colIndex, list: `${work}list`, alpha, ...numbers },
      ]),
    ]),
  );
}
