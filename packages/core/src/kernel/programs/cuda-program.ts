import type { BufferName, GpuSource, ScratchBytes } from './gpu-source.ts';

/** A program for CUDA: launches of our own code, or a call of a vendor library to compare with. */
export type CudaProgram = CudaLaunchProgram | CudaVendorProgram;

export interface CudaLaunchProgram {
  readonly kind: 'launches';
  /** Modules, best first: PTX compiled when the package was built, or CUDA C++ that needs NVRTC on the machine. */
  readonly modules: readonly CudaModule[];
  readonly launches: readonly CudaLaunch[];
  readonly scratch?: ScratchBytes;
}

export interface CudaModule {
  readonly language: 'ptx' | 'cubin' | 'cuda-c++';
  readonly source: GpuSource;
  /** Lowest compute capability ×10 that runs it; for a cubin the only major version. */
  readonly minCompute: number;
  /** Preprocessor definitions, for CUDA C++ only. */
  readonly defines?: Readonly<Record<string, string | number>>;
}

export interface CudaLaunch {
  /** Name of an `extern "C"` kernel. */
  readonly entryPoint: string;
  /** Blocks and threads per block. */
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  /** Dynamic shared memory in bytes. */
  readonly sharedBytes: number;
  readonly arguments: readonly CudaArgument[];
}

/** A kernel argument: a device pointer, `alpha` or `beta` in the accumulator's type, or a constant number. */
export type CudaArgument = BufferName | 'alpha' | 'beta' | { readonly i32: number } | { readonly i64: number };

export interface CudaVendorProgram {
  readonly kind: 'vendor';
  /** `cusparse` or `cublas`. */
  readonly library: string;
  /** Algorithm as the library names it, for example `CUSPARSE_SPMV_CSR_ALG2`. */
  readonly algorithm: string;
}
