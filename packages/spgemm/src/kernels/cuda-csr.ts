import type {
  BufferName,
  CudaArgument,
  CudaLaunch,
  CudaProgram,
  FoundPattern,
  KernelSteps,
  KernelStep,
  MatrixContext,
  MatrixKernel,
  Params,
} from '@spmv/core';
import { INDEX_LIMIT, readNumbers } from '@spmv/core';
import { cudaModules } from '@spmv/kernel-kit';
import { tooManyEntries } from '@spmv/kernel-kit';

/** Parameters of kernel `cuda/spgemm-csr`. */
export interface CudaSpgemmParams extends Params {
  readonly lanes: number;
  readonly roomBytes: number;
}

// As spgemm-rows.cuh, column-words.cuh and spgemm-long-rows.cuh have them.
const BINS = 8;
const LEAST_LOG = 5;
const PATTERN_BINS = 7;
const VALUE_BINS = 6;
const TALLY = 2 * BINS + 2;
const WINDOW = 2 ** 18;
const GROUP_BLOCK = 128;
const LONG_BLOCK = 512;
const ROW_BLOCK = 1024;
/** Entries that the largest table of the values is for, and one part of a row that has more. */
const PART = 2 ** (LEAST_LOG + VALUE_BINS - 2);

const modules = cudaModules(import.meta.url, 'spgemm');

/** What is launched: nothing where there are no blocks. */
function launch(
  entryPoint: string,
  blocks: number,
  threads: number,
  given: Readonly<Record<string, CudaArgument | number>>,
  sharedBytes = 0,
): readonly CudaLaunch[] {
  if (blocks === 0) return [];
  const list = Object.entries(given).map(
    ([name, one]) => [name, typeof one === 'number' ? { i32: one } : one] as const,
  );
  return [
    { entryPoint, grid: [blocks, 1, 1], block: [threads, 1, 1], sharedBytes, arguments: Object.fromEntries(list) },
  ];
}

const run = (launches: readonly CudaLaunch[]): readonly KernelStep<'cuda'>[] =>
  launches.length === 0 ? [] : [{ do: 'run', program: { kind: 'launches', modules, launches } satisfies CudaProgram }];

/** Launches that need nothing of one another. */
const beside = (launches: readonly CudaLaunch[]): readonly CudaLaunch[] =>
  launches.map((one, i) => (i === 0 ? one : { ...one, beside: true }));

const MATRICES = {
  aRowStart: 'A.rowStart',
  aColIndex: 'A.colIndex',
  bRowStart: 'B.rowStart',
  bColIndex: 'B.colIndex',
} as const;

/** The arrays of a matrix that products are formed of, in the order of the parameters. */
const OPERANDS = {
  aRowStart: 'A.rowStart',
  aColIndex: 'A.colIndex',
  aValues: 'A.values',
  bRowStart: 'B.rowStart',
  bColIndex: 'B.colIndex',
  bValues: 'B.values',
} as const;

/** Sizes of a product, and what of the launches follows from them and the device. */
function sizesOf({ matrices: { A, B }, device }: MatrixContext, { lanes }: CudaSpgemmParams) {
  const [rows, inner, cols] = [A?.shape.rows ?? 0, B?.shape.rows ?? 0, B?.shape.cols ?? 0];
  const meanRow = inner > 0 ? (B?.nnz ?? 0) / inner : 0;
  const wanted = lanes > 0 ? lanes : meanRow <= 8 ? 8 : meanRow <= 16 ? 16 : 32;
  const sharedBytes = device.limits['maxSharedBytes'] ?? 48 * 1024;
  let patternBins = PATTERN_BINS;
  while (patternBins > 1 && columnBytes(LEAST_LOG + patternBins - 1) * 4 > sharedBytes) patternBins--;
  return {
    rows,
    inner,
    cols,
    patternBins,
    rowBlocks: Math.ceil(rows / ROW_BLOCK),
    /** Blocks of what takes rows in turn. */
    inTurn: (count: number) => Math.min(8 * (device.limits['multiprocessors'] ?? 132), Math.ceil(count / 32)),
    /** Lanes a row: as many as leave a block at most 64 KiB. */
    lanesFor: (logSlots: number) => Math.max(wanted, logSlots <= 7 ? 8 : logSlots === 8 ? 16 : 32),
  };
}

type ProductSizes = ReturnType<typeof sizesOf>;

const columnBytes = (logSlots: number): number => 12 * 2 ** logSlots + 16;

/** A launch for each bin that has rows, of the largest tables first: they take longest, and what is small fills what they leave. */
function eachBin(
  { lanesFor }: ProductSizes,
  bins: readonly number[],
  bytesOf: (logSlots: number) => number,
  of: (
    lanes: number,
    numbers: { readonly first: number; readonly length: number; readonly logSlots: number },
  ) => readonly [entryPoint: string, given: Readonly<Record<string, CudaArgument | number>>],
): readonly CudaLaunch[] {
  let first = 0;
  return bins
    .map((length, bin) => {
      const logSlots = LEAST_LOG + bin;
      const groups = GROUP_BLOCK / lanesFor(logSlots);
      const [entryPoint, given] = of(lanesFor(logSlots), { first, length, logSlots });
      first += length;
      return launch(entryPoint, Math.ceil(length / groups), GROUP_BLOCK, given, groups * bytesOf(logSlots));
    })
    .toReversed()
    .flat();
}

/** The tally, which is read as halves of its numbers. */
function* readTally(): KernelSteps<'cuda', readonly number[]> {
  const halves = yield* readNumbers('work.tally', 0, 2 * TALLY);
  return Array.from({ length: TALLY }, (_, i) => (halves[2 * i] as number) + 2 ** 32 * (halves[2 * i + 1] as number));
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
  const products = tally[2 * BINS] as number;
  const windows = Math.ceil(cols / WINDOW);
  const longBlocks = (tally[patternBins] as number) * windows;
  const once = products <= INDEX_LIMIT && 4 * products + 24 * rows <= params.roomBytes;
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
  const nnz = counted[2 * BINS + 1] as number;
  if (nnz > INDEX_LIMIT) throw tooManyEntries(nnz);
  const valueBins = counted.slice(BINS, BINS + VALUE_BINS);
  const parts = counted[BINS + VALUE_BINS] as number;
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
