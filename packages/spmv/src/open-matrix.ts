import type { Experience } from '@spmv/advice';
import { recordedExperience, usualTrials } from '@spmv/advice';
import type { Plugin, Precision, ValueArray } from '@spmv/core';
import { createRegistry } from '@spmv/core';
import type { CpuBackend, NumbersOf, When, WhenOf } from './choice.ts';
import { placesBeside } from './beside.ts';
import { createMatrix } from './create-matrix.ts';
import type { Matrix } from './matrix.ts';
import { openPlaces } from './places.ts';
import type { ArraySource } from './source/array-source.ts';
import type { FileSource } from './source/file-source.ts';
import type { FileHost, ReadOptions } from './source/read-matrix.ts';
import { readMatrix } from './source/read-matrix.ts';

/** How to open a matrix. */
export interface OpenMatrixOptions<B extends string = string, P extends Precision = Precision> extends ReadOptions {
  /**
   * Where products are computed: one backend, or several of which the fastest is chosen. One that is not there is an error. Default `auto`: of all that are
   * installed those that are worth starting for so many entries; `plan.considered` says which, and why others are not among them.
   */
  readonly backend?: B | readonly B[];
  /** What is stored and added up in. Default `f64`; a backend that does not compute in it is an error where it is named, and left out otherwise. */
  readonly precision?: P;
  /**
   * Most products of trial before one is chosen; 0: by statistics alone. Default 10: one on each backend, and others until these have taken as long as reading, starting backends and planning; and 0 for fewer than 20,000 entries,
   * whose trial would take longer than their products.
   */
  readonly trials?: number;
  /** How many products are going to be computed: each then bears its share of conversion and preparation. Default: so many that these do not count. */
  readonly products?: number;
  /** More formats, kernels, backends and types of files. */
  readonly plugins?: readonly Plugin[];
  /** What is known of kernels. Default: what this project recorded. */
  readonly experience?: Experience;
}

/** How to open a matrix on the backends of another one. */
export interface OpenBesideOptions<W extends When = When, P extends Precision = Precision> extends Omit<
  OpenMatrixOptions<never, P>,
  'backend' | 'plugins'
> {
  /**
   * A matrix that was opened before and is there: threads and devices are its own, and not started again. Backends and plugins are those of it, also where this matrix is much larger; those that
   * do not compute in its precision are left out. Each of the two is disposed of by itself, in any order.
   */
  readonly beside: Matrix<ValueArray, W>;
}

/** Opens matrices. */
export interface OpenMatrix {
  /**
   * Opens a matrix on the backends of another one. Errors: as of the other form, and `LIFETIME.DISPOSED` where that matrix was disposed of, `PARAM.REJECTED` where `backend` or `plugins` are given, too.
   */
  <W extends When, P extends Precision = 'f64'>(
    source: ArraySource | FileSource,
    options: OpenBesideOptions<W, P>,
  ): Promise<Matrix<NumbersOf<P>, W>>;
  /**
   * Opens a matrix: reads it, arrays at the call and files after it, chooses format, kernel and backend by its statistics and at most ten products, and prepares them.
   *
   * Holds the entries, 16 bytes each, for what is made of them later, and what the backend holds. Dispose of it, or let the process end: it keeps nothing alive.
   *
   * Errors: `FORMAT.*` and `FILE.*`, `MMIO.*` for a matrix that cannot be read; `PLUGIN.UNKNOWN_ID`, `BACKEND.UNAVAILABLE`, `KERNEL.PRECISION_UNSUPPORTED` for a
   * backend that was named; `FORMAT.REFUSED` where no kernel takes the matrix.
   */
  <const B extends CpuBackend | 'auto' | (string & {}) = 'auto', P extends Precision = 'f64'>(
    source: ArraySource | FileSource,
    options?: OpenMatrixOptions<B, P>,
  ): Promise<Matrix<NumbersOf<P>, WhenOf<B>>>;
}

/** What a host brings: what is installed there, and how files are found. */
export interface Host {
  plugins(): Promise<readonly Plugin[]>;
  readonly readPath?: FileHost['readPath'];
}

/** Opens matrices on a host, of sources that nobody else writes to. */
export function createOpenMatrix(host: Host): OpenMatrix {
  const open = async (
    source: ArraySource | FileSource,
    options: OpenMatrixOptions & Partial<OpenBesideOptions> = {},
  ): Promise<Matrix<ValueArray>> => {
    const { backend = 'auto', products, plugins = [], signal, beside } = options;
    const { experience = recordedExperience } = options;
    const precision: Precision = options.precision ?? 'f64';
    let places = beside === undefined ? undefined : placesBeside(beside, precision, options);
    try {
      const registry = places?.registry ?? createRegistry([...(await host.plugins()), ...plugins]);
      const { readPath } = host;
      const files = { fileTypes: registry.files, ...(readPath ? { readPath } : {}) };
      const coo = await readMatrix(source, files, options);
      signal?.throwIfAborted();
      const nnz = coo.values.length;
      places ??= await openPlaces({ registry, backend, precision, nnz });
      return await createMatrix(coo, {
        places,
        precision,
        experience,
        trials: options.trials ?? usualTrials(nnz),
        ...(products === undefined ? {} : { products }),
        ...(signal ? { signal } : {}),
      });
    } catch (error) {
      await places?.release();
      throw error;
    }
  };
  return open as OpenMatrix;
}
