import type { Wish } from '../study.ts';

/** What sections II to VI describe beside what they measure. */
export const wishes: readonly Wish[] = [
  {
    what: 'Accesses of a warp count by the segments of memory that they touch.',
    where: 'II',
    by: '`@spmv/trace` counts sectors of 32 bytes for every kernel',
  },
  {
    what: 'Occupancy depends on BS, registers and shared memory.',
    where: 'II',
    by: '`spmv bench` on CUDA, as the driver counts it',
  },
  {
    what: 'COO with atomic additions.',
    where: 'III.A',
    by: '`cuda/coo`',
    lacks: 'No leg measures it, since the paper shows no figure of it.',
  },
  {
    what: 'CRS on superscalar processors, by MKL.',
    where: 'III.B, V',
    by: '`native/csr-mkl` of `@spmv/kernels-vendor`, where MKL is installed, beside `native/csr`',
  },
  { what: 'ELLPACK in column order.', where: 'III.C', by: '`cuda/ellpack`' },
  {
    what: 'CRS(vector) reduces in shared memory.',
    where: 'III.D',
    by: '`cuda/csr-vector`',
    lacks:
      'It is measured with shuffles, which need no shared memory; `cuda/csr-warp-shared` has the other reduction and is measured in study fraga.',
  },
  { what: 'SpMV4GPU: half a warp a row, rows filled up to multiples of 16.', where: 'III.D', by: '`cuda/csr-padded`' },
  { what: 'HYB: ELLPACK for most entries of a row, COO for the rest.', where: 'III.D', by: '`cuda/hyb`' },
  {
    what: 'Sliced ELLPACK and BELLPACK.',
    where: 'III.D',
    by: '`@spmv/format-sell`, `@spmv/format-bell`',
    lacks: 'No leg measures them, since the paper shows no figure of them.',
  },
  {
    what: 'ELLR-T: rows filled up to multiples of 16, sums of T threads in shared memory.',
    where: 'IV',
    by: '`cuda/ellr-t`',
    lacks: 'Here places are filled up to whole sectors, and sums are added up by shuffles.',
  },
  {
    what: 'v is bound to the texture cache in all kernels.',
    where: 'V',
    by: 'parameter `xLoad` of `cuda/csr-scalar`, `cuda/csr-vector`, `cuda/csr-padded`, `cuda/ellpack`, `cuda/hyb`, `cuda/ellpack-r` and `cuda/ellr-t`',
  },
  {
    what: 'BS and T are chosen in a pre-process of twelve products.',
    where: 'V',
    by: '`spmv tune`, whose choice is kept for later runs',
  },
  {
    what: 'No reordering of rows is needed, so that libraries can take it in.',
    where: 'VI',
    by: '`spmv` stores and multiplies ELLPACK-R like any other format',
  },
  {
    what: 'The numbers of a GeForce GTX 285 and of a Core 2 Duo E8400.',
    where: 'V',
    lacks:
      'CUDA of today makes no code for a device of compute capability 1.3; what is printed stands beside what a device of today does.',
  },
];
