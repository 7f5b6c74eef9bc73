import { statSync } from 'node:fs';
import type { AnyCoo, CooMatrix, FileMatrix } from '@spmv/core';
import type { FindFileTypes, MatrixMarketFile, ReadOptions } from '@spmv/mmio';
import type { Terminal } from '../output/terminal.ts';
import { formatBytes, isComplex, isSpmvError, SpmvError } from '@spmv/core';
import { matrixHash } from '@spmv/engine/basics';
import { inputError } from '../cli-error.ts';
import type { MatrixSource } from './matrix-source.ts';
import type { ByteProgress } from './read-file-type.ts';
import { typesOf } from './read-file-type.ts';
import { readOther, readPlain } from './read-other.ts';
import type { CommandReading } from './reading.ts';
import { refuseIdle } from './reading.ts';
import { named } from './named-error.ts';
import { digest } from '../host/digest.ts';

/** A matrix in memory. */
export interface LoadedMatrix<C extends AnyCoo = CooMatrix> {
  readonly name: string;
  /** What the user wrote. */
  readonly source: string;
  readonly coo: C;
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
  readonly reading?: CommandReading;
  /** Finds the types of files other than Matrix Market. Default: none. */
  readonly fileTypes?: FindFileTypes;
}

type FileSource = Exclude<MatrixSource, { readonly kind: 'generated' }>;

/** The same file, in which no position is there twice where that was asked for. Errors: bad input. */
async function rejected(file: FileMatrix, name: string, duplicates: 'sum' | 'reject' | undefined): Promise<FileMatrix> {
  if (duplicates !== 'reject' || file.positions === undefined) return file;
  const { applyEntryOptions, fromFileMatrix } = await import('@spmv/mmio');
  try {
    applyEntryOptions(fromFileMatrix(file), { duplicates });
    return file;
  } catch (error) {
    if (!isSpmvError(error, 'MMIO.DUPLICATE')) throw error;
    const { row, col } = error.details as { readonly row: number; readonly col: number };
    throw inputError(
      `${name}: the entry at row ${row}, column ${col} (from 0) is stored twice.`,
      'Leave --duplicates out: then they are added.',
      error,
    );
  }
}

type Tell = (bytes: number, share: number | undefined) => void;

/** Tells the terminal how far a file is read, where that takes longer than half a second. `share` is that of it, if known. */
function progressOf(name: string, terminal: Terminal): Tell {
  let shown = performance.now() + 500;
  return (bytes, share) => {
    if (performance.now() < shown) return;
    shown = performance.now() + 100;
    const part = share === undefined ? '' : `, ${Math.floor(100 * share)} %`;
    terminal.progress(`reading ${name}: ${formatBytes(bytes)}${part}`);
  };
}

/** Says after a while that a pipe waits, until the function returned is called. */
function sayWaiting(path: string | undefined, name: string, terminal: Terminal): () => void {
  if (path === undefined || statSync(path, { throwIfNoEntry: false })?.isFIFO() !== true) return () => {};
  const text = `${name} is a pipe to which nothing has been written: waiting for a writer. Interrupt to stop.`;
  const timer = setTimeout(() => terminal.note(text), 3000);
  return () => clearTimeout(timer);
}

