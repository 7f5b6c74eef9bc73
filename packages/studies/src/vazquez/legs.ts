import { again } from '../again.ts';
import type { StudyLeg } from '../study.ts';
import { MATRICES } from './printed-table.ts';

/** The twelve points that section V leaves. */
export const LANES: readonly number[] = [1, 2, 4, 8];
export const BLOCKS: readonly number[] = [128, 256, 512];
/** What it ruled out by trying, too. */
export const ALL_LANES: readonly number[] = [...LANES, 16, 32];
export const ALL_BLOCKS: readonly number[] = [16, 32, 64, ...BLOCKS];

/** One of each kind, on which everything is tried: narrow band, skewed, lattice, mesh, long rows. */
export const SECTION_V: readonly string[] = ['dw8192', 'mac_econ', 'qcd5_4', 'cop20k_A', 'pdb1HYS', 'wbp128'];

/** What exhibits and claims of them lack. */
export const SIX_OF_ALL: string = `Tried on ${SECTION_V.length} of the ${MATRICES.length} matrices, one of each kind.`;

/** Those that a processor which stands in for a GPU gets through. */
const SMALL: readonly string[] = MATRICES.slice(0, 9);

/** The paper's arrays hold “floats”, its kernels compute in single precision. */
const precisions = ['f32'];
/** Half a warp a row, rows filled up to multiples of 16: SpMV4GPU, whose kernel on CUDA has no other; a warp a row: CRS(vector). Places of ELLPACK lie by columns. */
const params = { multiple: [16], threadsPerRow: [32], order: ['column'] };
/** As the paper binds v to the texture cache in all kernels. */
const texture = { xLoad: ['readonly'] };

/** Not every device has subgroups as wide as these rows. */
const REDUCTIONS = ['subgroup', 'workgroup'];
const webgpu = { matrices: SMALL, backends: ['webgpu'], precisions, standsIn: true } as const;

/** A leg for each package, so that the others run where one is not installed. */
const ONE_CORE: readonly (readonly [id: string, title: string, kernels: readonly string[]])[] = [
  ['one-core', 'CSR on one core', ['js/csr', 'wasm/csr-simd']],
  ['one-core-native', 'CSR on one core, compiled for the processor', ['native/csr']],
  ['one-core-mkl', 'CSR on one core by MKL', ['native/csr-mkl']],
];
export const ONE_CORE_LEGS: readonly string[] = ONE_CORE.map(([id]) => id);
/** Where it is measured, once or twice: the fastest of all is the fastest. */
export const ONE_CORE_MEASURED: readonly string[] = ONE_CORE_LEGS.flatMap((id) => [id, `again-${id}`]);

/** The formats of figure 2, the twelve points of ELLR-T, and what section V says of other points. */
const measured: readonly StudyLeg[] = [
  ...ONE_CORE.map(([id, title, kernels]): StudyLeg => ({
    id,
    title,
    matrices: MATRICES,
    backends: ['serial'],
    kernels,
    precisions,
  })),
  {
    id: 'formats',
    title: 'CRS, CRS(vector), SpMV4GPU, ELLPACK and HYB on CUDA, with x through the read-only path and without',
    matrices: MATRICES,
    backends: ['cuda'],
    kernels: ['cuda/csr-scalar', 'cuda/csr-vector', 'cuda/csr-padded', 'cuda/ellpack', 'cuda/hyb'],
    precisions,
    params: { ...params, xLoad: ['readonly', 'plain'] },
  },
  {
    id: 'ellr-t',
    title: 'ELLR-T on CUDA at its twelve points',
    matrices: MATRICES,
    backends: ['cuda'],
    kernels: ['cuda/ellr-t'],
    precisions,
    params: { threadsPerRow: LANES, blockSize: BLOCKS, ...texture, order: ['column'] },
  },
  {
    id: 'ellr-t-wide',
    title: 'ELLR-T on CUDA with blocks from 16 to 512 threads and up to 32 threads a row',
    matrices: SECTION_V,
    backends: ['cuda'],
    kernels: ['cuda/ellr-t'],
    precisions,
    params: { threadsPerRow: ALL_LANES, blockSize: ALL_BLOCKS, ...texture, order: ['column'] },
  },
  {
    id: 'x-load',
    title: 'ELLR-T and ELLPACK-R on CUDA with x through the read-only path and without',
    matrices: MATRICES,
    backends: ['cuda'],
    kernels: ['cuda/ellr-t', 'cuda/ellpack-r'],
    precisions,
    params: { threadsPerRow: LANES, blockSize: [256], xLoad: ['readonly', 'plain'], order: ['column'] },
  },
  {
    id: 'webgpu-formats',
    title: 'the same formats in WGSL, where there is no NVIDIA GPU',
    ...webgpu,
    kernels: ['wgsl/csr', 'wgsl/csr-vector', 'wgsl/ellpack', 'wgsl/hyb'],
    params: { threadsPerRow: [32], order: ['column'], reduction: REDUCTIONS },
  },
  {
    id: 'webgpu-padded',
    title: 'SpMV4GPU in WGSL: sixteen threads a row',
    ...webgpu,
    kernels: ['wgsl/csr-padded'],
    params: { multiple: [16], threadsPerRow: [16], reduction: REDUCTIONS },
  },
  {
    id: 'webgpu-ellr-1',
    title: 'ELLR-1 in WGSL at its three points: the kernel of one thread a row',
    ...webgpu,
    kernels: ['wgsl/ellpack-r'],
    params: { blockSize: BLOCKS, order: ['column'] },
  },
  {
    id: 'webgpu-ellr-t',
    title: 'ELLR-T in WGSL at the other nine points',
    ...webgpu,
    kernels: ['wgsl/ellr-t'],
    params: { threadsPerRow: LANES.filter((lanes) => lanes > 1), blockSize: BLOCKS, order: ['column'] },
  },
];

/** On CUDA some legs share points as they are. */
export const legs: readonly StudyLeg[] = [
  ...measured,
  ...ONE_CORE_LEGS.map((id) => again(measured, id, { matrices: ['dw8192', 'cop20k_A'] })),
];
