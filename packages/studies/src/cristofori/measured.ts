import type { Timed } from '../exhibits/timed.ts';
import { fastestOf, paramOf, timedOf } from '../exhibits/timed.ts';
import type { StudyRun } from '../study-run.ts';

/** His formats: on CUDA his ELLPACK reads the lengths of rows, so it is ELLPACK-R. */
export type HisFormat = 'csr' | 'ellpack';

/** The serial loop over CSR. */
export function serial(run: StudyRun, matrix: string): Timed | undefined {
  return fastestOf(run, { leg: 'serial', matrix });
}

/** The fastest team of two threads and more: one is the serial loop in a worker. */
export function cpu(run: StudyRun, matrix: string, format: HisFormat): Timed | undefined {
  return timedOf(run, { leg: 'threads', matrix, format })
    .filter((result) => Number(paramOf(result, 'threads')) > 1)
    .toSorted((a, b) => a.medianMs - b.medianMs)[0];
}

/** His kernels on CUDA: CSR in a grid of M threads with sums in shared memory, ELLPACK transposed with MAXNZ. */
export const GPU_LEGS = { csr: 'cuda-grid', ellpack: 'cuda-ellpack' } as const;

/** The fastest block size on CUDA. */
export function gpu(run: StudyRun, matrix: string, format: HisFormat): Timed | undefined {
  return fastestOf(run, { leg: GPU_LEGS[format], matrix });
}

/** A thread count or a block size alone. */
export function at(
  run: StudyRun,
  leg: string,
  matrix: string,
  format: HisFormat | undefined,
  params: Readonly<Record<string, number>>,
): Timed | undefined {
  return timedOf(run, { leg, matrix, params, ...(format === undefined ? {} : { format }) })[0];
}

/** (1): serial time over another. */
export function speedup(run: StudyRun, matrix: string, result: Timed | undefined): number | null {
  const base = serial(run, matrix);
  return base && result ? base.medianMs / result.medianMs : null;
}
