import type { CudaLaunch, KernelSteps } from '@spmv/core';
import { readNumbers } from '@spmv/core';
import { launch, run } from './cuda-launches.ts';
import { ENTRIES, ROW_BLOCK, TALLY } from './cuda-sizes.ts';

/** How many entries before each of a matrix have what is counted: `counts` within their block, `sums` in the blocks before. */
export const BEFORE = { counts: 'work.counts', sums: 'work.sums' } as const;

/** What is counted: of `length` entries, so many a block, and then where rows of C start. */
interface Counted {
  readonly length: number;
  readonly perBlock: number;
  count(blocks: number): readonly CudaLaunch[];
  readonly starts: readonly CudaLaunch[];
}

/** Counts, and returns how many of all have it. Kept: 4 bytes an entry. */
export function* countEntries({ length, perBlock, count, starts }: Counted): KernelSteps<'cuda', number> {
  const blocks = Math.ceil((length + 1) / perBlock);
  const { counts, sums } = BEFORE;
  const tally = 'work.counted';
  yield { do: 'bound', bytes: 4 * (length + 1) + 8 * (blocks + TALLY) };
  yield { do: 'allocate', name: counts, element: 'i32', length: length + 1 };
  yield { do: 'allocate', name: sums, element: 'u32', length: 2 * blocks };
  yield { do: 'allocate', name: tally, element: 'u32', length: 2 * TALLY };
  yield* run([
    ...count(blocks),
    ...launch('spgemm_sum_sums', 1, ROW_BLOCK, { sums, tally, length: blocks }),
    ...starts,
  ]);
  const [total = 0] = yield* readNumbers(tally, 2 * ENTRIES, 1);
  yield { do: 'release', name: tally };
  return total;
}
