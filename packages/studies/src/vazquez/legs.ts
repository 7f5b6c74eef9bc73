import type { StudyLeg } from '../study.ts';
import { MATRICES } from './printed-table.ts';

/** The twelve points that section V leaves. */
export const LANES: readonly number[] = [1, 2, 4, 8];
export const BLOCKS: readonly number[] = [128, 256, 512];
/** What it ruled out by trying, too. */
export const ALL_LANES: readonly number[] = [...LANES, 16, 32];
export const ALL_BLOCKS: readonly number[] = [16, 32, 64, ...BLOCKS];

/** One of each kind, on which everything is tried: narrow band, skewed, lattice, mesh, long rows. */
const SECTION_V: readonly string[] = ['dw8192', 'mac_econ', 'qcd5_4', 'cop20k_A', 'pdb1HYS', 'wbp128'];

/** Those that a processor which stands in for a GPU gets through. */
const SMALL: readonly string[] = MATRICES.slice(0, 9);

/** The paper's arrays hold “floats”, its kernels compute in single precision. */
const precisions = ['f32'];
/** Half a warp a row, rows filled up to multiples of 16: SpMV4GPU; a warp a row: CRS(vector). Places of ELLPACK lie by columns. */
const params = { multiple: [16], threadsPerRow: [32], order: ['column'] };

/** The formats of figure 2, the twelve points of ELLR-T, and what section V says of other points. */
export const legs: readonly StudyLeg[] = [
  {
    id: 'one-core',
    title: 'CSR on one core, in place of MKL',
    matrices: MATRICES,
    backends: ['serial'],
    kernels: ['js/csr', 'wasm/csr-simd'],
    precisions,
  },
  {
    id: 'formats',
    title: 'CRS, CRS(vector), SpMV4GPU, ELLPACK and HYB on CUDA',
    matrices: MATRICES,
    backends: ['cuda'],
    kernels: ['cuda/csr-scalar', 'cuda/csr-vector', 'cuda/csr-padded', 'cuda/ellpack', 'cuda/hyb'],
    precisions,
    params,
  },
  {
    id: 'ellr-t',
    title: 'ELLR-T on CUDA at its twelve points',
    matrices: MATRICES,
    backends: ['cuda'],
    kernels: ['cuda/ellr-t'],
    precisions,
    params: { threadsPerRow: LANES, blockSize: BLOCKS, order: ['column'] },
  },
  {
    id: 'ellr-t-wide',
    title: 'ELLR-T on CUDA with blocks from 16 to 512 threads and up to 32 threads a row',
    matrices: SECTION_V,
    backends: ['cuda'],
    kernels: ['cuda/ellr-t'],
    precisions,
    params: { threadsPerRow: ALL_LANES, blockSize: ALL_BLOCKS, order: ['column'] },
  },
  {
    id: 'x-load',
    title: 'ELLR-T on CUDA with x through the read-only path and without',
    matrices: MATRICES,
    backends: ['cuda'],
    kernels: ['cuda/ellr-t'],
    precisions,
    params: { threadsPerRow: LANES, blockSize: [256], xLoad: ['plain', 'readonly'], order: ['column'] },
  },
  {
    id: 'webgpu-formats',
    title: 'the same formats in WGSL, where there is no NVIDIA GPU',
    matrices: SMALL,
    backends: ['webgpu'],
    kernels: ['wgsl/csr', 'wgsl/csr-vector', 'wgsl/csr-padded', 'wgsl/ellpack', 'wgsl/hyb'],
    precisions,
    params,
  },
  {
    id: 'webgpu-ellr-t',
    title: 'ELLR-T in WGSL at its twelve points',
    matrices: SMALL,
    backends: ['webgpu'],
    kernels: ['wgsl/ellr-t'],
    precisions,
    params: { threadsPerRow: LANES, blockSize: BLOCKS, order: ['column'] },
  },
];
