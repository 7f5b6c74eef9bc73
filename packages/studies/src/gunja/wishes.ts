import type { Wish } from '../study.ts';

/** What the report describes beside its figures, and what it leaves to others. */
export const wishes: readonly Wish[] = [
  {
    what: 'C = αAB + βC, y = αAx + βy.',
    where: '2.4, 3.2',
    by: '`spmv bench` with `--alpha` and `--beta`, for `@spmv/gemm`, too',
  },
  {
    what: 'Random rows of ⌊density · cols⌋ entries with values between 1 and 1000.',
    where: '3.3, figure 5.3',
    by: '`spmv generate`: random, with perRow, low and high',
    lacks: 'Columns of a row differ here; as printed one may be drawn twice. Figure 4.3 draws values from 0 on.',
  },
  {
    what: 'Times by clock(), omp_get_wtime() and CUDA events.',
    where: '4.1, 5.1.3',
    by: '`spmv bench`, by the clock of the device where it has one',
  },
  {
    what: 'Dense products in tiles, shared among threads by collapse(2).',
    where: '4.1.2',
    by: '`js/gemm-blocked` on backend threads',
  },
  { what: 'Dense products in tiles in shared memory.', where: '5.1.1', by: '`cuda/gemm-tiled`' },
  {
    what: 'Tiles reduce accesses from 2 · N³ to 2 · T² · (N/T)².',
    where: '5.1.1',
    by: '`@spmv/trace` counts the loads of `cuda/gemm-tiled`',
    lacks: 'No exhibit counts them: the number in print is wrong (errata), and times are judged by claim tiles.',
  },
  {
    what: 'Products of CSR through shared memory.',
    where: '5.1.2',
    by: '`cuda/csr-shared`',
    lacks: 'The kernel as printed gives wrong results and is computed, not timed; the corrected one is timed.',
  },
  { what: 'Loops are unrolled by the compiler.', where: '5.1.1', by: 'nvcc, as for her kernels' },
  {
    what: 'NVIDIA Nsight and Visual Profiler find bottlenecks.',
    where: '7.1',
    by: '`@spmv/trace` counts what a profiler counts of loads and stores',
    lacks: 'The profilers themselves are not started by a study.',
  },
  {
    what: 'Less divergence of warps and better patterns of access.',
    where: '7.1',
    by: '`cuda/csr-vector`, `cuda/csr-balanced`, drawn in figures 6.5 to 6.8; branches at which lanes part are counted by `@spmv/trace`',
    lacks: '`cuda/csr-balanced` is no part of the figures.',
  },
  {
    what: 'Fusion of kernels.',
    where: '7.1',
    by: '`@spmv/fused`',
    lacks: 'No leg measures it: the report says nothing to compare it with.',
  },
  {
    what: 'Asynchronous transfer and mixed precision.',
    where: '7.1',
    by: '`spmv bench` with `--uploads` and `--stored`; see the exhibits of chapter 7',
  },
];
