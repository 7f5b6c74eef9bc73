import type { FormatPlan, MatrixStructure, ValueType } from '@spmv/core';
import { columnBytes, createStepRanges, rangeSteps, sliceBytes } from './column-widths.ts';
import type { PackedParams } from './packed-arrays.ts';
import type { SliceLayout } from './slice-layout.ts';
import { isPlain, LANES, layOutSlices } from './slice-layout.ts';

/** Sizes of all arrays. */
export interface PackedSizes {
  readonly slices: number;
  readonly segments: number;
  readonly slots: number;
  readonly steps: number;
  readonly columnBytes: number;
}

/** Sizes that the slices of a matrix need. */
export function sizesOf(
  layout: SliceLayout,
  rowStart: Int32Array,
  colIndex: Int32Array,
  maxSteps: number,
): PackedSizes {
  const ranges = createStepRanges(maxSteps);
  let segments = 0;
  let splitRows = 0;
  let steps = 0;
  let bytes = 0;
  for (let s = 0; s < layout.slices; s++) {
    const sliceSteps = layout.steps[s] as number;
    const from = layout.segmentStart[s] as number;
    if (s < layout.splitSlices) {
      segments += 2;
      if (layout.segmentOffset[from] === 0) splitRows++;
    } else if (!isPlain(layout, s)) segments += (layout.segmentStart[s + 1] as number) - from;
    steps += sliceSteps;
    if (sliceSteps === 0) continue;
    rangeSteps(layout, s, rowStart, colIndex, ranges);
    bytes += sliceBytes(sliceSteps, columnBytes(ranges, sliceSteps));
  }
  return { slices: layout.slices, segments, slots: layout.splitSlices - splitRows, steps, columnBytes: bytes };
}

function rowStartOfLengths(rowLength: Int32Array): Int32Array {
  const rowStart = new Int32Array(rowLength.length + 1);
  for (let i = 0; i < rowLength.length; i++) rowStart[i + 1] = (rowStart[i] as number) + (rowLength[i] as number);
  return rowStart;
}

/** The arrays for sizes; used by `plan` and `build` alike. */
export function planOfSizes(sizes: PackedSizes, valueType: ValueType): FormatPlan {
  const slots = sizes.steps * LANES;
  return {
    arrays: {
      slices: { element: 'i32', length: 4 * sizes.slices },
      segments: { element: 'i32', length: 2 * sizes.segments },
      columns: { element: 'u8', length: sizes.columnBytes },
      values: { element: valueType, length: slots },
    },
    scalars: { sliceCount: sizes.slices, slotCount: sizes.slots, columnBytes: sizes.columnBytes, slots },
    slots,
  };
}

/** Exact storage; needs the positions of the entries, because the width of a column depends on them. */
export function planPacked(structure: MatrixStructure, params: PackedParams, valueType: ValueType): FormatPlan {
  if (!structure.positions) {
    return {
      arrays: {},
      scalars: {},
      slots: 0,
      refusal: 'its size depends on the columns of the entries, and only row lengths are known',
      fix: 'Plan with structureOf(coo).',
    };
  }
  const layout = layOutSlices(structure.rowLength, params);
  const sizes = sizesOf(layout, rowStartOfLengths(structure.rowLength), structure.positions.colIndex, params.steps);
  return planOfSizes(sizes, valueType);
}
