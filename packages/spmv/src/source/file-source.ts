import type { BlobLike, ReadableStreamLike } from '@spmv/mmio';

/**
 * Where a file comes from: its name (in Node a path, in a page an address), an address, a `Blob` or `File`, a `Response` of `fetch`, its bytes, or a stream of
 * them. What type it is of is told by its first bytes, plain, packed or in a SuiteSparse archive: Matrix Market, SciPy's npz, NumPy's npy, Binsparse, Harwell–Boeing,
 * Rutherford–Boeing, MATLAB, PETSc, and with the package h5wasm HDF5.
 */
export type FileSource =
  | string
  | URL
  | (BlobLike & { readonly name?: string })
  | { readonly body: ReadableStreamLike | null; readonly ok: boolean; readonly status: number; readonly url: string }
  | Uint8Array
  | ArrayBuffer
  | ReadableStreamLike
  | AsyncIterable<Uint8Array>;
