import type { BackendDescriptor, OpenOptions } from '@spmv/core';

/** What the rows and entries of a rank take, where its part of the matrix has about so many bytes. */
export interface LocalConstants {
  /** Of row starts, columns, values, x and y of one rank. */
  readonly bytes: number;
  readonly rowSeconds: number;
  readonly entrySeconds: number;
  /** What a row takes besides whose length cannot be guessed from the rows before it: the processor takes up the next one too late. Absent: not measured, and left out. */
  readonly surpriseSeconds?: number;
}

/** What an entry takes besides that jumps in x, where a rank reads about so many bytes of x. */
export interface JumpConstants {
  readonly bytes: number;
  readonly seconds: number;
}

/** What products take with so many ranks computing at once on a host. */
export interface HostConstants {
  readonly ranks: number;
  /** A product of next to nothing, without a message. */
  readonly productSeconds: number;
  /** By bytes, increasing. */
  readonly local: readonly LocalConstants[];
  /** By bytes of x, increasing. Absent: not measured, and left out. */
  readonly jumps?: readonly JumpConstants[];
  /** α: a message, sent and received. Zero for one rank. */
  readonly messageSeconds: number;
  /** 1/β: a byte of x that is received. */
  readonly byteSeconds: number;
}

/** Constants of a model of products on ranks that exchange parts of x, as measured. */
export interface RankConstants {
  /** For people: processor, cores. */
  readonly machine: string;
  readonly software: string;
  /** By ranks, increasing. */
  readonly hosts: readonly HostConstants[];
}

/** A backend whose ranks exchange messages, and what it knows of the time of their products. */
export interface RankedBackend extends BackendDescriptor {
  readonly rankClock: {
    /** Measured on one machine, and recorded. */
    readonly recorded: RankConstants;
    /** Measures them on this one, with 1, 2, 4, … ranks up to those that `options` opens. Some seconds for each. Errors: as of `open`. */
    measure(options: OpenOptions): Promise<RankConstants>;
  };
}
