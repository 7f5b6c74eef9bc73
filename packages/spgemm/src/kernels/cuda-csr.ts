import type { BufferName, CudaLaunch, FoundPattern, KernelSteps, MatrixContext, MatrixKernel } from '@spmv/core';
import { INDEX_LIMIT, readNumbers } from '@spmv/core';
import { tooManyEntries } from '@spmv/kernel-kit';
import { beside, eachMerge, eachTable, launch, OPERANDS, run } from './cuda-launches.ts';
import { clear, NOWHERE, patternOf, sizeRows, starts } from './cuda-pattern.ts';
import { findPlaces, putPlaced } from './cuda-placed.ts';
import type { CudaSpgemmParams, ProductSizes, RowRange } from './cuda-sizes.ts';
import {
  BINS,
  LEAST_LOG,
  MERGE_BINS,
  mergedRanges,
  partOf,
  placeBytes,
  rangesOf,
  ROW_BLOCK,
  sizesOf,
  TALLY,
  tallyOf,
  VALUE_BLOCK,
} from './cuda-sizes.ts';

type Lengths = Readonly<Record<string, readonly [element: 'i32' | 'u32', length: number]>>;

function* allocate(arrays: Lengths): KernelSteps<'cuda'> {
  for (const [name, [element, length]] of Object.entries(arrays))
    yield { do: 'allocate', name: `work.${name}`, element, length };
}

const bytesOf = (arrays: Lengths): number => Object.values(arrays).reduce((sum, [, length]) => sum + 4 * length, 0);

function* release(...names: readonly string[]): KernelSteps<'cuda'> {
  for (const name of names) yield { do: 'release', name: `work.${name}` };
}

