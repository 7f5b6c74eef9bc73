import type { BufferName, GpuSource, KernelStep, MatrixContext, Params, WgslDispatch } from '@spmv/core';
import type { NamedBuffer, NamedDispatch } from '@spmv/kernel-kit';
import { namedDispatch, reads, writes } from '@spmv/kernel-kit';
import type { Factor, MatrixNames } from './matrix-names.ts';
import { C, factorOf } from './matrix-names.ts';
import { TEXTS } from './wgsl-texts.ts';

/** Parameters of kernel `wgsl/spgemm-csr`. */
export interface WgslSpgemmParams extends Params {
  readonly lanes: number;
  readonly blockSize: number;
}

// As spgemm-bins.wgsl has them: bins of a list, and words of the tally.
export const BINS = 9;
export const ENTRIES = 18;
export const TALLY = 38;
/** Threads of a workgroup that takes rows in turn, or columns of one row. */
export const ROW_BLOCK = 256;
/** Threads of a workgroup and of a row, at least. */
const LEAST_LANES = 8;
const LEAST_LOG = 5;
/** Words of columns, and entries, that the smallest table is for; each that follows is for twice as many. */
export const LEAST_WORDS = 20;
export const LEAST_ENTRIES = 16;

/** Workgroup memory of a slot where entries are counted: a word and its bits; and where values are added up: a column, a sum, and half a place to sort it in. */
const COUNT_BYTES = 8;
const VALUE_BYTES = 10;
/** Of a thread besides: the row of B that it looked up, a value, a place to add up in. */
const THREAD_BYTES = 16;
/** Workgroup memory without which there is no table for a few columns. */
export const LEAST_BYTES: number = THREAD_BYTES * ROW_BLOCK + 2048;

/** What one product is of. */
export interface WgslPlan {
  readonly A: Factor;
  readonly B: Factor;
  /** Where it goes. */
  readonly to: MatrixNames;
  /** The list of rows that stays for the values. */
  readonly list: BufferName;
  /** Sums are multiplied by alpha. */
  readonly isScaled: boolean;
}

/** αAB of what the kernel is given. */
export const planOf = (context: MatrixContext, to: MatrixNames = C): WgslPlan => ({
  A: factorOf(context, 'A'),
  B: factorOf(context, 'B'),
  to,
  list: 'work.rows',
  isScaled: true,
});

/** Sizes of a product, and what of the dispatches follows from them and the device. */
export interface DispatchSizes extends WgslPlan {
  /** Of A; of what A and B share; of B. */
  readonly rows: number;
  readonly inner: number;
  readonly cols: number;
  readonly rowBlocks: number;
  /** Threads that take a row of B, by the mean length of these. */
  readonly lanes: number;
  /** Tables of as many sizes as fit into workgroup memory. */
  readonly countTables: number;
  readonly valueTables: number;
  /** Words of 32 columns of a window, and windows of a row. */
  readonly windowWords: number;
  readonly windows: number;
  /** Threads of a row and of a workgroup for a table. */
  shapeOf(logSlots: number, slotBytes: number): { readonly rowThreads: number; readonly blockSize: number };
}

/** See {@link DispatchSizes}. */
export function sizesOf(
  { device: { limits } }: MatrixContext,
  params: WgslSpgemmParams,
  plan: WgslPlan,
): DispatchSizes {
  const { A, B } = plan;
  const [rows, inner, cols] = [A.shape.rows, B.shape.rows, B.shape.cols];
  const meanRow = inner > 0 ? B.nnz / inner : 0;
  const lanes = params.lanes > 0 ? params.lanes : meanRow <= 8 ? 8 : meanRow <= 16 ? 16 : 32;
  const bytes = limits['workgroupBytes'] ?? 16_384;
  const most = limits['maxWorkgroupThreads'] ?? 256;
  const room = bytes - THREAD_BYTES * ROW_BLOCK;
  const tables = (slotBytes: number): number =>
    Math.min(BINS - 1, Math.floor(Math.log2(room / slotBytes)) - LEAST_LOG + 1);
  const windowWords = 2 ** Math.min(13, Math.floor(Math.log2(room / 4)));
  return {
    ...plan,
    rows,
    inner,
    cols,
    rowBlocks: Math.ceil(rows / ROW_BLOCK),
    lanes,
    countTables: tables(COUNT_BYTES),
    valueTables: tables(VALUE_BYTES),
    windowWords,
    windows: Math.ceil(cols / (32 * windowWords)),
    shapeOf(logSlots, slotBytes) {
      const rowThreads = Math.min(most, Math.max(lanes, LEAST_LANES, 2 ** (logSlots - 4)));
      let blockSize = Math.min(most, Math.max(params.blockSize, rowThreads));
      const taken = (): number => (blockSize / rowThreads) * 2 ** logSlots * slotBytes + THREAD_BYTES * blockSize;
      while (blockSize > rowThreads && taken() > bytes) blockSize /= 2;
      return { rowThreads, blockSize };
    },
  };
}

/** A dispatch, or none where there is nothing to do. */
export function dispatch(one: NamedDispatch): readonly WgslDispatch[] {
  return one.groups === 0 ? [] : [namedDispatch(one)];
}

/** A step that runs these dispatches, or none. */
export const run = (dispatches: readonly WgslDispatch[]): readonly KernelStep<'wgsl'>[] =>
  dispatches.length === 0 ? [] : [{ do: 'run', program: { source: [], arithmetic: true, dispatches } }];

