import { laneCount } from '../machine/warp.ts';
import type { AccessKind } from '../machine/memory-port.ts';

/** Bytes of a sector: what a request of the first-level cache counts in. */
export const SECTOR_BYTES = 32;

/** What accesses of one kind add up to. */
export interface AccessCounts {
  /** Warp instructions with at least one lane. */
  readonly requests: number;
  /** Distinct sectors of each warp instruction, added up: what `l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum` and `…_op_st.sum` count. */
  readonly sectors: number;
  /** Bytes that lanes asked for. */
  readonly bytes: number;
}

/** Accesses by what they do. */
export type CountsByKind = Readonly<Record<AccessKind, AccessCounts>>;

/** What a launch, or all of them, did. */
export interface TraceCounts extends CountsByKind {
  /** Instructions of warps, and the lanes that took part in them, added up. */
  readonly instructions: number;
  readonly laneInstructions: number;
  /** Branches on a predicate, and those of them at which lanes parted. */
  readonly branches: number;
  readonly divergentBranches: number;
  /** Accesses by the name of the buffer. */
  readonly buffers: Readonly<Record<string, CountsByKind>>;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Counts that grow. */
export interface Tally {
  executed(lanes: number): void;
  branched(divergent: boolean): void;
  /** An instruction that reaches memory, once. */
  requested(kind: AccessKind): void;
  /** What of it is in one buffer. */
  accessed(kind: AccessKind, buffer: string, sectors: number, bytes: number): void;
  counts(): TraceCounts;
}

const none = (): Writable<AccessCounts> => ({ requests: 0, sectors: 0, bytes: 0 });
const noneByKind = (): Record<AccessKind, Writable<AccessCounts>> => ({ load: none(), store: none(), atomic: none() });

const copied = ({ load, store, atomic }: CountsByKind): CountsByKind => ({
  load: { ...load },
  store: { ...store },
  atomic: { ...atomic },
});

/** Counts from nothing. */
export function createTally(): Tally {
  const all = noneByKind();
  const buffers = new Map<string, Record<AccessKind, Writable<AccessCounts>>>();
  const numbers = { instructions: 0, laneInstructions: 0, branches: 0, divergentBranches: 0 };
  return {
    executed(lanes) {
      numbers.instructions++;
      numbers.laneInstructions += laneCount(lanes);
    },
    branched(divergent) {
      numbers.branches++;
      if (divergent) numbers.divergentBranches++;
    },
    requested: (kind) => void all[kind].requests++,
    accessed(kind, buffer, sectors, bytes) {
      const own = buffers.get(buffer) ?? noneByKind();
      buffers.set(buffer, own);
      own[kind].requests++;
      for (const counts of [all[kind], own[kind]]) {
        counts.sectors += sectors;
        counts.bytes += bytes;
      }
    },
    counts: () => ({
      ...numbers,
      ...copied(all),
      buffers: Object.fromEntries([...buffers].map(([name, own]) => [name, copied(own)])),
    }),
  };
}

const sumOf = (a: AccessCounts, b: AccessCounts): AccessCounts => ({
  requests: a.requests + b.requests,
  sectors: a.sectors + b.sectors,
  bytes: a.bytes + b.bytes,
});

const sumByKind = (a: CountsByKind, b: CountsByKind): CountsByKind => ({
  load: sumOf(a.load, b.load),
  store: sumOf(a.store, b.store),
  atomic: sumOf(a.atomic, b.atomic),
});

/** The sum of two counts. */
export function addCounts(a: TraceCounts, b: TraceCounts): TraceCounts {
  const buffers = new Map(Object.entries(a.buffers));
  for (const [name, counts] of Object.entries(b.buffers)) {
    const known = buffers.get(name);
    buffers.set(name, known ? sumByKind(known, counts) : counts);
  }
  return {
    ...sumByKind(a, b),
    instructions: a.instructions + b.instructions,
    laneInstructions: a.laneInstructions + b.laneInstructions,
    branches: a.branches + b.branches,
    divergentBranches: a.divergentBranches + b.divergentBranches,
    buffers: Object.fromEntries(buffers),
  };
}

/** Counts of nothing. */
export function noCounts(): TraceCounts {
  return createTally().counts();
}
