import { again } from '../again.ts';
import type { StudyLeg } from '../study.ts';
import { MATRICES } from './printed-tables.ts';

/** From 1 to the cores of the machine: his has 20, of 2 threads each. */
const THREADS = [...Array.from({ length: 20 }, (_, t) => t + 1), 24, 28, 32, 36, 40, 48, 56, 64, 80, 96, 112, 128];
/** “un valore di ordine 3”. */
const CHUNK = 1000;
const CHUNKS = [1, 10, 100, 1000, 10_000];
/** The block of his figure 1. */
export const GRID_BLOCK = 128;
/** His kernel of CSR, and the rows that a warp of it goes through where M threads are launched (3.3). */
export const HIS_CSR = 'cuda/csr-warp-shared';
export const HIS_ROWS = 32;
/** From 128 to 1024 in steps of 128. */
const BLOCKS: readonly number[] = Array.from({ length: 8 }, (_, b) => 128 * (b + 1));

/** The matrices whose curve over chunks is measured: rows of one length, of several, and of very different ones. */
export const CHUNK_MATRICES: readonly string[] = ['af23560', 'cavity10', 'cop20k_A', 'roadNet-PA', 'webbase-1M'];

/** What exhibits and claims of them lack. */
export const FIVE_OF_ALL: string = `Tried on ${CHUNK_MATRICES.length} of his ${MATRICES.length} matrices.`;

/** Measured once more: a small one, and one of millions of entries. */
const TWICE = { matrices: ['mhda416', 'cop20k_A'] };

/** Cristofori's kernels. ELLPACK lies by rows on the CPU and is transposed for CUDA, as in the report. */
const measured: readonly StudyLeg[] = [
  {
    id: 'serial',
    title: 'the serial loop over CSR, which every speed-up refers to',
    matrices: MATRICES,
    backends: ['serial'],
    kernels: ['js/csr'],
    precisions: ['f64'],
  },
  {
    id: 'threads',
    title: 'CSR and ELLPACK over threads, schedule dynamic with chunks of 1000 rows, for OpenMP',
    matrices: MATRICES,
    backends: ['threads'],
    kernels: ['js/csr', 'js/ellpack'],
    precisions: ['f64'],
    // Rows of his arrays are as long as the longest, and no longer.
    params: { order: ['row'], alignment: [1], schedule: ['dynamic'], chunk: [CHUNK], threads: THREADS },
  },
  {
    id: 'chunk',
    title: 'CSR over the size of chunks, schedule dynamic',
    matrices: CHUNK_MATRICES,
    backends: ['threads'],
    kernels: ['js/csr'],
    precisions: ['f64'],
    params: { schedule: ['dynamic'], chunk: CHUNKS },
  },
  {
    id: 'schedule',
    title: 'CSR by each schedule, beside dynamic',
    matrices: CHUNK_MATRICES,
    backends: ['threads'],
    kernels: ['js/csr'],
    precisions: ['f64'],
    params: { schedule: ['static', 'dynamic', 'balanced'] },
  },
  {
    id: 'cuda-grid',
    title: 'CSR on CUDA in his grid of M threads: 32 rows a warp, sums in shared memory, over block sizes',
    matrices: MATRICES,
    backends: ['cuda'],
    kernels: [HIS_CSR],
    precisions: ['f64'],
    params: { rowsPerWarp: [HIS_ROWS], blockSize: BLOCKS },
  },
  {
    id: 'cuda-csr',
    title: 'CSR on CUDA in a grid of a warp a row, sums in shared memory and by shuffles',
    matrices: MATRICES,
    backends: ['cuda'],
    kernels: [HIS_CSR, 'cuda/csr-vector'],
    precisions: ['f64'],
    params: { rowsPerWarp: [1], threadsPerRow: [32], blockSize: [GRID_BLOCK] },
  },
  {
    id: 'cuda-ellpack',
    title: 'ELLPACK with the lengths of rows (MAXNZ) on CUDA, one thread a row, over block sizes',
    matrices: MATRICES,
    backends: ['cuda'],
    kernels: ['cuda/ellpack-r'],
    precisions: ['f64'],
    params: { order: ['column'], blockSize: BLOCKS },
  },
  {
    id: 'cuda-rows',
    title: 'the same with the places of a row side by side, not transposed',
    matrices: MATRICES,
    backends: ['cuda'],
    kernels: ['cuda/ellpack-r'],
    precisions: ['f64'],
    params: { order: ['row'], alignment: [1], blockSize: [GRID_BLOCK] },
  },
  {
    id: 'webgpu',
    standsIn: true,
    title: 'the CUDA kernels in WGSL and f32, where there is no NVIDIA GPU',
    matrices: MATRICES,
    backends: ['webgpu'],
    kernels: ['wgsl/csr-vector', 'wgsl/ellpack-r'],
    precisions: ['f32'],
    params: { threadsPerRow: [32], blockSize: [128, 256], reduction: ['subgroup', 'workgroup'] },
  },
];

export const legs: readonly StudyLeg[] = [
  ...measured,
  again(measured, 'serial', TWICE),
  again(measured, 'threads', { ...TWICE, params: { threads: [2, 16] } }),
  again(measured, 'cuda-csr', TWICE),
  ...['cuda-grid', 'cuda-ellpack'].map((id) => again(measured, id, { ...TWICE, params: { blockSize: [GRID_BLOCK] } })),
];
