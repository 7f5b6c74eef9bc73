import type { CooMatrix } from '@spmv/core';
import type { MatrixMarketFile, ReadOptions } from '@spmv/mmio';
import type { Terminal } from '../output/terminal.ts';
import { formatBytes, isSpmvError, SpmvError } from '@spmv/core';
import { inputError } from '../cli-error.ts';
import { matrixHash } from './matrix-hash.ts';
import type { MatrixSource } from './matrix-source.ts';
import type { Reading } from './reading.ts';

/** A matrix in memory. */
export interface LoadedMatrix {
  readonly name: string;
  /** What the user wrote. */
  readonly source: string;
  readonly coo: CooMatrix;
  readonly readMs: number;
  /** Where it was asked for already; see `matrixHash`. */
  readonly hash?: string;
  /** What the file says of itself; absent for generated matrices. */
  readonly file?: Pick<MatrixMarketFile, 'header' | 'warnings' | 'companions'>;
}

export interface LoadOptions {
  readonly signal: AbortSignal;
  readonly terminal: Terminal;
  /** Default: as files are read without any flag. */
  readonly reading?: Reading;
}

/** Progress and warnings of a file being read, told to the terminal. */
function readOptions(name: string, { signal, terminal, reading }: LoadOptions): ReadOptions {
  let shown = performance.now() + 500;
  return {
    ...reading?.any,
    name,
    signal,
    onProgress({ bytes, entries, totalEntries }) {
      if (performance.now() < shown) return;
      shown = performance.now() + 100;
      const share = totalEntries ? `, ${Math.floor((100 * entries) / totalEntries)} %` : '';
      terminal.progress(`reading ${name}: ${formatBytes(bytes)}${share}`);
    },
    onWarning: ({ line, message }) => terminal.note(`${name}${line === 0 ? '' : `:${line}`}: ${message}`),
  };
}

/** The file behind a source; fetched where it is of the collection and not kept. Errors: those of fetching. */
async function pathOf(
  source: Extract<MatrixSource, { readonly kind: 'file' | 'collection' }>,
  options: LoadOptions,
): Promise<string> {
  if (source.kind === 'file') return source.path;
  const { collectionFile } = await import('./collection-file.ts');
  return collectionFile(source.collection, options);
}

/** The Matrix Market file behind a file or standard input, symmetry as stored. Errors: `MMIO.*`, bad input. */
export async function readFile(
  source: Exclude<MatrixSource, { readonly kind: 'generated' }>,
  options: LoadOptions,
  own: Reading['matrix'] = {},
): Promise<MatrixMarketFile> {
  const { member, duplicates } = own;
  const settings: ReadOptions = {
    ...readOptions(source.text === '-' ? 'stdin' : source.text, options),
    ...(member === undefined ? {} : { member }),
    // Those that are kept here are summed when the entries are sorted.
    ...(duplicates === undefined ? {} : { duplicates: duplicates === 'sum' ? 'keep' : duplicates }),
  };
  try {
    const { readMatrixMarketFile, readMatrixMarketStream } = await import('@spmv/mmio/node');
    if (source.kind === 'stdin') return await readMatrixMarketStream(process.stdin, settings);
    return await readMatrixMarketFile(await pathOf(source, options), settings);
  } finally {
    options.terminal.clearProgress();
  }
}

/** What `work` makes of a file that was read, its errors with the name of the file in front. */
export function ofFile<Result>(name: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!isSpmvError(error)) throw error;
    throw new SpmvError(error.code, `${name}: ${error.message}`, {
      fix: error.fix,
      details: error.details,
      cause: error,
    });
  }
}

/** Reads or makes a matrix. Errors: `MMIO.*`, bad input, also for another matrix than a manifest says, usage for a generator's parameters. */
export async function loadMatrix(source: MatrixSource, options: LoadOptions): Promise<LoadedMatrix> {
  const matrix = await readOrMake(source, options);
  if (source.hash === undefined) return matrix;
  const hash = matrixHash(matrix.coo);
  if (hash === source.hash) return { ...matrix, hash };
  throw inputError(
    `${source.name} is not the matrix of the manifest: its hash is ${hash}, not ${source.hash}.`,
    `Get the right ${source.text}, or correct the manifest.`,
  );
}

async function readOrMake(source: MatrixSource, options: LoadOptions): Promise<LoadedMatrix> {
  const start = performance.now();
  const base = { name: source.name, source: source.text };
  if (source.kind === 'generated') {
    const { generate } = await import('./generators.ts');
    return { ...base, coo: generate(source.spec), readMs: performance.now() - start };
  }
  const file = await readFile(source, options, options.reading?.matrix);
  const { toCoo } = await import('@spmv/mmio');
  const coo = ofFile(source.text, () => toCoo(file, { inexactIntegers: options.reading?.inexactIntegers ?? 'refuse' }));
  const { header, warnings, companions } = file;
  return { ...base, coo, readMs: performance.now() - start, file: { header, warnings, companions } };
}
