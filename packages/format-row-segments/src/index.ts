export { rowSegments } from './row-segments.ts';
export type { RowSegmentsArrays, RowSegmentsMatrix, RowSegmentsParams } from './row-segments-layout.ts';
export { jsRowSegments, wasmRowSegments } from './kernels/kernels.ts';
export { default as plugin } from './plugin.ts';
