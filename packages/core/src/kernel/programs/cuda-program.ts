import type { BufferName, GpuSource, ScratchBytes } from './gpu-source.ts';

/** A program for CUDA: launches of our own code, or calls of a vendor's library to compare with. */
export type CudaProgram = CudaLaunchProgram | CudaLibraryProgram;

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
  /** It needs nothing of the launch before it, nor of those that this one goes beside: they may run at the same time. Absent: after all before it. */
  readonly beside?: true;
  /** By the names of the kernel's parameters, in their order: names and order are compared with the source where there is one. */
  readonly arguments: Readonly<Record<string, CudaArgument>>;
}

/**
 * Blocks: a shape, or one dimension of one block for every `perBlock` elements of an array. The latter is for kernels whose number of
 * blocks only `analyse` finds out: a tile of four numbers a block is `{ elements: 'auxiliary.tiles', perBlock: 4 }`.
 */
export type CudaGrid = readonly [number, number, number] | { readonly elements: BufferName; readonly perBlock: number };

/**
 * A kernel argument: a device pointer by the name of the buffer, a host scalar by its name, in the type of the operands (an accumulator may be
 * wider; it was rounded to their precision already), or a constant number; `value` is one in the type of the operands, which is real.
 */
export type CudaArgument =
  | BufferName
  | { readonly i32: number }
  | { readonly i64: number }
  | { readonly value: number };

/** Calls of a vendor's library, all of whose arguments are addresses and whole numbers. */
export interface CudaLibraryProgram {
  readonly kind: 'library';
  /** By the name of the capability that says that it is there: `cublas`. */
  readonly library: string;
  /**
   * Calls made once, when the operator is prepared: how the library is to compute, and descriptions of what it is given. Host scalars are 1 in
   * them, and operands have no address yet.
   */
  readonly setup: readonly CudaLibraryCall[];
  /** Calls of a product, one after another on its stream. A status other than 0 is an error that tells it. */
  readonly calls: readonly CudaLibraryCall[];
  /** Calls that give back what `setup` made, when the operator is disposed of or a later call of `setup` failed. One with an empty cell is left out. */
  readonly release?: readonly CudaLibraryCall[];
}

/** One call: the name of a routine as the library exports it, and its arguments, at most 24. */
export interface CudaLibraryCall {
  readonly routine: string;
  readonly arguments: readonly CudaLibraryArgument[];
  /** Left out where the library has no such routine. Default: an error. */
  readonly optional?: true;
}

/**
 * An argument of a kernel, but a host scalar is passed by its address; the number of elements of an array; the library's handle, which is bound to the
 * stream of the product; or one of a call before: what it left in a cell, the address of a cell to leave something in, or device memory of as many bytes as a cell says.
 * Cells are eight bytes of the host by name, 0 at first.
 */
export type CudaLibraryArgument =
  | CudaArgument
  | { readonly elements: BufferName }
  | { readonly handle: true }
  | { readonly cell: string }
  | { readonly cellAddress: string }
  | { readonly workspace: string };
