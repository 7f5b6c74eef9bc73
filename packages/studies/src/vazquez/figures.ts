import { barChart } from '../exhibits/bars.ts';
import { wholeOf } from '../exhibits/left-out.ts';
import type { Exhibit } from '../study.ts';
import { CARE, FORMATS, GPU_LEGS, matricesOf, measured } from './measured.ts';

/** Figure 1, a drawing, and figure 2. */
export const figures: readonly Exhibit[] = [
  {
    id: 'figure-1',
    label: 'Figure 1',
    title: 'ELLPACK-R, and the code of ELLR-T',
    where: 'IV',
    paper: 'none',
    legs: [],
    lacks: 'The drawing is described and not repeated.',
    draw: () => [
      {
        kind: 'text',
        text: 'A drawing and a listing. The format is ellpack-r: A[] and J[] in column order with rl[], the lengths of rows. The code is kernel cuda/ellr-t (wgsl/ellr-t): thread t of the T of a row takes the places t, t + T, … below rl[i]. The paper adds their sums up in shared memory, ours with shuffles; padding is to whole sectors of memory and not to 16 places.',
      },
    ],
  },
  {
    id: 'figure-2',
    label: 'Figure 2',
    title: 'performance by format, of ELLR-T at its best point',
    where: 'V',
    paper: 'words',
    legs: GPU_LEGS,
    draw(all) {
      const run = wholeOf(all);
      const charts = barChart({
        title: 'GFLOP/s by format',
        categories: matricesOf(run),
        value: { label: 'rate', unit: 'GFLOP/s' },
        series: FORMATS.map((name) => ({
          name,
          value: (matrix) => measured(run, matrix, name)?.gflops ?? null,
        })),
      });
      return charts.length === 0 ? [] : [...charts, { kind: 'text', tone: 'note', text: CARE }];
    },
  },
];
