import type { Bars } from '../exhibits/bars.ts';
import { barChart, speedupBars } from '../exhibits/bars.ts';
import type { Timed } from '../exhibits/timed.ts';
import { fastestOf, paramOf, timedMatrices, timedOf } from '../exhibits/timed.ts';
import type { Exhibit } from '../study.ts';
import type { StudyRun } from '../study-run.ts';

/** The fastest of the teams that he ran: from 2 to 16 threads. */
export function fastestTeam(run: StudyRun, matrix: string, format: string): Timed | undefined {
  return timedOf(run, { leg: 'threads', matrix, format })
    .filter((result) => Number(paramOf(result, 'threads')) > 1)
    .toSorted((a, b) => a.medianMs - b.medianMs)[0];
}

/** The time of the sequential loop over that of the fastest team. */
function threadsSpeedup(run: StudyRun, matrix: string, format: string): number | null {
  const serial = fastestOf(run, { leg: 'serial', matrix, format });
  const threads = fastestTeam(run, matrix, format);
  return serial && threads ? serial.medianMs / threads.medianMs : null;
}

/** What figures and claims of ELLPACK lack: they have more places than the plan here stores. */
export const NOT_IN_ELLPACK = 'Of dc1 and webbase-1M the plan here refuses ELLPACK; in print dc1 has none.';

const openmpAgainstSequential: Exhibit = {
  id: 'figure-6',
  label: 'Figure 6',
  title: 'comparison between OpenMP and sequential efficiency',
  where: 'Results & Discussion, OpenMP & CUDA',
  paper: 'words',
  legs: ['serial', 'threads'],
  lacks: NOT_IN_ELLPACK,
  draw: (run) =>
    speedupBars({
      title: 'The fastest number of threads over the sequential loop of the same format',
      categories: timedMatrices(run, ['serial', 'threads']),
      series: ['csr', 'ellpack'].map((format): Bars => ({
        name: format,
        value: (matrix) => threadsSpeedup(run, matrix, format),
      })),
      against: 'sequential',
    }),
};

/** Rate of the fastest combination of a method. */
function rate(run: StudyRun, leg: string, format: string, kernel?: string): Bars['value'] {
  return (matrix) =>
    fastestOf(run, { leg, matrix, format, ...(kernel === undefined ? {} : { kernel }) })?.gflops ?? null;
}

function methods(
  figure: number,
  format: string,
  legs: readonly string[],
  series: (run: StudyRun) => readonly Bars[],
): Exhibit {
  return {
    id: `figure-${figure}`,
    label: `Figure ${figure}`,
    title: `${format === 'csr' ? 'CSR' : 'Ellpack'} efficiency with results from the several methods`,
    where: 'Results & Discussion, OpenMP & CUDA',
    paper: 'words',
    legs,
    ...(format === 'csr' ? {} : { lacks: NOT_IN_ELLPACK }),
    draw: (run) =>
      barChart({
        title: `${format === 'csr' ? 'CSR' : 'ELLPACK'}: every method`,
        categories: timedMatrices(run, legs),
        value: { label: 'rate', unit: 'GFLOP/s' },
        series: series(run),
      }),
  };
}

/** Speed-up of threads, and all methods side by side in each format. */
export const methodFigures: readonly Exhibit[] = [
  openmpAgainstSequential,
  methods(7, 'csr', ['serial', 'threads', 'cuda-scalar', 'cuda-vector', 'cuda-shared', 'webgpu'], (run) => [
    { name: 'sequential', value: rate(run, 'serial', 'csr') },
    { name: 'threads, the fastest', value: (matrix) => fastestTeam(run, matrix, 'csr')?.gflops ?? null },
    { name: 'CUDA scalar', value: rate(run, 'cuda-scalar', 'csr') },
    { name: 'CUDA vector, by shuffles', value: rate(run, 'cuda-vector', 'csr') },
    { name: 'CUDA vector, in shared memory', value: rate(run, 'cuda-shared', 'csr') },
    { name: 'WebGPU scalar, f32', value: rate(run, 'webgpu', 'csr', 'wgsl/csr') },
    { name: 'WebGPU vector, f32', value: rate(run, 'webgpu', 'csr', 'wgsl/csr-vector') },
  ]),
  methods(8, 'ellpack', ['serial', 'threads', 'cuda-ellpack', 'webgpu'], (run) => [
    { name: 'sequential', value: rate(run, 'serial', 'ellpack') },
    { name: 'threads, the fastest', value: (matrix) => fastestTeam(run, matrix, 'ellpack')?.gflops ?? null },
    { name: 'CUDA', value: rate(run, 'cuda-ellpack', 'ellpack') },
    { name: 'WebGPU, f32', value: rate(run, 'webgpu', 'ellpack') },
  ]),
];
