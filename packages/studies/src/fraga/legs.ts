import { again } from '../again.ts';
import type { StudyLeg } from '../study.ts';
import { DC1_LEG, DC1_ROWS } from './dc1-in-ellpack.ts';

/** The matrices that the text names. */
export const MATRICES: readonly string[] = ['cage4', 'ML_Laplace', 'cant', 'dc1', 'webbase-1M'];

/** He ran from 2 to 16 threads; 1 beside them is the loop of a worker alone. */
const THREADS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
/** 20 runs, of which the first is not in the average: here the first is never among the samples. */
const runs = 20;

/** Measured once more: the smallest, and one that no cache of a processor holds. */
const TWICE = { matrices: ['cage4', 'cant'] };

/** Fraga's three methods in two formats. Arrays of ELLPACK lie by rows on the CPU, as in his loops, and by columns on the GPU. */
const measured: readonly StudyLeg[] = [
  {
    id: 'serial',
    title: 'the sequential loops over CSR and ELLPACK',
    matrices: MATRICES,
    backends: ['serial'],
    kernels: ['js/csr', 'js/ellpack'],
    precisions: ['f64'],
    // Rows of his arrays are as long as the longest, and no longer.
    params: { order: ['row'], alignment: [1] },
    runs,
  },
  {
    id: 'threads',
    title: 'the same shared among threads by schedule(static), for OpenMP',
    matrices: MATRICES,
    backends: ['threads'],
    kernels: ['js/csr', 'js/ellpack'],
    precisions: ['f64'],
    params: { order: ['row'], alignment: [1], schedule: ['static'], threads: THREADS },
    profile: true,
    runs,
  },
  {
    id: DC1_LEG,
    title: 'ELLPACK of as many rows and as long a row as dc1 has: planned, and refused',
    matrices: [DC1_ROWS.name],
    backends: ['serial'],
    kernels: ['js/ellpack'],
    precisions: ['f64'],
    params: { order: ['row'], alignment: [1] },
  },
  {
    id: 'cuda-scalar',
    title: 'CSR, one CUDA thread a row ("scalar")',
    matrices: MATRICES,
    backends: ['cuda'],
    kernels: ['cuda/csr-scalar'],
    precisions: ['f64'],
    runs,
  },
  {
    id: 'cuda-vector',
    title: 'CSR, one warp a row ("Vector-Strip Mining")',
    matrices: MATRICES,
    backends: ['cuda'],
    kernels: ['cuda/csr-vector'],
    precisions: ['f64'],
    params: { threadsPerRow: [32] },
    runs,
  },
  {
    id: 'cuda-shared',
    title: 'CSR, one warp a row, sums added up in shared memory as in his listing',
    matrices: MATRICES,
    backends: ['cuda'],
    kernels: ['cuda/csr-warp-shared'],
    precisions: ['f64'],
    params: { rowsPerWarp: [1] },
    runs,
  },
  {
    id: 'cuda-ellpack',
    title: 'ELLPACK, one CUDA thread a row',
    matrices: MATRICES,
    backends: ['cuda'],
    kernels: ['cuda/ellpack'],
    precisions: ['f64'],
    runs,
  },
  {
    id: 'webgpu',
    standsIn: true,
    title: 'the three CUDA kernels in WGSL and f32, where there is no NVIDIA GPU',
    matrices: MATRICES,
    backends: ['webgpu'],
    kernels: ['wgsl/csr', 'wgsl/csr-vector', 'wgsl/ellpack'],
    precisions: ['f32'],
    params: { threadsPerRow: [32], reduction: ['subgroup', 'workgroup'] },
    runs,
  },
];

export const legs: readonly StudyLeg[] = [
  ...measured,
  again(measured, 'threads', { ...TWICE, params: { threads: [2, 16] } }),
  ...['serial', 'cuda-scalar', 'cuda-vector', 'cuda-shared', 'cuda-ellpack'].map((id) => again(measured, id, TWICE)),
];
