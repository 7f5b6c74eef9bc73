import type { StudyLeg } from '../study.ts';
import { MATRICES } from './printed-tables.ts';

/** From 1 to the cores of the machine: his has 20, of 2 threads each. */
const THREADS = [...Array.from({ length: 20 }, (_, t) => t + 1), 24, 28, 32, 36, 40, 48, 56, 64, 80, 96, 112, 128];
/** “un valore di ordine 3”. */
const CHUNK = 1000;
const CHUNKS = [1, 10, 100, 1000, 10_000];
/** The block of his figure 1. */
export const GRID_BLOCK = 128;
/** From 128 to 1024 in steps of 128. */
const BLOCKS: readonly number[] = Array.from({ length: 8 }, (_, b) => 128 * (b + 1));

/** The matrices whose curve over chunks is measured: rows of one length, of several, and of very different ones. */
export const CHUNK_MATRICES: readonly string[] = ['af23560', 'cavity10', 'cop20k_A', 'roadNet-PA', 'webbase-1M'];

/** Cristofori's kernels. ELLPACK lies by rows on the CPU and is transposed for CUDA, as in the report. */
export const legs: readonly StudyLeg[] = [
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
    params: { order: ['row'], schedule: ['dynamic'], chunk: [CHUNK], threads: THREADS },
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
    id: 'cuda-csr',
    title: 'CSR on CUDA, one warp a row, over block sizes',
    matrices: MATRICES,
    backends: ['cuda'],
    kernels: ['cuda/csr-vector'],
    precisions: ['f64'],
    params: { threadsPerRow: [32], blockSize: BLOCKS },
  },
  {
    id: 'cuda-grid',
    title: 'CSR on CUDA, sums in shared memory, in a grid of M threads (32 rows a warp) and of a warp a row',
    matrices: MATRICES,
    backends: ['cuda'],
    kernels: ['cuda/csr-warp-shared'],
    precisions: ['f64'],
    params: { rowsPerWarp: [1, 32], blockSize: [GRID_BLOCK] },
  },
  {
    id: 'cuda-ellpack',
    title: 'ELLPACK with the lengths of rows (MAXNZ) on CUDA, one thread a row, over block sizes',
    matrices: MATRICES,
    backends: ['cuda'],
    kernels: ['cuda/ellpack-r'],
    precisions: ['f64'],
    params: { blockSize: BLOCKS },
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