/** Progress and warnings of a file being read, told to the terminal. */
function readOptions(name: string, tell: Tell, { signal, terminal, reading }: LoadOptions): ReadOptions {
  return {
    ...reading?.any,
    name,
    signal,
    onProgress: ({ bytes, entries, totalEntries }) => tell(bytes, totalEntries ? entries / totalEntries : undefined),
    onWarning: ({ message }) => terminal.note(`${name}: ${message}`),
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

function isOther(file: MatrixMarketFile | FileMatrix): file is FileMatrix {
  return !('header' in file);
}

/** The file behind a file or standard input as Matrix Market has it, symmetry as stored. Errors: `MMIO.*`, `FILE.*`, bad input. */
export async function readFile(
  source: FileSource,
  options: LoadOptions,
  own?: CommandReading['matrix'],
): Promise<MatrixMarketFile> {
  const file = await readAny(source, options, own);
  if (!isOther(file)) return file;
  const { fromFileMatrix } = await import('@spmv/mmio');
  return fromFileMatrix(file);
}

/** The same as its type has it. */
async function readAny(
  source: FileSource,
  options: LoadOptions,
  own?: CommandReading['matrix'],
): Promise<MatrixMarketFile | FileMatrix> {
  const { member, duplicates } = own ?? {};
  const part = source.kind === 'file' ? source.part : undefined;
  const name = source.text === '-' ? 'stdin' : source.text;
  const shown = progressOf(name, options.terminal);
  let heard = (): void => {};
  const tell: Tell = (bytes, share) => {
    heard();
    shown(bytes, share);
  };
  const settings: ReadOptions = {
    ...readOptions(name, tell, options),
    ...(member === undefined ? {} : { member }),
    // Those that are kept here are summed when the entries are sorted.
    ...(duplicates === undefined ? {} : { duplicates: duplicates === 'sum' ? 'keep' : duplicates }),
  };
  try {
    const path = source.kind === 'stdin' ? undefined : await pathOf(source, options);
    heard = sayWaiting(path, name, options.terminal);
    const progress: ByteProgress = (bytes, size) => tell(bytes, size === 0 ? undefined : bytes / size);
    const place = { name, progress, part, isMatrix: own !== undefined };
    const plain = path === undefined ? undefined : await readPlain(options, path, place);
    if (plain) return await rejected(plain, source.text, duplicates);
    const { readAnyFile, readAnyStream } = await import('@spmv/mmio/node');
    const find = typesOf(options);
    const file = await (path === undefined
      ? readAnyStream(process.stdin, settings, find)
      : readAnyFile(path, settings, find));
    if ('type' in file) return await rejected(await readOther(options, file, place), source.text, duplicates);
    if (part === undefined) return file;
    throw inputError(`${source.text}: a Matrix Market file has no parts.`, 'Leave #… out.');
  } catch (error) {
    throw isSpmvError(error) ? error : named(source.text, error);
  } finally {
    heard();
    options.terminal.clearProgress();
  }
}

/** What `work` makes of a file that was read, its errors with the name of the file in front. */
export function ofFile<Result>(name: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw named(name, error);
  }
}

/** Reads or makes a matrix of any field. Errors: `MMIO.*`, bad input, also for another matrix than a manifest says, usage for a generator's parameters. */
export async function loadAnyMatrix(source: MatrixSource, options: LoadOptions): Promise<LoadedMatrix<AnyCoo>> {
  const matrix = await readOrMake(source, options);
  if (source.hash === undefined) return matrix;
  const hash = matrixHash(matrix.coo, digest);
  if (hash === source.hash) return { ...matrix, hash };
  throw inputError(
    `${source.name} is not the matrix of the manifest: its hash is ${hash}, not ${source.hash}.`,
    `Get the right ${source.text}, or correct the manifest.`,
  );
}

/** The same matrix, where it is real. Errors: `MMIO.COMPLEX`. */
export function requireReal({ coo, ...about }: LoadedMatrix<AnyCoo>): LoadedMatrix {
  if (!isComplex(coo)) return { ...about, coo };
  const { rows, cols } = coo.shape;
  throw new SpmvError(
    'MMIO.COMPLEX',
    `${about.source}: the matrix is complex (${rows} × ${cols}), and real numbers are asked for.`,
    {
      fix: `Write the part that you need, and take that: spmv convert ${about.source} part.mtx --part real, or imaginary, or abs.`,
      details: { rows, cols },
    },
  );
}

/** The same of a real matrix. Errors: also `MMIO.COMPLEX`. */
export async function loadMatrix(source: MatrixSource, options: LoadOptions): Promise<LoadedMatrix> {
  return requireReal(await loadAnyMatrix(source, options));
}

async function readOrMake(source: MatrixSource, options: LoadOptions): Promise<LoadedMatrix<AnyCoo>> {
  const start = performance.now();
  const base = { name: source.name, source: source.text };
  if (source.kind === 'generated') {
    if (options.reading) refuseIdle(source.text, 'generator', options.reading);
    const { generate } = await import('./generators.ts');
    return { ...base, coo: generate(source.spec), readMs: performance.now() - start };
  }
  const read = await readAny(source, options, options.reading?.matrix);
  const { cooOfFile, fromFileMatrix, toComplexCoo, toCoo } = await import('@spmv/mmio');
  const file = isOther(read) ? fromFileMatrix(read) : read;
  const integers = { inexactIntegers: options.reading?.inexactIntegers ?? 'refuse' } as const;
  const { header, warnings, companions } = file;
  const coo = ofFile(source.text, (): AnyCoo => {
    if (header.field === 'complex') return toComplexCoo(file, integers);
    return isOther(read) ? cooOfFile(read, integers) : toCoo(read, integers);
  });
  return { ...base, coo, readMs: performance.now() - start, file: { header, warnings, companions } };
}
