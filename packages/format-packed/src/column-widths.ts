import type { SliceLayout } from './slice-layout.ts';

/** Smallest and largest column of each step of one slice; room for `steps` steps, used again for every slice. */
export interface StepRanges {
  readonly smallest: Int32Array;
  readonly largest: Int32Array;
}

/** Room for slices of up to `steps` steps. */
export function createStepRanges(steps: number): StepRanges {
  return { smallest: new Int32Array(steps), largest: new Int32Array(steps) };
}

/** Fills `ranges` for one slice: entry j of a segment is in step j >> lanesLog. */
export function rangeSteps(
  layout: SliceLayout,
  slice: number,
  rowStart: Int32Array,
  colIndex: Int32Array,
  ranges: StepRanges,
): void {
  const steps = layout.steps[slice];
  const log = layout.lanesLog[slice];
  const { smallest, largest } = ranges;
  smallest.fill(0x7fffffff, 0, steps);
  largest.fill(-1, 0, steps);
  const to = layout.segmentStart[slice + 1];
  for (let i = layout.segmentStart[slice]; i < to; i++) {
    const length = layout.segmentLength[i];
    if (length === 0) continue;
    const at = rowStart[layout.segmentRow[i]] + layout.segmentOffset[i];
    for (let j = 0; j < length; j++) {
      const column = colIndex[at + j];
      const k = j >> log;
      if (column < smallest[k]) smallest[k] = column;
      if (column > largest[k]) largest[k] = column;
    }
  }
}

/** Bytes per column of a slice with these ranges: what its widest step needs above the step's smallest column. */
export function columnBytes(ranges: StepRanges, steps: number): 1 | 2 | 4 {
  let widest = 0;
  for (let k = 0; k < steps; k++) {
    const width = ranges.largest[k] - ranges.smallest[k];
    if (width > widest) widest = width;
  }
  return widest < 256 ? 1 : widest < 65536 ? 2 : 4;
}

/** Steps whose distances a lane has side by side, so that it loads them at once. */
export const GROUP = 4;

/** Bytes of the bases of a slice: 4 a step, rounded up to a multiple of 32. */
export function baseBytes(steps: number): number {
  return Math.ceil(steps / 8) * 32;
}

/** Distances a lane has in the last group of a slice: 1, 2 or 4 (three steps take the room of four). */
export function tailWidth(steps: number): number {
  const rest = steps % GROUP;
  return rest === 3 ? 4 : rest;
}

/** Bytes of bases and distances of a slice. */
export function sliceBytes(steps: number, bytes: number): number {
  return baseBytes(steps) + (Math.floor(steps / GROUP) * GROUP + tailWidth(steps)) * 32 * bytes;
}

/** Where the distance of `lane` in `step` is, in distances after the bases. */
export function distancePlace(steps: number, step: number, lane: number): number {
  const group = Math.floor(step / GROUP);
  const width = step < Math.floor(steps / GROUP) * GROUP ? GROUP : tailWidth(steps);
  return group * GROUP * 32 + lane * width + (step % GROUP);
}
