import type { MatrixStructure, SparseFormat } from '@spmv/core';
import { buildPacked } from './build-packed.ts';
import { checkPacked } from './check-packed.ts';
import { planPacked } from './plan-packed.ts';
import { readPacked } from './read-packed.ts';
import { KREUTZER, VAZQUEZ } from './sources.ts';
import type { PackedParams } from './packed-layout.ts';
import { layout } from './packed-layout.ts';

/**
 * On a GPU a small matrix is spread over more lanes, so that all multiprocessors have work; a large one takes fewer, longer ones. Below
 * 8 steps rows are split that need not be: 4 took up to three times as long on an H100. A processor adds a row up fastest on one lane.
 */
function suggestSteps({ nnz, target }: MatrixStructure): number {
  if (target === 'js' || target === 'wasm' || target === 'native') return 64;
  return nnz < 2 ** 20 ? 8 : nnz < 2 ** 23 ? 16 : nnz < 2 ** 25 ? 32 : 64;
}

/**
 * Packed slices: sliced ELLPACK for warps of 32 lanes, in which
 * - a row takes T ∈ {1, 2, …, 32} neighbouring lanes, as few as keep each within `steps` entries; entry j is on lane j mod T;
 * - rows of one T are sorted by length within windows of `window` rows, so that a slice holds rows of like length;
 * - a row above 32·`steps` entries is split: it takes several slices of its own, whose partial sums are added in order;
 * - a column is stored as its distance from the smallest column of its step in the slice, in 1, 2 or 4 bytes by slice.
 *
 * Slice s is four numbers: first step (×32: its first place in `values`), start in `columns` in units of 32 bytes, first segment (or
 * first row where `plain`), and packed facts: steps | log2 T << 16 | bytes code << 20 | plain << 22 | split << 23. In `columns` a slice
 * has the bases of its steps, 4 bytes each, rounded up to 32 bytes, then the distances: four steps of lane 0, four of lane 1, … , then
 * the next four steps; the last one or two steps in groups of as many. A segment is (row, length), row −1 for none; a plain slice
 * (all lanes busy, neighbouring rows) stores none. A slice of a split row stores (row, length) and (slot, before): all slices of the row but the last
 * have slots of their own, the last has the slot after them and their number in `before`, which is 0 for the others.
 *
 * Bytes: slots·(value + 1, 2 or 4) + slots/8 + 16·slices + 8·segments, about. A bad choice for matrices used once: building sorts, and
 * reads every entry twice.
 */
export const packed: SparseFormat<PackedParams, typeof layout> = {
  kind: 'format',
  id: 'packed',
  title: 'Packed slices (sorted, split rows, narrow columns)',
  sources: [KREUTZER, VAZQUEZ],
  layout,
  scalars: {
    sliceCount: 'Slices.',
    segmentCount: 'Segments of slices that are not plain, and the slots of split rows.',
    slotCount: 'Slices of split rows but the last of each row: partial sums to be kept.',
    columnBytes: 'Bytes of the columns.',
    slots: 'Places for entries, padding included.',
  },
  params: {
    axes: {
      steps: {
        values: [4, 8, 16, 32, 64],
        default: 32,
        range: { min: 1, max: 1024, integer: true },
        doc: 'Most entries a lane takes.',
      },
      window: {
        values: [32, 256, 8192],
        default: 8192,
        range: { min: 1, max: 2 ** 30, integer: true },
        doc: 'Rows sorted by length together (σ).',
      },
    },
    suggest: (structure) => ({ steps: suggestSteps(structure) }),
  },
  plan: planPacked,
  build: buildPacked,
  toCoo: readPacked,
  check: checkPacked,
};
