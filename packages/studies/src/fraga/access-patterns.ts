import type { ReportBlock } from '@spmv/report';
import type { Exhibit } from '../study.ts';
import { EXAMPLE } from './example-matrix.ts';

/** Who accesses what: of each step the pairs of a row and the entry that it reads. */
interface Pattern {
  readonly kernel: string;
  readonly title: string;
  /** Printed, a row at each place of `as` as the wrong irp divides them: one after the other, ‘_’ where none is. */
  readonly printed: readonly string[];
  /** Entries that are read in each step, by row, as @spmv/trace saw the kernel read A.values. */
  readonly traced: readonly (readonly (readonly [row: number, entry: number])[])[];
}

const PATTERNS: readonly Pattern[] = [
  {
    kernel: 'cuda/csr-scalar',
    title: 'one thread a row',
    printed: [
      '0 _ 1 _ 2 _ 3 _ 4 _ _ _',
      '_ 0 _ 1 _ 2 _ 3 _ 4 _ _',
      '_ _ _ _ _ _ _ _ _ _ 4 _',
      '_ _ _ _ _ _ _ _ _ _ _ 4',
    ],
    traced: [
      [
        [0, 0],
        [1, 2],
        [2, 4],
        [3, 6],
        [4, 8],
      ],
      [
        [0, 1],
        [1, 3],
        [2, 5],
        [3, 7],
        [4, 9],
      ],
    ],
  },
  {
    kernel: 'cuda/csr-vector',
    title: 'one warp a row',
    printed: [
      '0 0 _ _ _ _ _ _ _ _ _',
      '_ _ 1 1 _ _ _ _ _ _ _',
      '_ _ _ _ 2 2 _ _ _ _ _',
      '_ _ _ _ _ _ 3 3 _ _ _',
      '_ _ _ _ _ _ _ _ 4 4 4 4',
    ],
    traced: [0, 1, 2, 3, 4].map((row) => [
      [row, 2 * row],
      [row, 2 * row + 1],
    ]),
  },
];

/** The rows at the places of `as`. */
function placed(step: Pattern['traced'][number]): string {
  return Array.from(EXAMPLE.values, (_, place) => step.find(([, entry]) => entry === place)?.[0] ?? '_').join(' ');
}

function draw(): readonly ReportBlock[] {
  return PATTERNS.map(({ kernel, title, printed, traced }) => ({
    kind: 'table',
    title: `${kernel}, ${title}`,
    columns: [
      { label: 'iteration', kind: 'number' },
      { label: 'rows at the places of as', kind: 'text', group: 'paper' },
      { label: 'rows at the places of as', kind: 'text', group: 'here, traced' },
    ],
    rows: printed.map((text, step) => [step, text, traced[step] ? placed(traced[step]) : null]),
    note: 'Printed are twelve places where as has ten; that the printed irp ends in 11 explains eleven. Iteration 4 of one warp prints row 4 four times, where irp gives it three. Here: what the lanes of the kernel read of A.values, found by @spmv/trace; warps run in any order.',
  }));
}

/** The two patterns of memory accesses, printed and traced. */
export const accessPatterns: Exhibit = {
  id: 'access-patterns',
  label: 'Iterations',
  title: 'which row reads which entry, by one thread a row and by one warp',
  where: 'Procedures, CUDA',
  paper: 'printed',
  legs: [],
  draw,
};
