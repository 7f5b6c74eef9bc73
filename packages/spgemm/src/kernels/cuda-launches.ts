import type { CudaArgument, CudaLaunch, CudaProgram, KernelStep } from '@spmv/core';
import { cudaModules } from '@spmv/kernel-kit';
import type { MergedRange, ProductSizes, RowRange } from './cuda-sizes.ts';
import { GROUP_BLOCK, LEAST_LOG, MERGE_BLOCK } from './cuda-sizes.ts';
import type { MatrixNames } from './matrix-names.ts';

const modules = cudaModules(import.meta.url, 'spgemm');

/** What parameters of a kernel are given, in their order. */
export type Given = Readonly<Record<string, CudaArgument | number>>;

/** What is launched: nothing where there are no blocks. */
export function launch(
  entryPoint: string,
  blocks: number,
  threads: number,
  given: Given,
  sharedBytes = 0,
): readonly CudaLaunch[] {
  if (blocks === 0) return [];
  const list: Record<string, CudaArgument> = {};
  for (const [name, one] of Object.entries(given)) list[name] = typeof one === 'number' ? { i32: one } : one;
  return [{ entryPoint, grid: [blocks, 1, 1], block: [threads, 1, 1], sharedBytes, arguments: list }];
}

/** A step that launches these, or none. */
export const run = (launches: readonly CudaLaunch[]): readonly KernelStep<'cuda'>[] =>
  launches.length === 0 ? [] : [{ do: 'run', program: { kind: 'launches', modules, launches } satisfies CudaProgram }];

/** Launches that need nothing of one another. */
export const beside = (launches: readonly CudaLaunch[]): readonly CudaLaunch[] =>
  launches.map((one, i) => (i === 0 ? one : { ...one, beside: true }));

/** Two matrices that are multiplied. */
type Factors = Readonly<Record<'A' | 'B', MatrixNames>>;

/** The arrays that the positions of products are found of, in the order of the parameters. */
export const positionsOf = ({ A, B }: Factors): Given => ({
  aRowStart: A.rowStart,
  aColIndex: A.colIndex,
  bRowStart: B.rowStart,
  bColIndex: B.colIndex,
});

/** The arrays of a matrix that products are formed of, in the order of the parameters. */
export const operandsOf = ({ A, B }: Factors): Given => ({
  aRowStart: A.rowStart,
  aColIndex: A.colIndex,
  aValues: A.values,
  bRowStart: B.rowStart,
  bColIndex: B.colIndex,
  bValues: B.values,
});

/** A launch for each table that has rows, the largest first: they take longest, and what is small fills what they leave. */
export function eachTable(
  { lanesFor }: ProductSizes,
  ranges: readonly RowRange[],
  bytesOf: (logSlots: number) => number,
  of: (lanes: number, numbers: RowRange & { readonly logSlots: number }) => readonly [entryPoint: string, given: Given],
): readonly CudaLaunch[] {
  return ranges
    .map((range, table) => {
      const logSlots = LEAST_LOG + table;
      const groups = GROUP_BLOCK / lanesFor(logSlots);
      const [entryPoint, given] = of(lanesFor(logSlots), { ...range, logSlots });
      return launch(entryPoint, Math.ceil(range.length / groups), GROUP_BLOCK, given, groups * bytesOf(logSlots));
    })
    .toReversed()
    .flat();
}

/** A launch for each bin of rows that are merged; `values`: with values of the matrices. */
export function eachMerge(
  { mergeBytes }: ProductSizes,
  merged: readonly MergedRange[],
  values: boolean,
  of: (
    entries: number,
    numbers: RowRange & { readonly products: number },
  ) => readonly [entryPoint: string, given: Given],
): readonly CudaLaunch[] {
  return merged.flatMap(({ entries, ...numbers }) => {
    const [entryPoint, given] = of(entries, numbers);
    const blocks = Math.ceil(numbers.length / MERGE_BLOCK);
    return launch(entryPoint, blocks, MERGE_BLOCK, given, mergeBytes(numbers.products, entries, values));
  });
}
