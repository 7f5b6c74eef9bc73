import type { FormatPlan, MatrixStructure } from '@spmv/core';
import { columnBytes, createStepRanges, rangeSteps, sliceBytes } from './column-widths.ts';
import type { PackedParams } from './packed-layout.ts';
import type { SliceLayout } from './slice-layout.ts';
import { isPlain, LANES, layOutSlices } from './slice-layout.ts';

/** What the slices of a matrix need. */
function planOf(layout: SliceLayout, rowStart: Int32Array, colIndex: Int32Array, maxSteps: number): FormatPlan {
  const ranges = createStepRanges(maxSteps);
  let segments = 0;
  let splitRows = 0;
  let steps = 0;
  let bytes = 0;
  for (let s = 0; s < layout.slices; s++) {
    const sliceSteps = layout.steps[s];
    const from = layout.segmentStart[s];
    if (s < layout.splitSlices) {
      segments += 2;
      if (layout.segmentOffset[from] === 0) splitRows++;
    } else if (!isPlain(layout, s)) segments += layout.segmentStart[s + 1] - from;
    steps += sliceSteps;
    if (sliceSteps === 0) continue;
    rangeSteps(layout, s, rowStart, colIndex, ranges);
    bytes += sliceBytes(sliceSteps, columnBytes(ranges, sliceSteps));
  }
  const slots = steps * LANES;
  return {
    scalars: {
      sliceCount: layout.slices,
      segmentCount: segments,
      slotCount: layout.splitSlices - splitRows,
      columnBytes: bytes,
      slots,
    },
    slots,
  };
}

function rowStartOfLengths(rowLength: Int32Array): Int32Array {
  const rowStart = new Int32Array(rowLength.length + 1);
  for (let i = 0; i < rowLength.length; i++) rowStart[i + 1] = rowStart[i] + rowLength[i];
  return rowStart;
}

/** Exact storage; needs the positions of the entries, because the width of a column depends on them. */
export function planPacked({ rowLength, positions }: MatrixStructure, params: PackedParams): FormatPlan {
  if (!positions)
    return {
      refusal: 'its size depends on the columns of the entries, and only row lengths are known',
      fix: 'Plan with structureOf(coo).',
    };
  return planOf(layOutSlices(rowLength, params), rowStartOfLengths(rowLength), positions.colIndex, params.steps);
}