function* symbolic(context: MatrixContext, params: CudaSpgemmParams): KernelSteps<'cuda', FoundPattern> {
  const sizes = sizesOf(context, params);
  const { rows, inner, rowBlocks, tables, windows, valueTables } = sizes;
  const early: Lengths = {
    tally: ['u32', 2 * TALLY],
    cursor: ['i32', 2 * BINS],
    words: ['i32', inner],
    bins: ['i32', rows],
    room: ['i32', rows + 1],
    sums: ['u32', 2 * rowBlocks],
  };
  yield { do: 'bound', bytes: bytesOf(early) };
  yield* allocate(early);
  yield* run(sizeRows(sizes));
  const asked = tallyOf(yield* readNumbers('work.tally', 0, 2 * TALLY));
  const { bins, unmerged } = asked;
  const pattern = patternOf(sizes, bins, mergedRanges(asked));
  // Where that is more than may be taken, columns are found twice.
  const roomBytes = Math.min(params.roomBytes, context.maxWorkBytes - bytesOf(early));
  const once = unmerged > 0 && unmerged <= INDEX_LIMIT && 4 * unmerged + 24 * rows <= roomBytes;
  const late: Lengths = {
    found: ['i32', pattern.windowBlocks],
    ...(once ? { waiting: ['i32', unmerged], aside: ['u32', 2 * TALLY] } : {}),
  };
  // Afterwards lists of the values take the place of most of this.
  const lists = 4 * rows + Math.ceil(unmerged / partOf(sizes)) * 16;
  yield { do: 'bound', bytes: 4 * rows + Math.max(bytesOf(late), lists - bytesOf(early) + 4 * rows + 16 * TALLY) };
  yield* allocate({ list: ['i32', rows], ...late });
  yield* run([
    ...launch('spgemm_list_pattern', rowBlocks, ROW_BLOCK, {
      bins: 'work.bins',
      rowStart: 'C.rowStart',
      tally: 'work.tally',
      cursor: 'work.cursor',
      list: 'work.list',
      parts: NOWHERE,
      rows,
      last: tables,
    }),
    ...(once ? [...clear('work.aside'), ...starts(sizes, 'work.room', 'work.aside')] : []),
    ...beside([
      ...(once && windows === 1 ? pattern.putLong('work.room', 'work.waiting', 'C.rowStart') : pattern.countLong()),
      ...(once ? pattern.putTables('work.room', 'work.waiting', 'C.rowStart') : pattern.countTables()),
      ...pattern.countMerged(),
    ]),
    ...starts(sizes, 'C.rowStart', 'work.tally'),
  ]);
  const counted = tallyOf(yield* readNumbers('work.tally', 0, 2 * TALLY));
  const nnz = counted.entries;
  if (nnz > INDEX_LIMIT) throw tooManyEntries(nnz);
  yield { do: 'allocate', name: 'C.colIndex', element: 'i32', length: nnz };
  const waited = { from: 'work.waiting', rowStart: 'C.rowStart', colIndex: 'C.colIndex' } as const;
  yield* run(
    beside([
      ...(once && windows === 1 ? pattern.copyLong(waited) : pattern.putLong('C.rowStart', 'C.colIndex', NOWHERE)),
      ...(once
        ? launch('spgemm_copy_rows', Math.ceil(rows / 32), 256, {
            bins: 'work.bins',
            room: 'work.room',
            ...waited,
            rows,
            past: MERGE_BINS + tables,
          })
        : pattern.putTables('C.rowStart', 'C.colIndex', NOWHERE)),
    ]),
  );
  yield* release('words', 'room', 'sums', ...Object.keys(late));
  const valueBins = counted.valueBins.slice(0, valueTables);
  const parts = counted.valueBins[valueTables] ?? 0;
  const listed = valueBins.reduce((sum, length) => sum + length, 0);
  yield* allocate({ valueList: ['i32', listed], parts: ['i32', 2 * parts] });
  if (listed + parts > 0)
    yield* run(
      launch('spgemm_list_values', rowBlocks, ROW_BLOCK, {
        bins: 'work.bins',
        rowStart: 'C.rowStart',
        tally: 'work.tally',
        cursor: 'work.cursor',
        list: 'work.valueList',
        parts: 'work.parts',
        rows,
        last: valueTables,
      }),
    );
  yield* release('tally', 'cursor', 'bins');
  return { nnz, notes: [0, ...valueBins, parts, ...bins.slice(0, MERGE_BINS), ...asked.most] };
}

/** What `symbolic` left in its notes. */
function readNotes({ valueTables }: ProductSizes, { notes: [placed, ...counts] = [] }: FoundPattern) {
  const bins = counts.slice(valueTables + 1);
  return {
    /** Whether places of products are known. */
    placed: placed === 1,
    ranges: rangesOf(counts.slice(0, valueTables)),
    parts: counts[valueTables] ?? 0,
    merged: mergedRanges({ bins: bins.slice(0, MERGE_BINS), most: bins.slice(MERGE_BINS) }),
  };
}

function* beforeAgain(
  context: MatrixContext,
  params: CudaSpgemmParams,
  found: FoundPattern,
): KernelSteps<'cuda', FoundPattern> {
  const sizes = sizesOf(context, params);
  const { merged, ranges, parts } = readNotes(sizes, found);
  const bytes = placeBytes(merged);
  const taken = 4 * (sizes.rows + ranges.reduce((sum, { length }) => sum + length, 0) + 2 * parts);
  if (bytes === 0 || bytes > Math.min(params.roomBytes, context.maxWorkBytes - taken)) return found;
  yield { do: 'bound', bytes };
  yield { do: 'allocate', name: 'work.places', element: 'u8', length: bytes };
  yield* run(beside(findPlaces(merged)));
  return { ...found, notes: [1, ...(found.notes ?? []).slice(1)] };
}

