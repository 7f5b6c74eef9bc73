import { isNotInstalled } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';

/** The type of elements, as the library tells it. */
export interface Hdf5Type {
  /** Class of the type in HDF5's own numbers. */
  readonly type: number;
  /** Bytes of one element. */
  readonly size: number;
  readonly signed: boolean;
  readonly enum_type?: { readonly type: number };
  readonly compound_type?: { readonly members: readonly Hdf5Type[] };
}

interface WithAttributes {
  readonly type: string;
  readonly attrs: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface Hdf5Dataset extends WithAttributes {
  readonly metadata: Hdf5Type & { readonly shape: readonly number[] | null };
  readonly filters: readonly { readonly id: number; readonly name: string }[];
  slice(ranges: (readonly [from: number, to: number])[]): unknown;
}

export interface Hdf5Group extends WithAttributes {
  keys(): string[];
  get(name: string): object | null;
}

/** What the npm package `h5wasm` exports, as far as it is used. */
export interface Hdf5Library {
  readonly ready: Promise<{
    readonly FS: {
      writeFile(path: string, bytes: Uint8Array, options: object): void;
      unlink(path: string): void;
    };
    activate_throwing_error_handler(): number;
    deactivate_throwing_error_handler(): number;
  }>;
  readonly File: new (path: string, mode: 'r') => Hdf5Group & { close(): number };
}

/** Loads the library. */
export type LoadHdf5 = () => Promise<Hdf5Library>;

/** What reads a dense matrix and a sparse one without it. */
const WITHOUT =
  "Without it, in Python: import anndata, scipy.sparse as s; s.save_npz('A.npz', s.csr_matrix(anndata.read_h5ad('FILE').X)); of MATLAB save with -v7.";

/** Only when a file is read: the library has four megabytes, and is optional. Errors: `FILE.UNSUPPORTED`. */
export async function loadInstalled(name: string = 'h5wasm'): Promise<Hdf5Library> {
  try {
    // No literal, which bundlers would look for where it is not installed.
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ name)) as Hdf5Library;
  } catch (cause) {
    const absent = isNotInstalled(cause, name);
    throw fileError('FILE.UNSUPPORTED', {
      what: `the file is HDF5, which the package ${name} reads, and that ${absent ? 'is not installed' : `does not load here: ${cause instanceof Error ? cause.message : String(cause)}`}`,
      fix: absent
        ? `Install it beside this package: npm install ${name} (for a command that was installed with -g: npm install -g ${name}). ${WITHOUT}`
        : `Install it again: npm install ${name}. In a page give openMatrix a plugin with files: [hdf5File(() => import('${name}'))] of @spmv/interchange. ${WITHOUT}`,
      cause,
    });
  }
}
