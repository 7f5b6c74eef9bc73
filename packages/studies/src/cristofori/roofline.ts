import type { ReportBlock, Point, Roof } from '@spmv/report';
import { movedBytes, peakOf } from '../exhibits/memory.ts';
import { timedOf } from '../exhibits/timed.ts';
import type { Timed } from '../exhibits/timed.ts';
import type { Exhibit } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import { GPU_LEGS } from './measured.ts';

/** (4) and (5) as printed. */
export const PEAK: { readonly gbPerSecond: number; readonly flopPerByte: number; readonly gflops: number } = {
  gbPerSecond: 448,
  flopPerByte: 2 / 12,
  gflops: 74.67,
};

interface RooflineSeries {
  readonly name: string;
  readonly backend: string;
  readonly legs: readonly string[];
}

const PLACES: readonly RooflineSeries[] = [
  { name: 'CUDA', backend: 'cuda', legs: Object.values(GPU_LEGS) },
  { name: 'WebGPU, f32', backend: 'webgpu', legs: ['webgpu'] },
  { name: 'threads', backend: 'threads', legs: ['threads'] },
  { name: 'serial', backend: 'serial', legs: ['serial'] },
];

/** The fastest of each matrix and format. */
function fastest(run: StudyRun, legs: readonly string[]): readonly Timed[] {
  const best = new Map<string, Timed>();
  for (const result of legs.flatMap((leg) => timedOf(run, { leg }))) {
    const key = JSON.stringify([result.matrix, result.format]);
    if (result.medianMs < (best.get(key)?.medianMs ?? Infinity)) best.set(key, result);
  }
  return [...best.values()];
}

/** Matrices larger than this do not stay in the caches of his GPU, nor in most. */
const LEAST_BYTES = 2 ** 26;

/** The largest rate of the bytes that a product too large for those caches moved. */
function measuredRate(run: StudyRun, legs: readonly string[]): number | undefined {
  const rates = legs
    .flatMap((leg) => timedOf(run, { leg }))
    // Places that pad ELLPACK are part of its compulsory bytes, whether its loop reads them or not.
    .filter(({ format }) => format !== 'ellpack')
    .flatMap((result) => {
      const bytes = movedBytes(run, result) ?? 0;
      return bytes >= LEAST_BYTES ? [bytes / (1e6 * result.medianMs)] : [];
    });
  return rates.length === 0 ? undefined : Math.max(...rates);
}

/** What the device copies here, or what its driver says, or else the most that a product reached. */
function roofOf(run: StudyRun, { name, backend, legs }: RooflineSeries): readonly Roof[] {
  const copied = run.machine.devices.find((device) => device.backend === backend)?.copyGbPerSecond;
  if (copied !== undefined) return [{ label: `${name}, its copies here`, gbPerSecond: copied }];
  const peak = backend === 'cuda' ? peakOf(run) : null;
  if (peak !== null) return [{ label: `${name}, by clock and width as the driver says`, gbPerSecond: peak }];
  const rate = measuredRate(run, legs);
  return rate === undefined ? [] : [{ label: `${name}, the most reached here`, gbPerSecond: rate }];
}

/** Flop per byte that has to be moved: 2 for each entry. */
function intensity(run: StudyRun, result: Timed): number | null {
  const ran = run.matrices.find(({ name }) => name === result.matrix);
  const bytes = movedBytes(run, result) ?? 0;
  return ran && bytes > 0 ? (2 * ran.nnz) / bytes : null;
}

function pointsOf(run: StudyRun, results: readonly Timed[]): readonly Point[] {
  return results.flatMap((result): readonly Point[] => {
    const [x, { gflops: y, matrix, format }] = [intensity(run, result), result];
    return x !== null && y !== null ? [{ x, y, label: `${matrix} ${format ?? ''}` }] : [];
  });
}

function draw(run: StudyRun): readonly ReportBlock[] {
  const series = PLACES.map(({ name, legs }) => ({ name, points: pointsOf(run, fastest(run, legs)) })).filter(
    ({ points }) => points.length > 0,
  );
  if (series.length === 0) return [];
  const roofs: readonly Roof[] = [
    { label: 'RTX 5000, printed 448 GB/s', gbPerSecond: PEAK.gbPerSecond },
    ...PLACES.flatMap((place): readonly Roof[] => roofOf(run, place)),
  ];
  return [
    {
      kind: 'table',
      title: 'Peak of a product in f64: 2 flop for every 12 bytes of value and column',
      columns: [
        { label: 'memory', kind: 'text' },
        { label: 'bandwidth', unit: 'GB/s', kind: 'number' },
        { label: 'peak', unit: 'GFLOP/s', kind: 'number', digits: 4 },
      ],
      rows: [
        ['Quadro RTX 5000, printed', PEAK.gbPerSecond, PEAK.gflops],
        ...roofs
          .slice(1)
          .map(({ label, gbPerSecond = 0 }) => [label, gbPerSecond, gbPerSecond * PEAK.flopPerByte] as const),
      ],
      note: 'Here: what the device copied, read and written, in this run; else what its driver says; else the largest rate of bytes that a product of at least 64 MiB moved, without padding. Matrices that fit into the caches of a device may lie above the roof of its memory. f32 moves 8 bytes for an entry, so its own peak is higher.',
    },
    {
      kind: 'chart',
      title: 'Every matrix under the roofs, the fastest of each format',
      chart: { kind: 'roofline', roofs, series },
    },
  ];
}

/** The peak that his numbers are to be compared with. */
export const roofline: Exhibit = {
  id: 'roofline',
  label: 'Formulas 4 and 5',
  title: 'peak GFLOP/s by the bandwidth of the memory',
  where: '4.5',
  paper: 'printed',
  legs: ['serial', 'threads', ...Object.values(GPU_LEGS), 'webgpu'],
  draw,
};
