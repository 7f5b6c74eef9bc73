import type { ReportBlock, Cell, TableBlock } from '@spmv/report';
import { barChart } from '../exhibits/bars.ts';
import { curveOver } from '../exhibits/curve.ts';
import { peakOf } from '../exhibits/memory.ts';
import type { Timed } from '../exhibits/timed.ts';
import { fastestOf, paramOf, timedMatrices, timedOf } from '../exhibits/timed.ts';
import type { Exhibit } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import { ALL_BLOCKS, ALL_LANES, BLOCKS, LANES, SIX_OF_ALL } from './legs.ts';
import { bestPoint, cachedText, formatKernels, matricesOf, pointsOf, shareOfPeak } from './measured.ts';
import { printedShare } from './printed-table.ts';

function pointText(point: readonly [lanes: number, result: Timed] | undefined): string | null {
  return point ? `T = ${point[0]}, BS = ${paramOf(point[1], 'blockSize')}` : null;
}

/** Every point of a matrix in a line, and the best. */
function pointsTable(run: StudyRun): readonly TableBlock[] {
  const matrices = matricesOf(run);
  if (matrices.length === 0) return [];
  const points = LANES.flatMap((threadsPerRow) => BLOCKS.map((blockSize) => ({ threadsPerRow, blockSize })));
  return [
    {
      kind: 'table',
      title: 'GFLOP/s at the twelve points',
      columns: [
        { label: 'matrix', kind: 'text' },
        { label: 'best', kind: 'text' },
        ...points.map(({ threadsPerRow, blockSize }) => ({
          label: `BS ${blockSize}`,
          kind: 'number' as const,
          group: `T = ${threadsPerRow}`,
        })),
      ],
      rows: matrices.map((matrix): readonly Cell[] => [
        matrix,
        pointText(bestPoint(run, matrix)),
        ...points.map(
          ({ threadsPerRow, blockSize }) =>
            pointsOf(run, matrix).find(
              ([lanes, result]) => lanes === threadsPerRow && paramOf(result, 'blockSize') === blockSize,
            )?.[1].gflops ?? null,
        ),
      ]),
    },
  ];
}

/** How full the blocks of a size keep a multiprocessor, as the paper says and the driver counts. */
function occupancyTable(run: StudyRun): readonly TableBlock[] {
  const counted = timedOf(run, { leg: 'ellr-t-wide' }).filter(({ occupancy }) => occupancy !== undefined);
  if (counted.length === 0) return [];
  const of = (blockSize: number): readonly number[] =>
    counted.flatMap((result) =>
      paramOf(result, 'blockSize') === blockSize && result.occupancy !== undefined ? [100 * result.occupancy] : [],
    );
  return [
    {
      kind: 'table',
      title: 'Occupancy by block size',
      columns: [
        { label: 'BS', kind: 'number' },
        { label: 'occupancy', kind: 'text', group: 'paper' },
        { label: 'least', unit: '%', kind: 'number', group: 'here' },
        { label: 'most', unit: '%', kind: 'number', group: 'here' },
      ],
      rows: ALL_BLOCKS.map((blockSize) => [
        blockSize,
        BLOCKS.includes(blockSize) ? '100 %' : '50 % or less',
        of(blockSize).length > 0 ? Math.min(...of(blockSize)) : null,
        of(blockSize).length > 0 ? Math.max(...of(blockSize)) : null,
      ]),
      note: 'Here: warps of the kernel that a multiprocessor holds at once, over those that it can hold, as the driver counts them; over all T.',
    },
  ];
}

function curves(run: StudyRun, param: 'blockSize' | 'threadsPerRow', label: string): readonly ReportBlock[] {
  const values = param === 'blockSize' ? ALL_BLOCKS : ALL_LANES;
  return curveOver({
    title: `ELLR-T over ${label}, the best of the other parameter`,
    param,
    x: { label, scale: 'log2' },
    figure: 'gflops',
    series: timedMatrices(run, ['ellr-t-wide']).map((matrix) => [
      matrix,
      values.flatMap((value) => fastestOf(run, { leg: 'ellr-t-wide', matrix, params: { [param]: value } }) ?? []),
    ]),
  });
}

