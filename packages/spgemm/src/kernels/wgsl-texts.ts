import type { GpuSource } from '@spmv/core';
import { fileText } from '@spmv/kernel-kit';

/** The text of a file beside this one, by a literal URL: where modules do not know their place that is told when one is loaded, not on import. */
export const TEXTS: Readonly<
  Record<'bins' | 'sums' | 'clear' | 'words' | 'sizes' | 'list' | 'scan' | 'starts', GpuSource> &
    Record<'walk' | 'table' | 'count' | 'window' | 'windowCount' | 'windowColumns' | 'values', GpuSource> &
    Record<'rowOf' | 'search' | 'startCounted' | 'hits' | 'hitPlaces' | 'maskedValues', GpuSource> &
    Record<'meet' | 'match' | 'startUnion' | 'places' | 'unionValues', GpuSource> &
    Record<'transposeClear' | 'transposeCount' | 'transposeList' | 'transposePlace' | 'transposeValues', GpuSource>
> = {
  get bins() {
    return fileText(new URL('../../src/kernels/spgemm-bins.wgsl', import.meta.url));
  },
  get sums() {
    return fileText(new URL('../../src/kernels/spgemm-sums.wgsl', import.meta.url));
  },
  get clear() {
    return fileText(new URL('../../src/kernels/spgemm-clear.wgsl', import.meta.url));
  },
  get words() {
    return fileText(new URL('../../src/kernels/spgemm-words.wgsl', import.meta.url));
  },
  get sizes() {
    return fileText(new URL('../../src/kernels/spgemm-sizes.wgsl', import.meta.url));
  },
  get list() {
    return fileText(new URL('../../src/kernels/spgemm-list.wgsl', import.meta.url));
  },
  get scan() {
    return fileText(new URL('../../src/kernels/spgemm-scan.wgsl', import.meta.url));
  },
  get starts() {
    return fileText(new URL('../../src/kernels/spgemm-starts.wgsl', import.meta.url));
  },
  get walk() {
    return fileText(new URL('../../src/kernels/spgemm-walk.wgsl', import.meta.url));
  },
  get table() {
    return fileText(new URL('../../src/kernels/spgemm-table.wgsl', import.meta.url));
  },
  get count() {
    return fileText(new URL('../../src/kernels/spgemm-count.wgsl', import.meta.url));
  },
  get window() {
    return fileText(new URL('../../src/kernels/spgemm-window.wgsl', import.meta.url));
  },
  get windowCount() {
    return fileText(new URL('../../src/kernels/spgemm-window-count.wgsl', import.meta.url));
  },
  get windowColumns() {
    return fileText(new URL('../../src/kernels/spgemm-window-columns.wgsl', import.meta.url));
  },
  get values() {
    return fileText(new URL('../../src/kernels/spgemm-values.wgsl', import.meta.url));
  },
  get rowOf() {
    return fileText(new URL('../../src/kernels/spgemm-row-of.wgsl', import.meta.url));
  },
  get search() {
    return fileText(new URL('../../src/kernels/spgemm-search.wgsl', import.meta.url));
  },
  get startCounted() {
    return fileText(new URL('../../src/kernels/spgemm-start-counted.wgsl', import.meta.url));
  },
  get hits() {
    return fileText(new URL('../../src/kernels/spgemm-hits.wgsl', import.meta.url));
  },
  get hitPlaces() {
    return fileText(new URL('../../src/kernels/spgemm-hit-places.wgsl', import.meta.url));
  },
  get maskedValues() {
    return fileText(new URL('../../src/kernels/spgemm-masked-values.wgsl', import.meta.url));
  },
  get meet() {
    return fileText(new URL('../../src/kernels/spgeam-meet.wgsl', import.meta.url));
  },
  get match() {
    return fileText(new URL('../../src/kernels/spgeam-match.wgsl', import.meta.url));
  },
  get startUnion() {
    return fileText(new URL('../../src/kernels/spgeam-starts.wgsl', import.meta.url));
  },
  get places() {
    return fileText(new URL('../../src/kernels/spgeam-places.wgsl', import.meta.url));
  },
  get unionValues() {
    return fileText(new URL('../../src/kernels/spgeam-values.wgsl', import.meta.url));
  },
  get transposeClear() {
    return fileText(new URL('../../src/kernels/transpose-clear.wgsl', import.meta.url));
  },
  get transposeCount() {
    return fileText(new URL('../../src/kernels/transpose-count.wgsl', import.meta.url));
  },
  get transposeList() {
    return fileText(new URL('../../src/kernels/transpose-list.wgsl', import.meta.url));
  },
  get transposePlace() {
    return fileText(new URL('../../src/kernels/transpose-place.wgsl', import.meta.url));
  },
  get transposeValues() {
    return fileText(new URL('../../src/kernels/transpose-values.wgsl', import.meta.url));
  },
};
