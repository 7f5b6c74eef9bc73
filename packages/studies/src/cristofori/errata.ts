import type { Erratum } from '../study.ts';

/** What is wrong in print, and is not copied. */
export const errata: readonly Erratum[] = [
  {
    where: '2.2',
    printed: 'rows without entries are dropped, and M is made smaller',
    correct: 'an empty row stays: its start and end in IRP are the same, and its element of y is 0',
    why: 'Without them y has fewer elements than A has rows, and all behind the first empty row are at the wrong place.',
  },
  {
    where: '3.3.1, line 18 of the kernel',
    printed: '__syncthreads() inside the loop over rows',
    correct: '__syncwarp(), or a reduction by shuffles',
    why: 'The barrier is of the whole block, but warps of a block have different numbers of rows to go through where rows are no multiple of warps: then some warps wait at a barrier that others never reach, which CUDA leaves undefined. The text says that it synchronises the threads of a warp.',
  },
  {
    where: '3.3.1, lines 5 to 10 and 19 to 24 of the kernel',
    printed: 'lanes read ptrs and smem that other lanes of the warp wrote, without __syncwarp()',
    correct: '__syncwarp() between writing and reading',
    why: 'Since Volta the threads of a warp do not run in step, and the Quadro RTX 5000 is a Turing; volatile orders nothing between threads.',
  },
  {
    where: '4',
    printed: 'threads from 1 to the number of cores of the machine',
    correct: 'more: 4.1 has found that more than 20 threads slow it down, 4.3 has 32',
    why: 'The machine has 20 cores, as 4.1 says.',
  },
  {
    where: '4.5',
    printed: 'the performance measured is in table 5',
    correct: 'table 4',
    why: 'There are four tables; GFLOPS of the GPU are in the fourth.',
  },
  {
    where: 'Table 3, thermal1',
    printed: '2.25 and 1.76, as in the row of lung2',
    correct: 'not printed; by table 1 and the serial rate that tables 2 and 4 give, about 1.67 and 1.93',
    why: 'GFLOPS over speed-up is the rate of the serial loop, whatever is compared with it. Tables 2 and 4 give 0.354 for thermal1, tables 1 and 3 give 0.476 and 0.322.',
  },
  {
    where: '4.5',
    printed: 'values lie on average at half of the peak',
    correct: '33 % in ELLPACK and 19 % in CSR',
    why: 'The mean of table 4 is 24.3 and 14.3 of 74.67 GFLOP/s.',
  },
  {
    where: '4.3',
    printed: 'on the CPU the vector MAXNZ could not be used',
    correct: 'the same array works on a CPU: format ellpack-r',
    why: 'MAXNZ is the length of each row. With it the loop ends where the row does, and padding is stored but not multiplied.',
  },
  {
    where: '2.3.2 and 3.3.2',
    printed: 'ELLPACK for CUDA',
    correct: 'ELLPACK-R (Vázquez et al.)',
    why: 'The kernel ends at MAXNZ[row] and not at the longest row. So ELLPACK of tables 2 and 4 is compared with format ellpack-r here, that of tables 1 and 3 with ellpack.',
  },
  {
    where: 'Tables 1 to 4',
    printed: 'speed-ups and GFLOPS of adder_dcop_32, bcsstk17, cant, cavity10, dc1, mhd4800a, olafu and raefsky2',
    correct: 'not printed: the tables of the CPU and of the GPU are of different serial runs',
    why: 'GFLOPS over speed-up is the rate of the serial loop. In these rows it differs by more than a fifth between tables, whatever the rounding: adder_dcop_32 at most 0.15 on the CPU and at least 0.28 on the GPU, dc1 0.27 on the CPU and 0.41 on the GPU, bcsstk17 0.48 in CSR and 0.36 in ELLPACK. In 28 of the 30 rows it differs by more than rounding.',
  },
];
