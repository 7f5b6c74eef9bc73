import type { FoundPattern, KernelSteps, MatrixContext, MatrixKernel, WgslDispatch } from '@spmv/core';
import { INDEX_LIMIT, readNumbers } from '@spmv/core';
import { PAPERS, reads, tooManyEntries, workgroupObstacle, writes } from '@spmv/kernel-kit';
import type { DispatchSizes, WgslSpgemmParams } from './wgsl-dispatches.ts';
import {
  BINS,
  columnsOf,
  countBins,
  countWindows,
  dispatch,
  ENTRIES,
  LEAST_BYTES,
  LEAST_ENTRIES,
  LEAST_WORDS,
  partsAmong,
  ROW_BLOCK,
  run,
  sizesOf,
  TALLY,
  TEXTS,
  valuesOf,
} from './wgsl-dispatches.ts';

const TALLIED = writes('tally', 'atomic<u32>', 'work.tally');
/** The row starts of C, which hold sizes of rows before. */
const C_STARTS = 'C.rowStart';
const constants = { blockSize: ROW_BLOCK };

/** What the pattern of every row may take at most, and how many rows each bin has. */
function sizeRows({ rows, inner, cols, countTables }: DispatchSizes): readonly WgslDispatch[] {
  return [
    ...dispatch({
      entryPoint: 'clearTally',
      texts: [TEXTS.clear],
      buffers: [writes('tally', 'u32', 'work.tally'), writes('rowStart', 'u32', C_STARTS)],
      groups: 1,
    }),
    ...dispatch({
      entryPoint: 'countWords',
      texts: [TEXTS.sums, TEXTS.words],
      buffers: [
        reads('rowStart', 'u32', 'B.rowStart'),
        reads('colIndex', 'u32', 'B.colIndex'),
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
        reads('rowStart', 'u32', 'A.rowStart'),
        reads('colIndex', 'u32', 'A.colIndex'),
        reads('otherStart', 'u32', 'B.rowStart'),
        reads('wordCount', 'u32', 'work.words'),
        writes('sizes', 'u32', C_STARTS),
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
  const { rows, rowBlocks, countTables, valueTables } = sizes;
  return dispatch({
    entryPoint: 'listRows',
    texts: [TEXTS.bins, TEXTS.list],
    buffers: [
      reads('aRowStart', 'u32', 'A.rowStart'),
      writes('sizes', 'u32', C_STARTS),
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
function startRows(sizes: DispatchSizes): readonly WgslDispatch[] {
  const { rows, rowBlocks, valueTables } = sizes;
  const one = (entryPoint: string, groups: number): readonly WgslDispatch[] =>
    dispatch({
      entryPoint,
      texts: [TEXTS.bins, TEXTS.scan, TEXTS.starts],
      buffers: [writes('counts', 'u32', C_STARTS), writes('blockSums', 'u32', 'work.sums'), TALLIED],
      constants,
      numbers: { rows, blocks: rowBlocks, most: LEAST_ENTRIES, last: valueTables, part: partOf(sizes) },
      groups,
    });
  return rows === 0 ? [] : [...one('sumCounts', rowBlocks), ...one('sumSums', 1), ...one('startRows', rowBlocks)];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Says what it takes and takes it: arrays of u32. */
function* allocate(arrays: Readonly<Record<string, number>>): KernelSteps<'wgsl'> {
  yield { do: 'bound', bytes: 4 * sum(Object.values(arrays)) };
  for (const [name, length] of Object.entries(arrays))
    yield { do: 'allocate', name: `work.${name}`, element: 'u32', length };
}

function* release(...names: readonly string[]): KernelSteps<'wgsl'> {
  for (const name of names) yield { do: 'release', name: `work.${name}` };
}

function* symbolic(context: MatrixContext, params: WgslSpgemmParams): KernelSteps<'wgsl', FoundPattern> {
  const sizes = sizesOf(context, params);
  const { inner, rowBlocks, countTables, windows } = sizes;
  yield* allocate({ tally: TALLY, words: inner, sums: rowBlocks });
  yield* run(sizeRows(sizes));
  const bins = [...(yield* readNumbers('work.tally', 0, BINS))];
  const tables = bins.slice(0, countTables);
  const long = { first: sum(tables), length: bins[countTables] ?? 0 };
  yield* allocate({ items: 4 * sum(bins) });
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
  yield* allocate({ rows: 4 * sum(valueBins), found: parts.length * windows });
  if (parts.length > 0) yield { do: 'allocate', name: 'C.colIndex', element: 'i32', length: nnz };
  if (nnz > 0) yield* run([...listRows(sizes, 'work.rows', true), ...columnsOf(sizes, parts)]);
  yield* release('found', 'tally');
  return { nnz, notes: valueBins };
}

function* numeric(
  context: MatrixContext,
  params: WgslSpgemmParams,
  again: boolean,
  { notes = [] }: FoundPattern,
): KernelSteps<'wgsl'> {
  yield* run(valuesOf(sizesOf(context, params), notes, again));
}

/**
 * C ← αAB, rows in bins by what they may take. First the entries of each row are counted: its columns are bits of words in a hash table in workgroup memory, or, where no table is for them, of windows of up to 2¹⁸ columns. Then
 * products are added up in a table of columns in workgroup memory, one row of B after another in the order of A's row, and sorted; rows of more entries than a table is for are computed in parts, their columns having been found by windows. No subgroups and no atomic
 * additions of numbers: the same bits each time on a device, a chain of additions from +0 in that order, times alpha. Whether a product and its addition are rounded once or twice is up to the device's compiler.
 *
 * Work: 4 bytes a row of B and 16 a row of A while entries are counted; then 16 bytes a row of A, or part of one, stay, and while columns of parts are found each takes 4 bytes a window. It reads back 80 bytes, twice.
 * New values at the same positions read nothing. At most eight storage buffers a dispatch, which every device has. f32 alone: WGSL has no f64, and arrays of pairs are not made.
 */
export const wgslCsr: MatrixKernel<'wgsl', WgslSpgemmParams> = {
  kind: 'matrix-kernel',
  id: 'wgsl/spgemm-csr',
  operation: 'spgemm',
  formats: { A: 'csr', B: 'csr', C: 'csr' },
  target: 'wgsl',
  title: 'Rows in bins, hash tables in workgroup memory',
  sources: [
    PAPERS.gustavson,
    {
      title:
        'Nagasaka, Nukada, Matsuoka 2017, "High-performance and memory-saving sparse general matrix-matrix multiplication for NVIDIA Pascal GPU"',
    },
    {
      title:
        'Deveci, Trott, Rajamanickam 2018, "Multi-threaded sparse matrix-matrix multiplication for many-core and GPU architectures"',
    },
  ],
  precisions: [{ precision: 'f32', accumulator: 'f32' }],
  reproducibility: 'bitwise',
  requires: [],
  params: {
    axes: {
      lanes: {
        values: [0, 8, 16, 32],
        default: 0,
        doc: 'Threads that take a row of B; 0: by the mean length of these.',
      },
      blockSize: { values: [32, 64, 128, 256], default: 64, doc: 'Threads of a workgroup, at least those of a row.' },
    },
    reject: (_, { device }) => workgroupObstacle(device, ROW_BLOCK, LEAST_BYTES),
  },
  symbolic,
  numeric,
};
