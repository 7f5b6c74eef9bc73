/** Backends this project publishes, so that one not installed can be named with the command that installs it. */
export interface OfficialBackend {
  readonly id: string;
  readonly package: string;
  readonly title: string;
}

export const OFFICIAL_BACKENDS: readonly OfficialBackend[] = [
  { id: 'serial', package: '@spmv/backend-serial', title: 'one thread of the CPU' },
  { id: 'threads', package: '@spmv/backend-threads', title: 'worker threads on every core' },
  { id: 'webgpu', package: '@spmv/backend-webgpu', title: 'WebGPU' },
  { id: 'cuda', package: '@spmv/backend-cuda', title: 'NVIDIA GPUs' },
  { id: 'petsc', package: '@spmv/backend-petsc', title: 'PETSc over MPI' },
];

export function officialBackend(id: string): OfficialBackend | undefined {
  return OFFICIAL_BACKENDS.find((backend) => backend.id === id);
}

/** Packages of this project that bring operations. */
const OFFICIAL_OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  '@spmv/gemm': ['gemm'],
  '@spmv/spmm': ['spmm'],
  '@spmv/fused': ['fused'],
  '@spmv/vectors': ['linear', 'advance', 'descend', 'conjugate', 'hadamard', 'dots', 'scalar', 'gather'],
};

/** The package of this project that brings an operation. */
export function packageOfOperation(id: string): string | undefined {
  return Object.keys(OFFICIAL_OPERATIONS).find((name) => OFFICIAL_OPERATIONS[name]?.includes(id));
}
