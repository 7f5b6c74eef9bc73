import type { CudaArgument, CudaLaunch, CudaProgram, KernelStep, MatrixContext, Params } from '@spmv/core';
import { cudaModules } from '@spmv/kernel-kit';

/** Parameters of kernel `cuda/spgemm-csr`. */
export interface CudaSpgemmParams extends Params {
  readonly lanes: number;
  readonly roomBytes: number;
}

// As spgemm-rows.cuh, column-words.cuh and spgemm-long-rows.cuh have them.
export const BINS = 8;
export const LEAST_LOG = 5;
const PATTERN_BINS = 7;
export const VALUE_BINS = 6;
export const TALLY: number = 2 * BINS + 2;
export const WINDOW: number = 2 ** 18;
export const GROUP_BLOCK = 128;
export const LONG_BLOCK = 512;
export const ROW_BLOCK = 1024;
/** Entries that the largest table of the values is for, and one part of a row that has more. */
export const PART: number = 2 ** (LEAST_LOG + VALUE_BINS - 2);

const modules = cudaModules(import.meta.url, 'spgemm');

/** What is launched: nothing where there are no blocks. */
export function launch(
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

/** A step that launches these, or none. */
export const run = (launches: readonly CudaLaunch[]): readonly KernelStep<'cuda'>[] =>
  launches.length === 0 ? [] : [{ do: 'run', program: { kind: 'launches', modules, launches } satisfies CudaProgram }];

/** Launches that need nothing of one another. */
export const beside = (launches: readonly CudaLaunch[]): readonly CudaLaunch[] =>
  launches.map((one, i) => (i === 0 ? one : { ...one, beside: true }));

/** The arrays that the positions of products are found of, in the order of the parameters. */
export const MATRICES = {
  aRowStart: 'A.rowStart',
  aColIndex: 'A.colIndex',
  bRowStart: 'B.rowStart',
  bColIndex: 'B.colIndex',
} as const;

/** The arrays of a matrix that products are formed of, in the order of the parameters. */
export const OPERANDS = {
  aRowStart: 'A.rowStart',
  aColIndex: 'A.colIndex',
  aValues: 'A.values',
  bRowStart: 'B.rowStart',
  bColIndex: 'B.colIndex',
  bValues: 'B.values',
} as const;

/** Sizes of a product, and what of the launches follows from them and the device. */
export interface ProductSizes {
  /** Of A; of what A and B share; of B. */
  readonly rows: number;
  readonly inner: number;
  readonly cols: number;
  /** Tables of the pattern: as many sizes as fit into shared memory. */
  readonly patternBins: number;
  readonly rowBlocks: number;
  /** Blocks of what takes rows in turn. */
  readonly inTurn: (count: number) => number;
  /** Lanes a row: as many as leave a block at most 64 KiB. */
  readonly lanesFor: (logSlots: number) => number;
}

/** See {@link ProductSizes}. */
export function sizesOf({ matrices: { A, B }, device }: MatrixContext, { lanes }: CudaSpgemmParams): ProductSizes {
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
    inTurn: (count) => Math.min(8 * (device.limits['multiprocessors'] ?? 132), Math.ceil(count / 32)),
    lanesFor: (logSlots) => Math.max(wanted, logSlots <= 7 ? 8 : logSlots === 8 ? 16 : 32),
  };
}

/** Shared memory of a group for the columns of a row. */
export const columnBytes = (logSlots: number): number => 12 * 2 ** logSlots + 16;

/** A launch for each bin that has rows, of the largest tables first: they take longest, and what is small fills what they leave. */
export function eachBin(
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
