import type { BufferName, GpuSource, ScratchBytes } from './gpu-source.ts';

/** A program for CUDA: launches of our own code, or a call of a vendor library to compare with. */
export type CudaProgram = CudaLaunchProgram | CudaVendorProgram;

/** Kernels of modules, launched one after another. */
export interface CudaLaunchProgram {
  readonly kind: 'launches';
  /** Modules, best first: PTX compiled when the package was built, or CUDA C++ that needs NVRTC on the machine. */
  readonly modules: readonly CudaModule[];
  readonly launches: readonly CudaLaunch[];
  readonly scratch?: ScratchBytes;
}

/** One build of the code that launches name. */
export interface CudaModule {
  readonly language: 'ptx' | 'cubin' | 'cuda-c++';
  readonly source: GpuSource;
  /** Lowest compute capability ×10 that runs it (90 for 9.0); for a cubin the same major version and no lower minor one. */
  readonly minCompute: number;
  /** URLs of the folders, ending in `/`, in which `#include "…"` looks after the folder of the text; for CUDA C++ only. */
  readonly headers?: readonly string[];
  /** Preprocessor definitions, for CUDA C++ only. */
  readonly defines?: Readonly<Record<string, string | number>>;
}

/** One launch of a kernel. */
export interface CudaLaunch {
  /** Name of an `extern "C"` kernel. */
  readonly entryPoint: string;
  readonly grid: CudaGrid;
  /** Threads per block. */
  readonly block: readonly [number, number, number];
  /** Dynamic shared memory in bytes. */
  readonly sharedBytes: number;
  readonly arguments: readonly CudaArgument[];
}

/**
 * Blocks: a shape, or one dimension of one block for every `perBlock` elements of an array. The latter is for kernels whose number of
 * blocks only `analyse` finds out: a tile of four numbers a block is `{ elements: 'auxiliary.tiles', perBlock: 4 }`.
 */
export type CudaGrid = readonly [number, number, number] | { readonly elements: BufferName; readonly perBlock: number };

/**
 * A kernel argument: a device pointer by the name of the buffer, a host scalar by its name, in the type of the operands (an accumulator may be
 * wider; it was rounded to their precision already), or a constant number.
 */
export type CudaArgument = BufferName | { readonly i32: number } | { readonly i64: number };

/** A call of a vendor's y ← αAx + βy: the library gets A's arrays by what they are to it. */
export interface CudaVendorProgram {
  readonly kind: 'vendor';
  /** `cusparse` or `cublas`. */
  readonly library: string;
  /** Algorithm as the library names it, for example `CUSPARSE_SPMV_CSR_ALG2`. */
  readonly algorithm: string;
  /** Whether the library may analyse A once when the operator is prepared. */
  readonly preprocess: boolean;
  /** How the arrays below store A. */
  readonly layout: CudaVendorLayout;
}

/** CSR, or sliced ELLPACK of `sliceRows` rows a slice: `starts` are rows + 1, or slices + 1, offsets into columns and values. */
export interface CudaVendorLayout {
  readonly kind: 'csr' | 'sliced-ellpack';
  readonly starts: BufferName;
  readonly columns: BufferName;
  readonly values: BufferName;
  /** Sliced ELLPACK only. */
  readonly sliceRows?: number;
}
