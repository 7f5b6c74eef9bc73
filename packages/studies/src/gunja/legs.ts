import { again } from '../again.ts';
import type { StudyLeg } from '../study.ts';
import { DENSITIES, DENSITY, GEMM_SIZES, LARGEST, matrixName, SPMV_SIZES } from './sizes.ts';

const squares = (most: number): readonly Readonly<Record<string, number>>[] =>
  GEMM_SIZES.filter((size) => size <= most).map((size) => ({ m: size, n: size, k: size }));
/** Dense operands of which a tenth is not 0. */
const operands = { A: 'gen:dense?density=0.1&seed=1', B: 'gen:dense?density=0.1&seed=2' };
/** `float` in all listings. */
const gemm = { operation: 'gemm', operands, precisions: ['f32'] } as const;
const CUDA_CSR = ['cuda/csr-shared', 'cuda/csr-scalar', 'cuda/csr-vector'];
/** A warp a row at every density; the kernel's own choice is fewer threads for short rows. */
const warps = { threadsPerRow: [32] } as const;
/** Her OpenMP has all threads at every size; the backend's own choice is one for small matrices. */
const params = { threads: ['cores'], ...warps } as const;
const SIZES = SPMV_SIZES.map((size) => matrixName(size));

/** Gunja's dense and sparse products, sequential, threaded and on CUDA, and what she leaves to future work. */
const measured: readonly StudyLeg[] = [
  {
    id: 'gemm-sequential',
    title: 'three nested loops (figure 4.1), while they end in seconds',
    ...gemm,
    backends: ['serial'],
    kernels: ['js/gemm-naive'],
    sizes: squares(1024),
  },
  {
    id: 'gemm-one-core',
    title: 'a dense product on one core as it can be done',
    ...gemm,
    backends: ['serial'],
    kernels: ['wasm/gemm-packed'],
    sizes: squares(4096),
  },
  {
    id: 'gemm-tiles',
    title: 'tiles shared among threads (figure 4.6), while they end in seconds',
    ...gemm,
    backends: ['threads'],
    kernels: ['js/gemm-blocked'],
    sizes: squares(1024),
  },
  {
    id: 'gemm-threads',
    title: 'a dense product on all cores as it can be done',
    ...gemm,
    backends: ['threads'],
    kernels: ['wasm/gemm-packed'],
    sizes: squares(4096),
  },
  {
    id: 'gemm-cuda',
    title: 'tiles in shared memory on CUDA (figure 5.2), and one thread an element without them',
    ...gemm,
    backends: ['cuda'],
    kernels: ['cuda/gemm-tiled', 'cuda/gemm-naive'],
    sizes: squares(4096),
  },
  {
    id: 'gemm-webgpu',
    standsIn: true,
    title: 'the same in WGSL, where there is no NVIDIA GPU',
    ...gemm,
    backends: ['webgpu'],
    kernels: ['wgsl/gemm-tiled', 'wgsl/gemm-naive'],
    sizes: squares(512),
  },
  {
    id: 'spmv',
    title:
      'CSR of density 0.1: sequential, threaded (rows divided by entries, where an omp parallel for divides them by number), and on CUDA through shared memory (figure 5.8, corrected) and without',
    matrices: SIZES,
    backends: ['serial', 'threads', 'cuda'],
    kernels: ['js/csr', 'wasm/csr-simd', ...CUDA_CSR],
    precisions: ['f32'],
    params,
  },
  {
    id: 'spmv-webgpu',
    standsIn: true,
    title: 'CSR in WGSL, where there is no NVIDIA GPU',
    matrices: SPMV_SIZES.filter((size) => size <= 2048).map((size) => matrixName(size)),
    backends: ['webgpu'],
    kernels: ['wgsl/csr', 'wgsl/csr-vector'],
    precisions: ['f32'],
    params: warps,
  },
  {
    id: 'density',
    title: 'CSR of 32768 rows over densities',
    matrices: DENSITIES.filter((density) => density !== DENSITY).map((density) => matrixName(LARGEST, density)),
    backends: ['threads', 'cuda'],
    kernels: ['js/csr', 'wasm/csr-simd', ...CUDA_CSR],
    precisions: ['f32'],
    params,
  },
  {
    id: 'mixed',
    title: 'products of f64 with A stored in f64, and in f32',
    matrices: [matrixName(4096), matrixName(16_384)],
    backends: ['serial', 'cuda'],
    kernels: ['js/csr', 'cuda/csr-vector'],
    precisions: ['f64'],
    stored: ['f64', 'f32'],
    params: warps,
  },
  ...(['in-sequence', 'overlapped'] as const).map((uploads): StudyLeg => ({
    id: `uploads-${uploads}`,
    title: `y = Ax with x from the host for every product, ${uploads === 'overlapped' ? 'copied beside the product before' : 'one after the other'}`,
    matrices: [matrixName(16_384)],
    backends: ['threads', 'cuda'],
    kernels: ['wasm/csr-simd', 'cuda/csr-vector'],
    precisions: ['f64'],
    params: warps,
    uploads,
  })),
];

export const legs: readonly StudyLeg[] = [
  ...measured,
  again(measured, 'spmv', { matrices: [matrixName(512), matrixName(4096)] }),
  ...['gemm-one-core', 'gemm-threads', 'gemm-cuda'].map((id) => again(measured, id, { sizes: squares(512).slice(1) })),
];
