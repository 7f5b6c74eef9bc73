import type {
  BufferName,
  CudaArgument,
  CudaLaunch,
  FoundPattern,
  KernelSteps,
  MatrixContext,
  MatrixKernel,
} from '@spmv/core';
import { INDEX_LIMIT, readNumbers } from '@spmv/core';
import type { CudaSpgemmParams, ProductSizes } from './cuda-launches.ts';
import {
  launch,
  run,
  beside,
  MATRICES,
  OPERANDS,
  sizesOf,
  columnBytes,
  eachBin,
  BINS,
  VALUE_BINS,
  LEAST_LOG,
  TALLY,
  WINDOW,
  GROUP_BLOCK,
  LONG_BLOCK,
  ROW_BLOCK,
  PART,
} from './cuda-launches.ts';
import { tooManyEntries } from '@spmv/kernel-kit';

/** The tally, which is read as halves of its numbers. */
function* readTally(): KernelSteps<'cuda', readonly number[]> {
  const halves = yield* readNumbers('work.tally', 0, 2 * TALLY);
  return Array.from({ length: TALLY }, (_, i) => halves[2 * i] + 2 ** 32 * halves[2 * i + 1]);
}

/** Entries of C to where rows of C start, by blocks of rows; what else is counted goes to `tally`. */
function starts({ rows, rowBlocks }: ProductSizes, counts: BufferName, tally: BufferName): readonly CudaLaunch[] {
  const sums = 'work.sums';
  return [
    ...launch('spgemm_sum_counts', rowBlocks, ROW_BLOCK, { counts, sums, tally, rows, last: VALUE_BINS }),
    ...launch('spgemm_sum_sums', 1, ROW_BLOCK, { sums, tally, length: rowBlocks }),
    ...launch('spgemm_start_rows', rowBlocks, ROW_BLOCK, { rowStart: counts, sums, rows }),
  ];
}

function* allocate(
  arrays: Readonly<Record<string, readonly [element: 'i32' | 'u32', length: number]>>,
): KernelSteps<'cuda'> {
  for (const [name, [element, length]] of Object.entries(arrays))
    yield { do: 'allocate', name: `work.${name}`, element, length };
}

const bytesOf = (arrays: Readonly<Record<string, readonly [element: string, length: number]>>): number =>
  Object.values(arrays).reduce((sum, [, length]) => sum + 4 * length, 0);

function* release(...names: readonly string[]): KernelSteps<'cuda'> {
  for (const name of names) yield { do: 'release', name: `work.${name}` };
}

function* symbolic(context: MatrixContext, params: CudaSpgemmParams): KernelSteps<'cuda', FoundPattern> {
  const sizes = sizesOf(context, params);
  const { rows, inner, cols, rowBlocks, patternBins, inTurn } = sizes;
  const counts = 'C.rowStart';
  const early = {
    tally: ['u32', 2 * TALLY],
    cursor: ['i32', 2 * BINS],
    words: ['i32', inner],
    bound: ['i32', rows],
    room: ['i32', rows + 1],
    sums: ['u32', 2 * rowBlocks],
  } as const;
  yield { do: 'bound', bytes: bytesOf(early) };
  yield* allocate(early);
  const clear = (tally: BufferName): readonly CudaLaunch[] =>
    launch('spgemm_clear', 1, 32, { tally, cursor: 'work.cursor', rowStart: counts });
  const { bRowStart, bColIndex } = MATRICES;
  yield* run([
    ...clear('work.tally'),
    ...launch('spgemm_words', inTurn(inner), 256, {
      rowStart: bRowStart,
      colIndex: bColIndex,
      words: 'work.words',
      rows: inner,
    }),
    ...launch('spgemm_bound', inTurn(rows), 256, {
      aRowStart: MATRICES.aRowStart,
      aColIndex: MATRICES.aColIndex,
      bRowStart,
      bWords: 'work.words',
      bound: 'work.bound',
      counts,
      room: 'work.room',
      tally: 'work.tally',
      rows,
      cols,
      last: patternBins,
    }),
  ]);
  const tally = yield* readTally();
  const bins = tally.slice(0, patternBins);
  const products = tally[2 * BINS];
  const windows = Math.ceil(cols / WINDOW);
  const longBlocks = tally[patternBins] * windows;
  // Where that is more than may be taken, columns are found twice.
  const roomBytes = Math.min(params.roomBytes, context.maxWorkBytes - bytesOf(early));
  const once = products <= INDEX_LIMIT && 4 * products + 24 * rows <= roomBytes;
  const late = {
    list: ['i32', rows],
    found: ['i32', longBlocks],
    ...(once ? { waiting: ['i32', products], aside: ['u32', 2 * TALLY] } : {}),
  } as Readonly<Record<string, readonly ['i32' | 'u32', number]>>;
  // Afterwards lists of the values take the place of most of this.
  const lists = 4 * rows + Math.ceil(products / PART) * 16;
  yield { do: 'bound', bytes: Math.max(bytesOf(late), lists - bytesOf(early) + 8 * (2 * TALLY)) };
  yield* allocate(late);
  const list = 'work.list';
  const eachColumns = (rowStart: BufferName, colIndex: BufferName, to: CudaArgument): readonly CudaLaunch[] =>
    eachBin(sizes, bins, columnBytes, (lanes, numbers) => [
      `spgemm_columns_${lanes}`,
      { ...MATRICES, list, rowStart, colIndex, counts: to, ...numbers },
    ]);
  const long = {
    first: bins.reduce((sum, length) => sum + length, 0),
    windows,
    cols,
  };
  yield* run([
    ...launch('spgemm_list_pattern', rowBlocks, ROW_BLOCK, {
      sizes: 'work.bound',
      tally: 'work.tally',
      cursor: 'work.cursor',
      list,
      parts: { i64: 0 },
      rows,
      last: patternBins,
    }),
    ...(once ? [...clear('work.aside'), ...starts(sizes, 'work.room', 'work.aside')] : []),
    ...beside([
      ...launch('spgemm_count_long', longBlocks, LONG_BLOCK, {
        ...MATRICES,
        list,
        counts,
        found: 'work.found',
        ...long,
      }),
      ...(once
        ? eachColumns('work.room', 'work.waiting', counts)
        : eachBin(
            sizes,
            bins,
            (logSlots) => 8 * 2 ** logSlots,
            (lanes, numbers) => [`spgemm_count_${lanes}`, { ...MATRICES, list, counts, ...numbers }],
          )),
    ]),
    ...starts(sizes, counts, 'work.tally'),
  ]);
  const counted = yield* readTally();
  const nnz = counted[2 * BINS + 1];
  if (nnz > INDEX_LIMIT) throw tooManyEntries(nnz);
  const valueBins = counted.slice(BINS, BINS + VALUE_BINS);
  const parts = counted[BINS + VALUE_BINS];
  yield { do: 'allocate', name: 'C.colIndex', element: 'i32', length: nnz };
  yield* run(
    beside([
      ...launch('spgemm_columns_long', longBlocks, LONG_BLOCK, {
        ...MATRICES,
        list,
        rowStart: 'C.rowStart',
        found: 'work.found',
        colIndex: 'C.colIndex',
        ...long,
      }),
      ...(once
        ? launch('spgemm_copy_rows', Math.ceil(rows / 32), 256, {
            bound: 'work.bound',
            room: 'work.room',
            from: 'work.waiting',
            rowStart: 'C.rowStart',
            colIndex: 'C.colIndex',
            rows,
            most: 5 * 2 ** (LEAST_LOG + patternBins - 4),
          })
        : eachColumns('C.rowStart', 'C.colIndex', { i64: 0 })),
    ]),
  );
  yield* release('words', 'bound', 'room', 'sums', ...Object.keys(late));
  yield* allocate({ valueList: ['i32', rows], parts: ['i32', 2 * parts] });
  yield* run(
    launch('spgemm_list_values', rowBlocks, ROW_BLOCK, {
      sizes: 'C.rowStart',
      tally: 'work.tally',
      cursor: 'work.cursor',
      list: 'work.valueList',
      parts: 'work.parts',
      rows,
      last: VALUE_BINS,
    }),
  );
  yield* release('tally', 'cursor');
  return { nnz, notes: [...valueBins, parts] };
}

