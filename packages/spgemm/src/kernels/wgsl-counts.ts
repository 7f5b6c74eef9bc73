import type { KernelSteps, WgslDispatch } from '@spmv/core';
import { INDEX_LIMIT, readNumbers } from '@spmv/core';
import type { NamedBuffer, NamedDispatch } from '@spmv/kernel-kit';
import { reads, tooManyEntries, writes } from '@spmv/kernel-kit';
import { dispatch, ROW_BLOCK, run, TALLY } from './wgsl-dispatches.ts';
import { TEXTS } from './wgsl-texts.ts';

/** How many of what is counted are before each entry, and behind them of all. */
export const BEFORE = 'work.before';
/** What each entry of C is made of. */
export const SOURCES = 'work.sources';
const TALLY_NAME = 'work.tally';

/** Of rows that are counted: which bin of the values each belongs to. */
interface ValueBins {
  readonly most: number;
  readonly last: number;
  readonly part: number;
}

/** Zero to the tally, and to the first of these counts. */
export const clearTally = (counts: string): readonly WgslDispatch[] =>
  dispatch({
    entryPoint: 'clearTally',
    texts: [TEXTS.clear],
    buffers: [writes('tally', 'u32', TALLY_NAME), writes('rowStart', 'u32', counts)],
    groups: 1,
  });

/** Each of `length` counts to the sum of those before it, with all of them behind; the tally counts all, and their bins. */
export function sumBefore(
  counts: string,
  length: number,
  bins: ValueBins = { most: 1, last: 0, part: 1 },
): readonly WgslDispatch[] {
  const blocks = Math.ceil(length / ROW_BLOCK);
  const one = (entryPoint: string, groups: number): readonly WgslDispatch[] =>
    dispatch({
      entryPoint,
      texts: [TEXTS.bins, TEXTS.scan, TEXTS.starts],
      buffers: [
        writes('counts', 'u32', counts),
        writes('blockSums', 'u32', 'work.sums'),
        writes('tally', 'atomic<u32>', TALLY_NAME),
      ],
      constants: { blockSize: ROW_BLOCK },
      numbers: { rows: length, blocks, ...bins },
      groups,
    });
  return length === 0 ? [] : [...one('sumCounts', blocks), ...one('sumSums', 1), ...one('startRows', blocks)];
}

/** A dispatch of a thread an element. */
export const overAll = (length: number, one: Omit<NamedDispatch, 'groups'>): readonly WgslDispatch[] =>
  dispatch({
    ...one,
    constants: { blockSize: ROW_BLOCK, ...one.constants },
    numbers: { length, ...one.numbers },
    groups: Math.ceil(length / ROW_BLOCK),
  });

/** Entries some of which C has. */
interface Counted {
  readonly rows: number;
  readonly length: number;
  /** 1 to those counts of `work.before` that count. */
  readonly count: readonly WgslDispatch[];
  /** Where rows of these entries start, and of others that C has all of, but for what is counted. */
  readonly rowStart: string;
  readonly others?: string;
}

/** Counts, then finds where rows of C start, allocates its columns and `work.sources`, and returns how many entries it has. Kept: 8 bytes an entry of C; 4 bytes an entry that is counted stay until `work.before` is released. Errors: `KERNEL.REFUSED` beyond 2³¹−1 entries. */
export function* countEntries({ rows, length, count, rowStart, others }: Counted): KernelSteps<'wgsl', number> {
  const blocks = Math.ceil(length / ROW_BLOCK);
  yield { do: 'bound', bytes: 4 * (length + 1 + blocks + TALLY) };
  yield { do: 'allocate', name: BEFORE, element: 'u32', length: length + 1 };
  yield { do: 'allocate', name: 'work.sums', element: 'u32', length: blocks };
  yield { do: 'allocate', name: TALLY_NAME, element: 'u32', length: TALLY };
  const starts: readonly NamedBuffer[] = [
    reads('ownStart', 'u32', rowStart),
    ...(others === undefined ? [] : [reads('otherStart', 'u32', others)]),
    reads('before', 'u32', BEFORE),
    writes('rowStart', 'u32', 'C.rowStart'),
  ];
  yield* run([
    ...clearTally(BEFORE),
    ...count,
    ...sumBefore(BEFORE, length),
    ...overAll(rows + 1, {
      entryPoint: 'startEntries',
      texts: [others === undefined ? TEXTS.startCounted : TEXTS.startUnion],
      buffers: starts,
    }),
  ]);
  const [end = 0] = yield* readNumbers('C.rowStart', rows, 1);
  const nnz = end >>> 0;
  if (nnz > INDEX_LIMIT) throw tooManyEntries(nnz);
  for (const name of ['work.sums', TALLY_NAME] as const) yield { do: 'release', name };
  yield { do: 'bound', bytes: 8 * nnz };
  yield { do: 'allocate', name: SOURCES, element: 'u32', length: 2 * nnz };
  yield { do: 'allocate', name: 'C.colIndex', element: 'i32', length: nnz };
  return nnz;
}
