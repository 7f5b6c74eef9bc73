import type { Backend, ComplexCoo, OptionRules, Plugin, Registry } from '@spmv/core';
import {
  arrayOption,
  backendObstacle,
  checkOptions,
  createRegistry,
  functionOption,
  isSpmvError,
  nameOption,
  openBackend,
  precisionsWith,
  signalOption,
  textOption,
} from '@spmv/core';
import type { MatrixHost } from '../host.ts';
import { FEW_ENTRIES } from '../places.ts';
import type { ArraySource } from '../source/array-source.ts';
import type { FileSource } from '../source/file-source.ts';
import type { MatrixReadOptions } from '../source/read-matrix.ts';
import type { ComplexMatrix, ComplexPrecision } from './complex-matrix.ts';
import { readComplex } from './complex-source.ts';
import { createComplexMatrix } from './create-complex.ts';

/** How to open a complex matrix. */
export interface OpenComplexOptions<P extends ComplexPrecision = ComplexPrecision> extends MatrixReadOptions {
  /** `threads` or `serial`, or `webgpu` for `c64`. Left out: several threads from 100,000 entries on where they can be had, else one. */
  readonly backend?: string;
  readonly precision: P;
  /** The format by its name. Default `csr`. */
  readonly format?: string;
  readonly plugins?: readonly Plugin[];
}

const RULES: OptionRules<OpenComplexOptions> = {
  backend: textOption,
  precision: nameOption(precisionsWith(2)),
  format: textOption,
  plugins: arrayOption,
  signal: signalOption,
  part: textOption,
  onProgress: functionOption,
};

async function openPlace(
  registry: Registry,
  { backend, precision }: OpenComplexOptions,
  nnz: number,
): Promise<Backend> {
  if (backend !== undefined) {
    // Said before a driver is looked for, which would not help.
    const obstacle = backendObstacle(registry.backend(backend), precision);
    if (obstacle) throw obstacle;
    return openBackend(registry, backend);
  }
  // In a worker of Cloudflare nothing brings threads.
  if (nnz >= FEW_ENTRIES && registry.backends.some(({ id }) => id === 'threads')) {
    try {
      return await openBackend(registry, 'threads');
    } catch (error) {
      // A page that is not isolated has one thread.
      if (!isSpmvError(error, 'BACKEND.UNAVAILABLE')) throw error;
    }
  }
  return openBackend(registry, 'serial');
}

/** Opens a complex matrix with these plugins, of a source that nobody else writes to. Errors: those of `openMatrix`. */
export async function openComplex<P extends ComplexPrecision>(
  source: ArraySource | FileSource | ComplexCoo,
  options: OpenComplexOptions<P>,
  host: MatrixHost,
): Promise<ComplexMatrix<P>> {
  checkOptions('openMatrix of complex numbers', options, RULES);
  const { plugins = [], format = 'csr', precision, signal } = options;
  const registry = createRegistry([...(await host.plugins()), ...plugins]);
  registry.format(format);
  const warnings: string[] = [];
  const reading = { ...options, warn: (sentence: string): unknown => warnings.push(sentence) };
  const coo = await readComplex(source as ArraySource | FileSource, { ...host, fileTypes: registry.files }, reading);
  signal?.throwIfAborted();
  const backend = await openPlace(registry, options, coo.colIndex.length);
  const { matrix, prepare } = createComplexMatrix<P>({ coo, registry, backend, format, precision, host, warnings });
  try {
    // What does not fit is told now.
    await prepare();
    return matrix;
  } catch (error) {
    await backend.dispose();
    throw error;
  }
}
