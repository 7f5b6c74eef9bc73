import type { LaneFile } from './lane-file.ts';

/** Lanes that go through the same instructions, up to where they meet others. */
export interface Path {
  /** Place of the next instruction. */
  at: number;
  /** Where these lanes wait for those they parted from. */
  readonly meet: number;
  /** Bit i for lane i. */
  lanes: number;
}

/** One warp of a block. */
export interface Warp {
  readonly file: LaneFile;
  /** Of the block. */
  readonly index: number;
  /** The last one runs; those before wait for it. */
  readonly paths: Path[];
  /** Lanes that have not ended. */
  live: number;
  /** It stands at a barrier of the block. */
  waiting: boolean;
}

/** Number of lanes in a mask. */
export function laneCount(lanes: number): number {
  let count = 0;
  for (let rest = lanes; rest !== 0; rest &= rest - 1) count++;
  return count;
}
