import type { Candidate } from '../src/candidate.ts';
import { featuresOf } from '../src/features.ts';
import type { MeasuredMatrix } from '../src/measurement.ts';
import type { MatrixTraits } from '../src/traits.ts';

/** What a kernel takes: milliseconds a megabyte, a million rows, and the longest row. */
export interface Law {
  readonly bytes: number;
  readonly rows: number;
  readonly longest: number;
  /** Bytes an entry. */
  readonly each: number;
}

export const LAWS: Readonly<Record<string, Law>> = {
  'wasm/even': { bytes: 0.1, rows: 1, longest: 0, each: 12 },
  'wasm/small': { bytes: 0.1, rows: 5, longest: 0, each: 8 },
  'wasm/long': { bytes: 0.08, rows: 1, longest: 400, each: 12 },
};

/** Matrices whose times follow laws exactly, but for a noise that is the same each time. */
export function recordedRuns(count: number, laws: Readonly<Record<string, Law>> = LAWS): readonly MeasuredMatrix[] {
  return Array.from({ length: count }, (_, m): MeasuredMatrix => {
    const rows = 500 * (1 + ((m * 7) % 40));
    const meanRow = 2 + ((m * 5) % 31);
    const nnz = rows * meanRow;
    const traits: MatrixTraits = {
      rows,
      cols: rows,
      nnz,
      meanRow,
      maxRow: m % 3 === 0 ? 20 * meanRow : meanRow + 1,
      emptyRows: 0,
      relativeStandardDeviation: m % 3 === 0 ? 90 : 5,
      bandwidth: 10,
      sectorsPerRow: meanRow / 2,
    };
    const measured = Object.entries(laws).map(([kernel, law]) => {
      const candidate: Candidate = {
        backend: 'serial',
        target: 'wasm',
        kernel,
        format: kernel.slice(5),
        precision: 'f64',
        formatParams: {},
        kernelParams: {},
        launchParams: {},
        bytes: law.each * nnz + 12 * rows,
        slots: nnz,
      };
      const features = featuresOf(traits, candidate);
      const ms = 0.001 + law.bytes * features.bytes + law.rows * features.rows + law.longest * features.longest;
      const samplesMs = Array.from({ length: 20 }, (_sample, s) => ms * (1 + 0.004 * ((s * 13 + m) % 5)));
      return { candidate, samplesMs, convertMs: 1, prepareMs: 0.1 };
    });
    return { name: `m${m}`, hash: (m * 2654435761).toString(16), traits, measured };
  });
}
