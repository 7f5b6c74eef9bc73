import { recordedExperience, usualTrials } from '@spmv/advice';
import type { ComplexCoo, Plugin, Precision, Registry, ValueArray } from '@spmv/core';
import { createRegistry, isSpmvError, precisionsWith, SpmvError } from '@spmv/core';
import type { CpuBackend, NumbersOf } from './choice.ts';
import type { ComplexMatrix, ComplexPrecision } from './complex/complex-matrix.ts';
import type { OpenComplexOptions } from './complex/open-complex.ts';
import { sharedPlaces } from './share-backends.ts';
import { createMatrix } from './create-matrix.ts';
import type { MatrixHost } from './host.ts';
import { createLeaks } from './leaks.ts';
import type { Matrix, MatrixOf, OpenedMatrix, SyncMatrix } from './matrix.ts';
import type { OpenBesideOptions, OpenMatrixOptions, AnyOpenOptions } from './open-options.ts';
import { checkOpenOptions } from './open-options.ts';
import { openPlaces } from './places.ts';
import type { ArraySource } from './source/array-source.ts';
import type { FileSource } from './source/file-source.ts';
import { readMatrix } from './source/read-matrix.ts';

/** Opens matrices. */
export interface OpenMatrix {
  /**
   * Opens a matrix of complex numbers: a file of any type that real ones are read of, or arrays whose values are pairs, two numbers for each position. A real one has imaginary parts 0. Nothing is tried: format and backend are as the options say.
   *
   * Errors: those of the last form.
   */
  <P extends ComplexPrecision>(
    source: ArraySource | FileSource | ComplexCoo,
    options: OpenComplexOptions<P>,
  ): Promise<ComplexMatrix<P>>;
  /**
   * Opens a matrix on the backends of another one. Errors: as of the other form, and `LIFETIME.DISPOSED` where that matrix was disposed of, `PARAM.REJECTED` where `backend` or `plugins` are given, too.
   */
  <P extends Precision = 'f64'>(
    source: ArraySource | FileSource,
    options: OpenBesideOptions<SyncMatrix<ValueArray>, P>,
  ): Promise<MatrixOf<CpuBackend, P>>;
  <P extends Precision = 'f64'>(
    source: ArraySource | FileSource,
    options: OpenBesideOptions<Matrix<ValueArray>, P>,
  ): Promise<OpenedMatrix<NumbersOf<P>>>;
  /**
   * Opens a matrix: reads it, arrays at the call and files after it, and prepares its product by CSR; format, kernel and backend are chosen, by its statistics and at most ten products, once products took as long as that does, or at once where options say.
   *
   * Holds the entries, 16 bytes each, for what is made of them later, and what the backend holds. Dispose of it, or let the process end: it keeps nothing alive.
   *
   * Errors: `FORMAT.*` and `FILE.*`, `MMIO.*` for a matrix that cannot be read; `PLUGIN.UNKNOWN_ID`, `BACKEND.NOT_INSTALLED`, `BACKEND.UNAVAILABLE`, `KERNEL.PRECISION_UNSUPPORTED` for a
   * backend, a format or a kernel that was named; `FORMAT.REFUSED` where no kernel takes the matrix; `PARAM.UNKNOWN` and `PARAM.OUT_OF_RANGE` for options.
   */
  <const B extends CpuBackend | 'auto' | (string & {}) = 'auto', P extends Precision = 'f64'>(
    source: ArraySource | FileSource,
    options?: OpenMatrixOptions<B, P>,
  ): Promise<MatrixOf<B, P>>;
}

/** What says how complex matrices are opened, where one was to be real, and how formats and kernels of other packages are had. */
function withWay(error: unknown): unknown {
  if (isSpmvError(error, 'PLUGIN.UNKNOWN_ID') && error.details['kind'] !== 'backend') {
    const { message, details, fix } = error;
    return new SpmvError('PLUGIN.UNKNOWN_ID', message, {
      fix: `${fix} Others come with their packages, as dia with @spmv/format-dia: import its plugin, and give plugins: [plugin].`,
      details,
      cause: error,
    });
  }
  if (!isSpmvError(error, 'MMIO.COMPLEX')) return error;
  const { message, details } = error;
  return new SpmvError('MMIO.COMPLEX', message, {
    fix: "Give precision: 'c128' (or 'c64'): the matrix is then complex, and real(), imaginary() and abs() of it are real.",
    details,
    cause: error,
  });
}

/** Whether nothing was asked for that a choice is needed for at once. */
function isLeftOpen({ trials, products, format, kernel, params }: AnyOpenOptions): boolean {
  return [trials, products, format, kernel, params].every((one) => one === undefined);
}

/** Opens matrices on a host, of sources that nobody else writes to. What is installed is looked for once. */
export function createOpenMatrix(host: MatrixHost): OpenMatrix {
  let known: ReturnType<MatrixHost['plugins']> | undefined;
  let usual: Registry | undefined;
  let leaks: ReturnType<typeof createLeaks> | undefined;
  const registryWith = async (plugins: readonly Plugin[]): Promise<Registry> => {
    const found = await (known ??= host.plugins());
    return plugins.length > 0 ? createRegistry([...found, ...plugins]) : (usual ??= createRegistry(found));
  };
  const open = async (
    source: ArraySource | FileSource,
    options: AnyOpenOptions = {},
  ): Promise<OpenedMatrix<ValueArray> | ComplexMatrix<ComplexPrecision>> => {
    const began = performance.now();
    const { precision: asked } = options;
    if (precisionsWith(2).some((one) => one === asked)) {
      const { openComplex } = await import('./complex/open-complex.ts');
      const plugins = async () => (known ??= host.plugins());
      return openComplex(source, options as OpenComplexOptions, { ...host, plugins });
    }
    checkOpenOptions(options);
    const {
      backend = 'auto',
      products,
      plugins = [],
      signal,
      shareBackendsWith,
      format,
      kernel,
      params,
      onLeak,
    } = options;
    const { experience = recordedExperience } = options;
    const precision: Precision = options.precision ?? 'f64';
    let places =
      shareBackendsWith === undefined ? undefined : await sharedPlaces(shareBackendsWith, precision, options);
    try {
      const registry = places?.registry ?? (await registryWith(plugins));
      if (format !== undefined) registry.format(format);
      if (kernel !== undefined) registry.kernel(kernel);
      const reading = performance.now();
      const warnings: string[] = [];
      const warn = (sentence: string): unknown => warnings.push(sentence);
      const coo = await readMatrix(source, { ...host, fileTypes: registry.files }, { ...options, warn });
      const read = performance.now() - reading;
      signal?.throwIfAborted();
      const nnz = coo.values.length;
      const isPutOff = isLeftOpen(options);
      places ??= await openPlaces({ registry, backend, precision, nnz, isPutOff });
      const settings = {
        places,
        precision,
        experience,
        isPutOff,
        writePath: host.writePath,
        forced: {
          ...(format === undefined ? {} : { format }),
          ...(kernel === undefined ? {} : { kernel }),
          ...(params === undefined ? {} : { params }),
        },
        trials: options.trials ?? usualTrials(nnz),
        ...(products === undefined ? {} : { products }),
        ...(signal ? { signal } : {}),
        ...(onLeak ? { watch: (leaks ??= createLeaks())(onLeak) } : {}),
      };
      const open = shareBackendsWith === undefined ? performance.now() - began - read : 0;
      return await createMatrix<ValueArray>(coo, settings).open({ read: read / 1000, open: open / 1000, warnings });
    } catch (error) {
      await places?.release();
      throw withWay(error);
    }
  };
  return open as OpenMatrix;
}
