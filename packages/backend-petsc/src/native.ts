/** The file that Node and ranks share, and its ring. Belongs to the addon. */
export interface NativeArena {
  readonly arena: unique symbol;
}

/** Numbers of commands; `Op` of addon/shared.h. */
export const OPS = {
  create: 1,
  stageRows: 2,
  stageEntries: 3,
  assemble: 4,
  multiply: 5,
  destroy: 6,
  loop: 7,
  end: 8,
  multiplyMany: 9,
  solve: 10,
  load: 11,
  exchange: 12,
  fence: 13,
} as const;

/** The addon. Functions throw errors that begin with `FULL`, `SYSTEM` or `TYPE`. Waiting gives 0, or an outcome: outcome + 8 · (1 + rank). */
export interface PetscAddon {
  create(path: string): NativeArena;
  configure(arena: NativeArena, ranks: number, spinMicroseconds: number, yields: number, stamps: number): void;
  /** Makes sure that there is room for `bytes` at `offset`. */
  reserve(arena: NativeArena, offset: number, bytes: number): void;
  release(arena: NativeArena, offset: number, bytes: number): void;
  view(arena: NativeArena, offset: number, bytes: number): ArrayBuffer;
  detach(buffer: ArrayBuffer): void;
  watchJob(arena: NativeArena, pid: number): void;
  watchRank(arena: NativeArena, pid: number): void;
  killRanks(arena: NativeArena, signal: number): void;
  push(
    arena: NativeArena,
    limitMs: number,
    silenceMs: number,
    op: number,
    id: number,
    n0: number,
    n1: number,
    n2: number,
    n3: number,
    n4: number,
    n5: number,
    n6: number,
    d0: number,
    d1: number,
  ): number;
  /** A product to its end, by one call. */
  multiply(
    arena: NativeArena,
    limitMs: number,
    silenceMs: number,
    id: number,
    x: number,
    y: number,
    transpose: number,
    alpha: number,
    beta: number,
  ): number;
  wait(arena: NativeArena, limitMs: number, silenceMs: number): number;
  /** Microseconds from the last push until the first and the last rank began, the first and the last ended, and the wait was over. */
  stamps(arena: NativeArena): readonly number[];
  isShared(arena: NativeArena): number;
  failureOf(arena: NativeArena, rank: number): string;
  close(arena: NativeArena): void;
}

/** Why a wait ended, as the addon numbers it. */
export const OUTCOMES = ['done', 'failed', 'ended', 'silent', 'too-long'] as const;