function* numeric(
  context: MatrixContext,
  params: CudaSpgemmParams,
  again: boolean,
  found: FoundPattern,
): KernelSteps<'cuda'> {
  const sizes = sizesOf(context, params);
  const { valueTables, warpTables, valueBytes } = sizes;
  const { precision } = context.precision;
  const given = { ...OPERANDS, rowStart: 'C.rowStart', colIndex: 'C.colIndex', values: 'C.values' } as const;
  const [alpha, list] = ['alpha', 'work.valueList'] as const;
  const { placed, ranges, parts, merged } = readNotes(sizes, found);
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
      ...block('part', 'work.parts', { first: 0, length: parts }, valueTables - 1),
      ...ranges
        .slice(warpTables)
        .flatMap((range, t) => block('block', list, range, warpTables + t))
        .toReversed(),
      ...eachTable(sizes, ranges.slice(0, warpTables), valueBytes, (lanes, numbers) => [
        `spgemm_values_${lanes}_${precision}`,
        { ...given, list, alpha, ...numbers },
      ]),
      ...(placed
        ? putPlaced(sizes, merged, precision)
        : eachMerge(sizes, merged, true, (entries, numbers) => [
            `spgemm_put_merged_${entries}_${precision}`,
            { ...given, colIndex: again ? NOWHERE : 'C.colIndex', list: 'work.list', alpha, ...numbers },
          ])),
    ]),
  );
}

/**
 * C ← αAB, rows in bins. Where a row of A has up to 16 entries and up to 8 times as many products, a thread merges the sorted rows of B that it names: once to count, once for columns and values. Other rows go by the words of 16 columns
 * that they may have: columns are bits of words in a hash table in shared memory, which gives every column its place; rows that no table is for are sets of bits, all columns at once or windows of 2¹⁹. Their values are added up in
 * shared memory in the order of A's row. No atomic addition, the same bits always: a chain of fused multiply-adds from +0 in that order, times alpha.
 *
 * Work: up to 12 bytes a row of A and 4 of B; 4 bytes a product of rows that are not merged, up to `roomBytes`, or else columns are found twice; up to 8 bytes a row of A stay for the values. It reads back 576 bytes. New values at
 * the same positions read nothing; for them, a byte a product of merged rows says where it is added, where these take at most `roomBytes`.
 */
export const cudaCsr: MatrixKernel<'cuda', CudaSpgemmParams> = {
  kind: 'matrix-kernel',
  id: 'cuda/spgemm-csr',
  operation: 'spgemm',
  formats: { A: 'csr', B: 'csr', C: 'csr' },
  target: 'cuda',
  title: 'Short rows merged, words of columns in hash tables, rows in bins',
  sources: [
    {
      title:
        'Nagasaka, Nukada, Matsuoka 2017, "High-performance and memory-saving sparse general matrix-matrix multiplication for NVIDIA Pascal GPU"',
    },
    {
      title:
        'Deveci, Trott, Rajamanickam 2018, "Multi-threaded sparse matrix-matrix multiplication for many-core and GPU architectures"',
    },
    {
      title:
        'Gremse, Höfter, Schwen, Kiessling, Naumann 2015, "GPU-accelerated sparse matrix-matrix multiplication by iterative row merging"',
    },
    { title: 'Dalton, Olson, Bell 2015, "Optimizing sparse matrix-matrix multiplication for the GPU"', section: '3' },
  ],
  precisions: [
    { precision: 'f64', accumulator: 'f64' },
    { precision: 'f32', accumulator: 'f32' },
  ],
  reproducibility: 'bitwise',
  requires: [],
  params: {
    axes: {
      lanes: { values: [0, 8, 16, 32], default: 0, doc: 'Lanes a row, at least; 0: by the mean length of rows of B.' },
      merges: { values: [0, 1], default: 1, doc: 'Short rows are merged by threads; 0: as all others.' },
      roomBytes: {
        values: [0, 3e8, 3e9, 3e10],
        default: 3e9,
        doc: 'Columns are found once where room for all products takes at most so many bytes, else twice; places of products are kept up to as many.',
      },
    },
  },
  symbolic,
  numeric,
  beforeAgain,
};
