import type { Exhibit } from '../study.ts';
import { barChart } from '../exhibits/bars.ts';
import type { Timed } from '../exhibits/timed.ts';
import { timedMatrices, timedOf } from '../exhibits/timed.ts';
import type { StudyRun } from '../study-run.ts';
import { EXAMPLE, printedKernel, rightProduct } from './printed-kernel.ts';

/** Where kernels of a leg were timed: `cuda`, `serial`. */
function backendsOf(run: StudyRun, legs: readonly string[]): readonly string[] {
  return [...new Set(legs.flatMap((leg) => timedOf(run, { leg }).map(({ backend }) => backend)))];
}

/** A product of f64 with A stored in f32 (`narrow`), or in f64. */
export function mixed(run: StudyRun, matrix: string, backend: string, narrow: boolean): Timed | undefined {
  return timedOf(run, { leg: 'mixed', matrix, backend }).find(({ stored }) => (stored === 'f32') === narrow);
}

/** A product of which x came from the host. */
export function uploaded(run: StudyRun, how: 'in-sequence' | 'overlapped', backend: string): Timed | undefined {
  return timedOf(run, { leg: `uploads-${how}`, backend })[0];
}

/** What chapter 7 leaves to others, and what is wrong with the kernel of chapter 5. */
export const futureWork: readonly Exhibit[] = [
  {
    id: 'printed-kernel',
    label: 'Figure 5.8 computed',
    title: 'what the kernel as printed gives',
    where: '5.1.2',
    paper: 'none',
    legs: [],
    draw() {
      const printed = printedKernel(EXAMPLE, EXAMPLE.x, 2);
      const right = rightProduct(EXAMPLE, EXAMPLE.x);
      const number = { kind: 'number', digits: 8 } as const;
      return [
        {
          kind: 'table',
          title: 'y = Ax of a matrix of four rows, blocks of two threads',
          columns: [
            { label: 'row', kind: 'number' },
            { label: 'y of the kernel in print', ...number },
            { label: 'y', ...number },
          ],
          rows: printed.map((y, row) => [row + 1, y, right[row] ?? null]),
          note: `rowPtr ${EXAMPLE.rowPtr.join(' ')}, colIndices ${EXAMPLE.colIndices.join(' ')}, values ${EXAMPLE.values.join(' ')}, x ${EXAMPLE.x.join(' ')}. Every row has the same sum: each thread adds up all tiles, and a tile holds places of the matrix that belong to no one row. Kernel cuda/csr-shared is this one, corrected.`,
        },
      ];
    },
  },
  {
    id: 'mixed',
    label: 'Chapter 7, mixed precision',
    title: 'A in f32, product in f64',
    where: '7.1',
    paper: 'words',
    legs: ['mixed'],
    draw: (run) =>
      backendsOf(run, ['mixed']).flatMap((backend) =>
        barChart({
          title: `Products of f64 on ${backend}`,
          categories: timedMatrices(run, ['mixed']),
          value: { label: 'median time', unit: 'ms' },
          series: [
            { name: 'A in f64', value: (matrix) => mixed(run, matrix, backend, false)?.medianMs ?? null },
            { name: 'A in f32', value: (matrix) => mixed(run, matrix, backend, true)?.medianMs ?? null },
          ],
        }),
      ),
  },
  {
    id: 'uploads',
    label: 'Chapter 7, asynchronous transfer',
    title: 'x from the host for every product',
    where: '7.1',
    paper: 'words',
    legs: ['uploads-in-sequence', 'uploads-overlapped'],
    draw: (run) =>
      barChart({
        title: 'Copy of x and product',
        categories: backendsOf(run, ['uploads-in-sequence', 'uploads-overlapped']),
        value: { label: 'median time', unit: 'ms' },
        series: [
          { name: 'one after the other', value: (backend) => uploaded(run, 'in-sequence', backend)?.medianMs ?? null },
          {
            name: 'beside the product before',
            value: (backend) => uploaded(run, 'overlapped', backend)?.medianMs ?? null,
          },
        ],
      }),
  },
];