function* numeric(
  context: MatrixContext,
  params: CudaSpgemmParams,
  _: boolean,
  { notes = [] }: FoundPattern,
): KernelSteps<'cuda'> {
  const sizes = sizesOf(context, params);
  const { precision } = context.precision;
  const valueBytes = precision === 'f64' ? 8 : 4;
  const tableBytes = (logSlots: number): number => (8 + valueBytes / 2) * 2 ** logSlots;
  const given = { ...OPERANDS, rowStart: 'C.rowStart', colIndex: 'C.colIndex', values: 'C.values' } as const;
  const parts = notes[VALUE_BINS] ?? 0;
  const partLog = LEAST_LOG + VALUE_BINS - 1;
  yield* run(
    beside([
      ...launch(
        `spgemm_values_part_${precision}`,
        Math.ceil(parts / 4),
        GROUP_BLOCK,
        { ...given, list: 'work.parts', alpha: 'alpha', first: 0, length: parts, logSlots: partLog },
        4 * tableBytes(partLog),
      ),
      ...eachBin(sizes, notes.slice(0, VALUE_BINS), tableBytes, (lanes, numbers) => [
        `spgemm_values_${lanes}_${precision}`,
        { ...given, list: 'work.valueList', alpha: 'alpha', ...numbers },
      ]),
    ]),
  );
}

/**
 * C ← αAB, rows in bins by the words of 16 columns that they may have. Columns of a row are bits of words in a hash table in shared memory, which gives every column its place; rows that no table is for are sets of bits by
 * windows of 2¹⁸ columns. Values are added up in shared memory, one row of B after another in the order of A's row: no atomic addition, the same bits always, a chain of fused multiply-adds from +0, times alpha.
 *
 * Work: up to 12 bytes a row of A and 4 of B; 4 bytes a product, up to `roomBytes`, or else columns are found twice; 4 bytes a row of A stay for the values. It reads back 288 bytes. New values at
 * the same positions read nothing.
 */
export const cudaCsr: MatrixKernel<'cuda', CudaSpgemmParams> = {
  kind: 'matrix-kernel',
  id: 'cuda/spgemm-csr',
  operation: 'spgemm',
  formats: { A: 'csr', B: 'csr', C: 'csr' },
  target: 'cuda',
  title: 'Words of columns in hash tables, rows in bins',
  sources: [
    {
      title:
        'Nagasaka, Nukada, Matsuoka 2017, "High-performance and memory-saving sparse general matrix-matrix multiplication for NVIDIA Pascal GPU"',
    },
    {
      title:
        'Deveci, Trott, Rajamanickam 2018, "Multi-threaded sparse matrix-matrix multiplication for many-core and GPU architectures"',
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
      roomBytes: {
        values: [0, 3e8, 3e9, 3e10],
        default: 3e9,
        doc: 'Columns are found once where room for all products takes at most so many bytes, else twice.',
      },
    },
  },
  symbolic,
  numeric,
};
