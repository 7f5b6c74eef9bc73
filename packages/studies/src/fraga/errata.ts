import type { Erratum } from '../study.ts';

/** What is wrong in print, and is not copied. */
export const errata: readonly Erratum[] = [
  {
    where: 'Sparse Matrices Formats, and again in Procedures, OpenMP',
    printed: 'irp = (0 2 4 6 8 11) with nz = 10',
    correct: 'irp = (0 2 4 6 8 10)',
    why: 'The last element of irp is nz. With 11 the loop of the last row reads a value and a column behind the arrays.',
  },
  {
    where: 'OpenMP & CUDA, below figure 7',
    printed: 'the as (column indexes) and ja (values) array',
    correct: 'as holds the values, ja the column indexes',
    why: 'So the introduction defines them, and so the code uses them.',
  },
  {
    where: 'Performance analysis',
    printed: 'AverageDeviation = 1/n Σ i=1…n |xᵢ − mean|',
    correct: '1/m Σ i=1…m',
    why: 'The sum is over rows, and Table 1 calls their number m. It makes no difference where matrices are square.',
  },
  {
    where: 'Test Plan',
    printed: 'b and x solve A·b = x, and x is what the product is compared with',
    correct: 'A·x = b: the product of A and x is compared with b',
    why: 'Table 1 and every other page write A·x = b; files of the collection named b are right-hand sides.',
  },
  {
    where: 'Procedures, CUDA; ELLPACK after the second listing',
    printed: 'to launch a kernel per row',
    correct: 'a thread per row',
    why: 'The listing launches one kernel whose thread i computes row i.',
  },
  {
    where: 'Procedures, CUDA: vectorMiningCSR',
    printed: 'y[row] += sdata[tid]',
    correct: 'y[row] = sdata[threadIdx.x]',
    why: 'tid is declared nowhere, nor is warp_size of its loop. With += the 20 products add up in y, where the scalar kernel sets it.',
  },
  {
    where: 'CSR & Ellpack',
    printed: 'dc1 does not fit into memory: about 160 GB',
    correct: '160 GB are less than the 256 GB of his machine',
    why: 'What ended with std::bad_alloc is thus another limit, or there was less memory than printed.',
  },
  {
    where: 'Solution',
    printed: 'the values in the Matrix Market format were sorted by rows, followed by sorted columns',
    correct: 'by columns, and by rows within one',
    why: 'His own excerpt of cage4 lists rows 1, 2, 4, 5 of column 1. Were it sorted by rows, the map that restores that order would not be needed.',
  },
];