/** The legs in which kernels load x either way. */
export const LOADING_LEGS: readonly string[] = ['formats', 'x-load'];

/** The kernels of them. */
export const LOADING: readonly (readonly [name: string, kernel: string])[] = [
  ...formatKernels,
  ['ELLPACK-R', 'cuda/ellpack-r'],
  ['ELLR-T', 'cuda/ellr-t'],
];

/** A kernel with x loaded one way, the best of T where it has that. */
export function loadedBy(
  run: StudyRun,
  matrix: string,
  kernel: string,
  xLoad: 'plain' | 'readonly',
): Timed | undefined {
  const [best] = LOADING_LEGS.flatMap((leg) => fastestOf(run, { leg, matrix, kernel, params: { xLoad } }) ?? []);
  return best;
}

/** What section V says of points, occupancy, the texture cache and bandwidth. */
export const sectionFive: readonly Exhibit[] = [
  {
    id: 'twelve-points',
    label: 'Section V, points',
    title: "ELLR-T's twelve points and the best of each matrix",
    where: 'V',
    paper: 'words',
    legs: ['ellr-t', 'webgpu-ellr-1', 'webgpu-ellr-t'],
    draw: pointsTable,
  },
  {
    id: 'block-sizes',
    label: 'Section V, blocks',
    title: 'blocks from 16 to 512 threads, and T from 16 on',
    where: 'V',
    paper: 'words',
    lacks: SIX_OF_ALL,
    legs: ['ellr-t-wide'],
    draw: (run) => [
      ...occupancyTable(run),
      ...curves(run, 'blockSize', 'block size BS'),
      ...curves(run, 'threadsPerRow', 'threads a row T'),
    ],
  },
  {
    id: 'texture',
    label: 'Section V, texture cache',
    title: 'x through the read-only path and without',
    where: 'V',
    paper: 'words',
    legs: LOADING_LEGS,
    draw(run) {
      const charts = barChart({
        title: 'Kernels by how x is loaded',
        categories: timedMatrices(run, LOADING_LEGS),
        value: { label: 'rate', unit: 'GFLOP/s' },
        series: LOADING.flatMap(([name, kernel]) =>
          (['readonly', 'plain'] as const).map((xLoad) => ({
            name: `${name}, ${xLoad === 'plain' ? 'plain loads' : 'read-only path'}`,
            value: (matrix: string) => loadedBy(run, matrix, kernel, xLoad)?.gflops ?? null,
          })),
        ),
      });
      if (charts.length === 0) return [];
      return [
        ...charts,
        {
          kind: 'text',
          tone: 'note',
          text: 'The texture cache of the GTX 285 is the read-only path (ld.global.nc) today. What is loaded through it must not change while a kernel runs, so such products begin when the one before has ended; those with plain loads may begin while it ends, which saves small matrices a microsecond or two.',
        },
      ];
    },
  },
  {
    id: 'bandwidth',
    label: 'Section V, bandwidth',
    title: 'share of the peak bandwidth',
    where: 'V',
    paper: 'printed',
    legs: ['ellr-t'],
    draw: (run) => [
      ...barChart({
        title: `Bandwidth of ELLR-T* over the peak (${peakOf(run)?.toFixed(0) ?? 'unknown'} GB/s here, 159 GB/s in the paper)`,
        categories: matricesOf(run),
        value: { label: 'of peak', unit: '%' },
        series: [
          {
            name: 'derived from print: BW of Table I over 159 GB/s',
            printed: true,
            value: printedShare,
          },
          { name: 'here', value: (matrix) => shareOfPeak(run, matrix)?.value ?? null },
        ],
      }),
      ...[cachedText(run)].flatMap((text): readonly ReportBlock[] =>
        text ? [{ kind: 'text', tone: 'note', text }] : [],
      ),
    ],
  },
];
