import type { ReportedError } from './problem.ts';

/** The memory that work may take now. */
export interface Memory {
  /** Bytes that nobody holds. */
  readonly free: number;
  /** Refuses what needs more than is free, before it is made. `what` begins the sentence: `The vectors of …`. Throws an error with `fix`. */
  require(what: string, bytes: number): void;
}

/** What the engine asks of the machine that it runs on: plain functions of its caller, so that it needs neither Node nor a page. */
export interface Host {
  /** As it is at this moment. */
  memory(): Memory;
  /** The first 16 hexadecimal digits of the SHA-256 of these pieces, one after the other. */
  digest(pieces: Iterable<Uint8Array>): string;
  /** Bytes that are more than the caches of the processor hold. */
  coldBytes(): number;
  /** What a thrown value means to the user. */
  problemOf(error: unknown): ReportedError;
}
