import type { BufferName, FoundPattern, KernelSteps, MatrixContext, WgslDispatch } from '@spmv/core';
import { INDEX_LIMIT, readNumbers } from '@spmv/core';
import { reads, tooManyEntries, writes } from '@spmv/kernel-kit';
import { C } from './matrix-names.ts';
import { clearTally, sumBefore } from './wgsl-counts.ts';
import type { DispatchSizes, WgslPlan, WgslSpgemmParams } from './wgsl-dispatches.ts';
import {
  BINS,
  columnsOf,
  countBins,
  countWindows,
  dispatch,
  ENTRIES,
  LEAST_ENTRIES,
  LEAST_WORDS,
  partsAmong,
  planOf,
  ROW_BLOCK,
  run,
  sizesOf,
  TALLY,
  valuesOf,
} from './wgsl-dispatches.ts';
import { TEXTS } from './wgsl-texts.ts';

const TALLIED = writes('tally', 'atomic<u32>', 'work.tally');
const constants = { blockSize: ROW_BLOCK };

/** What the pattern of every row may take at most, and how many rows each bin has. */
function sizeRows({ A, B, to, rows, inner, cols, countTables }: DispatchSizes): readonly WgslDispatch[] {
  return [
    ...clearTally(to.rowStart),
    ...dispatch({
      entryPoint: 'countWords',
      texts: [TEXTS.sums, TEXTS.words],
      buffers: [
        reads('rowStart', 'u32', B.rowStart),
        reads('colIndex', 'u32', B.colIndex),
        writes('wordCount', 'u32', 'work.words'),
      ],
      constants,
      numbers: { rows: inner },
      groups: Math.ceil(inner / 32),
    }),
    ...dispatch({
      entryPoint: 'boundRows',
      texts: [TEXTS.bins, TEXTS.sums, TEXTS.sizes],
      buffers: [
        reads('rowStart', 'u32', A.rowStart),
        reads('colIndex', 'u32', A.colIndex),
        reads('otherStart', 'u32', B.rowStart),
        reads('wordCount', 'u32', 'work.words'),
        writes('sizes', 'u32', to.rowStart),
        TALLIED,
      ],
      constants,
      numbers: { rows, mostWords: Math.ceil(cols / 32), most: LEAST_WORDS, last: countTables },
      groups: Math.ceil(rows / 32),
    }),
  ];
}

/** Rows of A into a list by bins: of the pattern, or, with `ofValues`, of the values. */
function listRows(sizes: DispatchSizes, list: string, ofValues: boolean): readonly WgslDispatch[] {
  const { A, to, rows, rowBlocks, countTables, valueTables } = sizes;
  return dispatch({
    entryPoint: 'listRows',
    texts: [TEXTS.bins, TEXTS.list],
    buffers: [
      reads('aRowStart', 'u32', A.rowStart),
      writes('sizes', 'u32', to.rowStart),
      TALLIED,
      writes('items', 'vec4<u32>', list),
    ],
    constants: { ...constants, ofValues },
    numbers: {
      rows,
      most: ofValues ? LEAST_ENTRIES : LEAST_WORDS,
      last: ofValues ? valueTables : countTables,
      part: partOf(sizes),
    },
    groups: rowBlocks,
  });
}

/** Entries that the largest table of the values is for: a row that has more is computed in parts. */
const partOf = ({ valueTables }: DispatchSizes): number => LEAST_ENTRIES * 2 ** (valueTables - 1);

/** Entries of rows of C to where rows start; the tally counts all, and the bins of the values. */
const startRows = (sizes: DispatchSizes): readonly WgslDispatch[] =>
  sumBefore(sizes.to.rowStart, sizes.rows, { most: LEAST_ENTRIES, last: sizes.valueTables, part: partOf(sizes) });

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Says what it takes and takes it: arrays of u32. */
function* allocate(arrays: Readonly<Record<BufferName, number>>): KernelSteps<'wgsl'> {
  yield { do: 'bound', bytes: 4 * sum(Object.values(arrays)) };
  for (const [name, length] of Object.entries(arrays)) yield { do: 'allocate', name, element: 'u32', length };
}

function* release(...names: readonly string[]): KernelSteps<'wgsl'> {
  for (const name of names) yield { do: 'release', name: `work.${name}` };
}

/** The symbolic phase of a product. It goes to C, or to arrays of the kernel's own, whose row starts are there. */
export function* findProduct(
  context: MatrixContext,
  params: WgslSpgemmParams,
  plan: WgslPlan = planOf(context),
): KernelSteps<'wgsl', FoundPattern> {
  const sizes = sizesOf(context, params, plan);
  const { to, list, inner, rowBlocks, countTables, windows } = sizes;
  yield* allocate({ 'work.tally': TALLY, 'work.words': inner, 'work.sums': rowBlocks });
  yield* run(sizeRows(sizes));
  const bins = [...(yield* readNumbers('work.tally', 0, BINS))];
  const tables = bins.slice(0, countTables);
  const long = { first: sum(tables), length: bins[countTables] ?? 0 };
  yield* allocate({ 'work.items': 4 * sum(bins) });
  yield* run([
    ...listRows(sizes, 'work.items', false),
    ...countWindows(sizes, long),
    ...countBins(sizes, tables),
    ...startRows(sizes),
  ]);
  const counted = [...(yield* readNumbers('work.tally', BINS, ENTRIES + 2 - BINS))];
  const nnz = (counted[ENTRIES - BINS] ?? 0) + 2 ** 32 * (counted[ENTRIES + 1 - BINS] ?? 0);
  if (nnz > INDEX_LIMIT) throw tooManyEntries(nnz);
  yield* release('words', 'sums', 'items');
  const valueBins = counted.slice(0, BINS);
  const parts = partsAmong(sizes, valueBins);
  const lengths = { [list]: 4 * sum(valueBins), 'work.found': parts.length * windows };
  yield* allocate(lengths);
  if (to !== C) {
    yield { do: 'bound', bytes: 8 * nnz };
    yield { do: 'allocate', name: to.values, element: 'value', length: nnz };
  }
  if (parts.length > 0 || to !== C) yield { do: 'allocate', name: to.colIndex, element: 'i32', length: nnz };
  if (nnz > 0) yield* run([...listRows(sizes, list, true), ...columnsOf(sizes, parts)]);
  yield* release('found', 'tally');
  return { nnz, notes: valueBins };
}

/** Values of αAB; unless it runs `again`, also columns. */
export function* fillProduct(
  context: MatrixContext,
  params: WgslSpgemmParams,
  again: boolean,
  { notes = [] }: FoundPattern,
  plan: WgslPlan = planOf(context),
): KernelSteps<'wgsl'> {
  yield* run(valuesOf(sizesOf(context, params, plan), notes, again));
}
