import type { ChartAxis, ChartBlock } from '@spmv/report';
import { curveOver } from '../exhibits/curve.ts';
import { timedMatrices, timedOf } from '../exhibits/timed.ts';
import type { Exhibit } from '../study.ts';
import { GPU_LEGS } from './measured.ts';

/** A chart with more curves than this is none. */
const MOST_CURVES = 6;

/** GFLOP/s over a parameter in one format, six matrices a chart. */
interface CurveFigure {
  readonly number: number;
  readonly title: string;
  readonly where: string;
  readonly leg: string;
  readonly format?: string;
  readonly param: string;
  readonly x: ChartAxis;
}

const THREADS: ChartAxis = { label: 'threads', whole: true };
const BLOCK: ChartAxis = { label: 'threads of a block' };

const FIGURES: readonly CurveFigure[] = [
  {
    number: 3,
    title: 'GFLOPS over threads on the CPU in CSR',
    where: '4.1',
    leg: 'threads',
    format: 'csr',
    param: 'threads',
    x: THREADS,
  },
  {
    number: 4,
    title: 'GFLOPS over threads on the CPU in ELLPACK',
    where: '4.1',
    leg: 'threads',
    format: 'ellpack',
    param: 'threads',
    x: THREADS,
  },
  {
    number: 5,
    title: 'GFLOPS over the size of the block on the GPU in CSR',
    where: '4.2',
    leg: GPU_LEGS.csr,
    param: 'blockSize',
    x: BLOCK,
  },
  {
    number: 6,
    title: 'GFLOPS over the size of the block on the GPU in ELLPACK',
    where: '4.2',
    leg: GPU_LEGS.ellpack,
    param: 'blockSize',
    x: BLOCK,
  },
];

/** Lists of at most so many. */
function inGroups<T>(all: readonly T[], most: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, group) =>
    all.slice(group * most, (group + 1) * most),
  );
}

/** Figures 3 to 6. */
export const curves: readonly Exhibit[] = FIGURES.map(({ number, title, where, leg, format, param, x }) => ({
  id: `figure-${number}`,
  label: `Figure ${number}`,
  title,
  where,
  paper: 'words',
  legs: [leg],
  draw(run): readonly ChartBlock[] {
    const matrices = timedMatrices(run, [leg]);
    return inGroups(matrices, MOST_CURVES).flatMap((group) =>
      curveOver({
        title: `${title}: ${group[0]} to ${group.at(-1)}`,
        param,
        x,
        figure: 'gflops',
        series: group.map((matrix) => [
          matrix,
          timedOf(run, { leg, matrix, ...(format === undefined ? {} : { format }) }),
        ]),
      }),
    );
  },
}));
