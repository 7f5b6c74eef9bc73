import type { StudyRun } from '../study-run.ts';
import type { Timed } from './timed.ts';

/** Bandwidth that clock and width of the memory of the CUDA device allow, in GB/s, where the driver says. */
export function peakOf({ machine }: StudyRun): number | null {
  const peak = machine.devices.find(({ backend }) => backend === 'cuda')?.details?.['peakGbPerSecond'];
  return typeof peak === 'number' && peak > 0 ? peak : null;
}

/** Bytes of the second-level cache of the CUDA device, where the driver says: what fits into it says nothing of the memory. */
export function cacheBytesOf({ machine }: StudyRun): number {
  const bytes = machine.devices.find(({ backend }) => backend === 'cuda')?.details?.['l2Bytes'];
  return typeof bytes === 'number' ? bytes : 0;
}

/** Bytes of a value by its precision, of a column index and of a row's length. */
const VALUE_BYTES: Readonly<Record<string, number>> = { f32: 4, f64: 8 };
const INDEX_BYTES = 4;

/**
 * Bytes that a product has to move: what its arrays hold, x and y. Of ELLPACK-R (v + 4) nnz + (v + 4) rows + v cols, v those of a value: its
 * kernels end at the length of a row, so that the places which pad it are stored and not read.
 */
export function movedBytes(run: StudyRun, { matrix, format, precision, compulsoryBytes }: Timed): number | null {
  const ran = run.matrices.find(({ name }) => name === matrix);
  const value = VALUE_BYTES[precision ?? ''];
  if (!ran || value === undefined || format !== 'ellpack-r') return compulsoryBytes;
  return (value + INDEX_BYTES) * (ran.nnz + ran.rows) + value * ran.cols;
}

/** Whether all of it stays in the cache of the device: the time says nothing of the memory. */
export function isCached(run: StudyRun, timed: Timed): boolean {
  const bytes = movedBytes(run, timed);
  return bytes !== null && bytes <= cacheBytesOf(run);
}
