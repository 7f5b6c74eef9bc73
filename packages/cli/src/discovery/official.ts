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
  '@spmv/spgemm': ['spgemm', 'spgemm-add', 'spgemm-masked', 'spgeam', 'galerkin'],
  '@spmv/multigrid': ['interpolation', 'transpose', 'inverse-sizes'],
  '@spmv/spmm': ['spmm'],
  '@spmv/fused': ['fused'],
  '@spmv/vectors': ['linear', 'advance', 'descend', 'conjugate', 'hadamard', 'dots', 'scalar', 'gather'],
};

/** Formats that have a package each, and those of `@spmv/formats`. */
const OWN_FORMATS = ['bell', 'csr16', 'dia', 'hyb', 'packed', 'row-segments', 'sell', 'symmetric'];
const FORMATS = ['coo', 'csr', 'csr64', 'csc', 'csr-padded', 'ellpack', 'ellpack-r'];
const KERNELS: Readonly<Record<string, string>> = {
  js: '@spmv/backend-serial',
  wasm: '@spmv/backend-serial',
  wgsl: '@spmv/backend-webgpu',
  cuda: '@spmv/backend-cuda',
  petsc: '@spmv/backend-petsc',
  native: '@spmv/kernels-native',
};
const VENDORS = /mkl|openblas|eigen|librsb|openmp/u;

/** What of this project's packages is known by name. */
export type OfficialKind = 'operation' | 'format' | 'kernel';

/** The package of this project that brings what is called so, as far as names tell: those of kernels begin with an operation or a format. */
export function packageOf(kind: OfficialKind, id: string): string | undefined {
  const [target = '', after = ''] = kind === 'kernel' ? id.split('/') : ['', id];
  const name = after.replace(/^(?:cublas|mkl|openblas)-(?=gemm)/u, '');
  const isNamed = (one: string): boolean => name === one || (kind === 'kernel' && name.startsWith(`${one}-`));
  const operation =
    kind === 'format'
      ? undefined
      : Object.keys(OFFICIAL_OPERATIONS).find((brings) => OFFICIAL_OPERATIONS[brings]?.some(isNamed));
  if (kind === 'operation') return operation;
  const own = OWN_FORMATS.find(isNamed);
  const shared = [...FORMATS, ...(kind === 'kernel' ? ['ellr-t'] : [])].some(isNamed);
  const owner = operation ?? (own === undefined ? undefined : `@spmv/format-${own}`);
  if (kind === 'format') return owner ?? (shared ? '@spmv/formats' : undefined);
  if (owner === undefined && !shared) return undefined;
  if (target === 'native' && VENDORS.test(after)) return '@spmv/kernels-vendor';
  return target === 'native' || target === 'petsc' ? KERNELS[target] : (owner ?? KERNELS[target]);
}
