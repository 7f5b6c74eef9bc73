import type { Erratum } from '../study.ts';

/** What is wrong in print, and is not copied. */
export const errata: readonly Erratum[] = [
  {
    where: '5.1.2, figures 5.7 and 5.8',
    printed:
      'offset = row_ptr[col_index]; shared_values[tid] = values[offset + tid]; every thread adds up all of every tile',
    correct:
      'a block loads the entries of its own rows, tile by tile, and a thread adds up those between row_ptr[row] and row_ptr[row + 1]',
    why: 'As printed all rows of y are the same sum, of places that belong to no one row, and near the end values are read behind the array. Computed above for four rows; the results were not compared with anything.',
  },
  {
    where: '6.1.7, 6.1.8',
    printed: 'GPU execution times remain relatively consistent across different densities',
    correct: 'those of a right product grow with the entries',
    why: 'The kernel as printed goes through ⌈rows/BLOCK_SIZE⌉ tiles of BLOCK_SIZE places in every thread: 2^30 products at 2^15 rows, whatever the density.',
  },
  {
    where: '5.1.3, 6.1.6',
    printed: 'GFLOPS 19.932892 from 2 · non_zero_count',
    correct: '19.928: 2 · 107 347 968 operations in 10.773568 ms',
    why: 'non_zero_count is (int)(density · rows · cols), 107 374 18x, but every row gets (int)(density · cols) = 3276 entries, 107 347 968 in all. What is behind them in the arrays was never set.',
  },
  {
    where: '3.3, figures 4.3 and 5.3',
    printed: 'a random matrix of density 0.1',
    correct: 'density 0.095',
    why: 'Columns are drawn with repetition: of 3276 draws among 32768 columns 4.8 % repeat one of the same row. Here every position is drawn once.',
  },
  {
    where: 'Figure 3.1',
    printed: 'Total global memory: 2950758400',
    correct: '15 835 660 288',
    why: 'A T4 has 16 GB; printed with %u, it is what is left modulo 2^32: 15 835 660 288 − 3 · 4 294 967 296.',
  },
  {
    where: '5.1.1',
    printed: 'after tiling 2 · T accesses per element, 2 · T² · (N/T)² in all',
    correct: '2 · N/T per element, 2 · N³/T in all',
    why: 'Each of the N/T tiles of a row of A and a column of B is loaded once by T² threads for T² elements. 2 · T² · (N/T)² is 2 · N², which would be each element of A and B loaded once.',
  },
  {
    where: '3.2.1',
    printed: 'c ← c + A(k, i) × B(j, k); C(j, i) ← α × c + β × C(j, i)',
    correct: 'C(i, j) from A(i, k) and B(k, j)',
    why: 'With rows first, as everywhere else, the pseudocode computes C = αBA + βC.',
  },
  {
    where: '5.1.1, figure 5.2',
    printed: 'for (int t = 0; t < N / BLOCK_SIZE; ++t), loads without a test',
    correct: '⌈N/BLOCK_SIZE⌉ tiles, loads tested against N',
    why: 'Where BLOCK_SIZE does not divide N the last terms of every sum are left out, and threads beyond N read outside the matrices.',
  },
  {
    where: '6.1.1',
    printed: 'the sequential CPU code could not handle matrices beyond 2048',
    correct: 'it takes eight times as long for twice the size',
    why: 'Three matrices of 4096 take 201 MB. Nothing in figure 4.1 depends on the size but the time.',
  },
  {
    where: '4.1.1, 4.1.2',
    printed: 'clock() for the sequential times, omp_get_wtime() for the parallel ones',
    correct: 'one clock for both',
    why: 'clock() is the time of the processor and not the time that passed.',
  },
];