/** What rows of B are found with, in the order of the bindings. */
const lookedUp = ({ A, B }: WgslPlan): readonly [ofA: NamedBuffer, ...ofB: NamedBuffer[]] => [
  reads('aColIndex', 'u32', A.colIndex),
  reads('bRowStart', 'u32', B.rowStart),
  reads('bColIndex', 'u32', B.colIndex),
];

/** A dispatch for each bin that has rows, of the largest tables first: they take longest. */
function eachBin(
  { shapeOf }: DispatchSizes,
  bins: readonly number[],
  slotBytes: number,
  of: (shape: { readonly rowThreads: number; readonly blockSize: number }) => Omit<NamedDispatch, 'groups'>,
): readonly WgslDispatch[] {
  let first = 0;
  return bins
    .map((length, bin) => {
      const logSlots = LEAST_LOG + bin;
      const shape = shapeOf(logSlots, slotBytes);
      const one = of(shape);
      const rowsAtOnce = shape.blockSize / shape.rowThreads;
      const made = dispatch({
        ...one,
        constants: { narrow: false, ...one.constants, ...shape, logSlots },
        numbers: { first, length, ...one.numbers },
        groups: Math.ceil(length / rowsAtOnce),
      });
      first += length;
      return made;
    })
    .toReversed()
    .flat();
}

/** Entries of the rows of each bin of `work.items`, into the row starts of C. */
export const countBins = (sizes: DispatchSizes, bins: readonly number[]): readonly WgslDispatch[] =>
  eachBin(sizes, bins, COUNT_BYTES, () => ({
    entryPoint: 'countRows',
    texts: [TEXTS.walk, TEXTS.table, TEXTS.count],
    buffers: [
      reads('items', 'vec4<u32>', 'work.items'),
      ...lookedUp(sizes),
      writes('counts', 'u32', sizes.to.rowStart),
    ],
    constants: { lanes: sizes.lanes },
  }));

/** Rows of a list: `length` from `first` on. */
interface Items {
  readonly first: number;
  readonly length: number;
}

const ofWindows = ({ lanes, windowWords, windows }: DispatchSizes, { first, length }: Items) => ({
  constants: { blockSize: ROW_BLOCK, lanes, narrow: windows > 1, windowWords },
  numbers: { first, length, windows },
  groups: length * windows,
});

/** Entries of rows of `work.items` by windows, which are added to the row starts of C. */
export const countWindows = (sizes: DispatchSizes, items: Items): readonly WgslDispatch[] =>
  dispatch({
    entryPoint: 'countWindow',
    texts: [TEXTS.walk, TEXTS.scan, TEXTS.window, TEXTS.windowCount],
    buffers: [
      reads('items', 'vec4<u32>', 'work.items'),
      ...lookedUp(sizes),
      writes('counts', 'atomic<u32>', sizes.to.rowStart),
    ],
    ...ofWindows(sizes, items),
  });

/** Columns of the rows of C that `items` of the list are parts of. */
export const columnsOf = (sizes: DispatchSizes, items: Items): readonly WgslDispatch[] =>
  ['findWindow', 'putWindow'].flatMap((entryPoint) =>
    dispatch({
      entryPoint,
      texts: [TEXTS.walk, TEXTS.scan, TEXTS.window, TEXTS.windowColumns],
      buffers: [
        reads('items', 'vec4<u32>', sizes.list),
        ...lookedUp(sizes),
        writes('found', 'u32', 'work.found'),
        writes('colIndex', 'u32', sizes.to.colIndex),
      ],
      ...ofWindows(sizes, items),
    }),
  );

const text = (one: string): GpuSource => ({ kind: 'text', text: one });
const BY_ALPHA = text('fn finished(sum: Sum) -> Sum { return scaled(scalars.alpha, scalars.alphaLow, sum); }\n');
const AS_IS = text('fn finished(sum: Sum) -> Sum { return sum; }\n');

/** The parts of rows among the bins of the values: behind all rows that a table is for. */
export const partsAmong = ({ valueTables }: DispatchSizes, bins: readonly number[]): Items => ({
  first: bins.slice(0, valueTables).reduce((sum, length) => sum + length, 0),
  length: bins[valueTables] ?? 0,
});

/** Values of the rows of each bin of the list, and of parts of rows, whose columns are there. Columns of the others are found, too, unless they are `known`. */
export function valuesOf(sizes: DispatchSizes, bins: readonly number[], known: boolean): readonly WgslDispatch[] {
  const [aColIndex, ...ofB] = lookedUp(sizes);
  const one = {
    entryPoint: 'putValues',
    texts: [TEXTS.walk, TEXTS.table, sizes.isScaled ? BY_ALPHA : AS_IS, TEXTS.values],
    buffers: [
      reads('items', 'vec4<u32>', sizes.list),
      aColIndex,
      reads('aValues', 'Value', sizes.A.values),
      ...ofB,
      reads('bValues', 'Value', sizes.B.values),
      writes('colIndex', 'u32', sizes.to.colIndex),
      writes('values', 'Value', sizes.to.values),
    ],
  };
  const { valueTables, shapeOf } = sizes;
  const logSlots = LEAST_LOG + valueTables - 1;
  const { rowThreads } = shapeOf(logSlots, VALUE_BYTES);
  const parts = partsAmong(sizes, bins);
  return [
    ...dispatch({
      ...one,
      constants: { narrow: true, lanes: rowThreads, rowThreads, blockSize: rowThreads, logSlots },
      numbers: { ...parts, known: 1 },
      groups: parts.length,
    }),
    ...eachBin(sizes, bins.slice(0, valueTables), VALUE_BYTES, ({ rowThreads: lanes }) => ({
      ...one,
      constants: { lanes },
      numbers: { known: Number(known) },
    })),
  ];
}
