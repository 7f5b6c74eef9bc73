import type { Exhibit } from '../study.ts';

/** Pictures and listings, and what they are here. */
const LISTINGS: readonly (readonly [figure: string, what: string, here: string])[] = [
  ['2.1', 'memory hierarchy of a GPU', 'not drawn here'],
  ['2.2', 'CPU and GPU', 'not drawn here'],
  ['4.1', 'naive GEMM', 'kernel js/gemm-naive'],
  ['4.2', 'naive SpMV', 'kernel js/csr'],
  ['4.3', 'random matrix, values from 0 to 1000', 'gen:random?rows=…&perRow=…&low=1&high=1000, as figure 5.3'],
  ['4.4, 4.5', 'measuring with clock()', 'spmv bench: medians of 20 samples and more after a warm-up'],
  ['4.6', 'tiled GEMM with OpenMP', 'kernel js/gemm-blocked on backend threads'],
  ['4.7', 'SpMV with OpenMP', 'kernel js/csr on backend threads'],
  ['4.8, 4.9', 'measuring with omp_get_wtime()', 'spmv bench'],
  ['5.1, 5.4, 5.5', 'grid, block and thread', 'launches of the kernels below'],
  ['5.2', 'tiled GEMM in shared memory', 'kernel cuda/gemm-tiled'],
  ['5.3', 'random matrix with <random>, values from 1 to 1000', 'gen:random?rows=…&perRow=…&low=1&high=1000'],
  ['5.6, 5.7, 5.8', 'SpMV in shared memory', 'kernel cuda/csr-shared, corrected; see errata'],
  ['5.9, 5.10', 'measuring with CUDA events', 'spmv bench, which reads the same clock'],
];

/** Figures without numbers of chapters 2 to 5. */
export const described: Exhibit = {
  id: 'figures-2-to-5',
  label: 'Figures 2.1 to 5.10',
  title: 'pictures and listings',
  where: '2 to 5',
  paper: 'none',
  legs: [],
  lacks: 'Figures 2.1 and 2.2 are pictures and not drawn; listings are named with the kernels that they are.',
  draw: () => [
    {
      kind: 'table',
      title: 'Where each is now',
      columns: ['figure', 'what it shows', 'here'].map((label) => ({ label, kind: 'text' })),
      rows: LISTINGS,
    },
  ],
};
