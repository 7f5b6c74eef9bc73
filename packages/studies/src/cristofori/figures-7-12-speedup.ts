import type { Bars } from '../exhibits/bars.ts';
import { speedupBars } from '../exhibits/bars.ts';
import { timedMatrices } from '../exhibits/timed.ts';
import type { Exhibit } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import type { HisFormat } from './measured.ts';
import { at, cpu, gpu, GPU_LEGS, speedup } from './measured.ts';

const TEAMS = [4, 8, 16, 32];
const BLOCKS = [128, 256, 512, 1024];

/** Bars of every matrix over the serial loop. */
interface SpeedupFigure {
  readonly number: number;
  readonly title: string;
  readonly where: string;
  readonly legs: readonly string[];
  readonly against: string;
  series(run: StudyRun): readonly Bars[];
}

function overTeams(number: number, format: HisFormat): SpeedupFigure {
  return {
    number,
    title: `Speed-up on the CPU in ${format === 'csr' ? 'CSR' : 'ELLPACK'} with 4, 8, 16 and 32 threads`,
    where: '4.3',
    legs: ['serial', 'threads'],
    against: 'serial CSR',
    series: (run) => [
      ...TEAMS.map((threads): Bars => ({
        name: `${threads} threads`,
        value: (matrix) => speedup(run, matrix, at(run, 'threads', matrix, format, { threads })),
      })),
      // So that a machine with less than four has a bar, too.
      { name: 'the fastest of two and more', value: (matrix) => speedup(run, matrix, cpu(run, matrix, format)) },
    ],
  };
}

function overBlocks(number: number, format: HisFormat): SpeedupFigure {
  const leg = GPU_LEGS[format];
  return {
    number,
    title: `Speed-up on the GPU in ${format === 'csr' ? 'CSR' : 'ELLPACK'} with blocks of 128, 256, 512 and 1024`,
    where: '4.4',
    legs: ['serial', leg],
    against: 'serial CSR',
    series: (run) =>
      BLOCKS.map((blockSize): Bars => ({
        name: `blocks of ${blockSize}`,
        value: (matrix) => speedup(run, matrix, at(run, leg, matrix, undefined, { blockSize })),
      })),
  };
}

/** (2): the fastest of the CPU over the fastest of the GPU. */
function gpuOverCpu(run: StudyRun, matrix: string, format: HisFormat): number | null {
  const [host, device] = [cpu(run, matrix, format), gpu(run, matrix, format)];
  return host && device ? host.medianMs / device.medianMs : null;
}

function cpuAndGpu(number: number, format: HisFormat): SpeedupFigure {
  return {
    number,
    title: `Speed-up between CPU and GPU in ${format === 'csr' ? 'CSR' : 'ELLPACK'}`,
    where: '4.5',
    legs: ['threads', GPU_LEGS[format]],
    against: 'the fastest of two threads and more',
    series: (run) => [{ name: 'GPU over CPU', value: (matrix) => gpuOverCpu(run, matrix, format) }],
  };
}

const FIGURES: readonly SpeedupFigure[] = [
  overTeams(7, 'csr'),
  overTeams(8, 'ellpack'),
  overBlocks(9, 'csr'),
  overBlocks(10, 'ellpack'),
  cpuAndGpu(11, 'csr'),
  cpuAndGpu(12, 'ellpack'),
];

/** Figures 7 to 12. */
export const speedups: readonly Exhibit[] = FIGURES.map(({ number, title, where, legs, against, series }) => ({
  id: `figure-${number}`,
  label: `Figure ${number}`,
  title,
  where,
  paper: 'words',
  legs,
  draw: (run) => speedupBars({ title, categories: timedMatrices(run, legs.slice(1)), series: series(run), against }),
}));
