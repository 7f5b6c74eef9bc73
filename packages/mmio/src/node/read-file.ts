import { closeSync, openSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { NativeFunctions, OptionRules } from '@spmv/core';
import { numberOption, objectOption } from '@spmv/core';
import type { MatrixMarketFile, MatrixMarketWarning } from '../model/file.ts';
import type { MatrixMarketHeader } from '../model/header.ts';
import { checkReadOptions, READ_RULES } from '../model/check-options.ts';
import type { ReadOptions } from '../model/options.ts';
import { readAnySource, readOpenAny, readOpenHeader, readOpenSource, withName } from '../read/read-matrix-market.ts';
import type { FindFileTypes, OtherFile } from '../source/other-file.ts';
import { type MatrixMarketSource, openSource } from '../source/source.ts';
import { throwIfAborted } from '../source/until.ts';
import { openFile } from './file-chunks.ts';
import { inflateNode } from './inflate-node.ts';
import { hasPlainBody, plainSource } from './plain-source.ts';
import { BYTES_PER_THREAD, readCompiled } from './read-compiled.ts';
import { fitsParallel, readParallel } from './read-parallel.ts';

/** How to read a file of the file system. */
export interface ReadFileOptions extends ReadOptions {
  /** Threads that parse an uncompressed file. Default: one, and one more for each 1.2 million entries, as many as the machine runs at once at most. */
  readonly threads?: number;
  /** `nativeFunctions()` of `@spmv/kernels-native`, which read plain entries that are not complex, a thread for each half MiB of them, as many as `threads` says or the machine runs at once. */
  readonly native?: NativeFunctions;
}

const FILE_RULES: OptionRules<ReadFileOptions> = { ...READ_RULES, threads: numberOption(1), native: objectOption };

/** Entries for which another thread is worth its start, as long as reading 16 MiB takes, and its memory, 20 MB: not more than theirs. */
const ENTRIES_PER_HELPER = 1.2e6;

/** Least bytes of an entry. */
const ENTRY_BYTES = 4;

/** Threads of Node's that read so many entries. */
function usualThreads(entries: number): number {
  const helpers = Math.floor(entries / ENTRIES_PER_HELPER);
  return helpers === 0 ? 1 : Math.min(1 + helpers, availableParallelism());
}

/** What is said where other threads did not start, or ended: the file is the same, and comes later. */
function oneThread(reason: unknown): MatrixMarketWarning {
  const why = reason instanceof Error ? reason.message : String(reason);
  const fix =
    'Keep @spmv/mmio out of a bundle (https://github.com/spmv/spmv/blob/main/docs/bundlers.md) and free memory, or pass threads: 1';
  return { code: 'MMIO.ONE_THREAD', line: 0, count: 1, message: `One thread reads it, others failed: ${why}. ${fix}.` };
}

/** The file where it is plain, by compiled code or by several threads. */
async function tryPlain(
  path: string,
  options: ReadFileOptions,
  onLost: (reason: unknown) => void,
): Promise<MatrixMarketFile | undefined> {
  // What is quicker than waiting for another thread of Node's.
  const about = statSync(path);
  const { native, member } = options;
  const mayHaveMany = (options.threads ?? usualThreads(about.size / ENTRY_BYTES)) >= 2;
  if (!about.isFile() || !(native || mayHaveMany) || member !== undefined) return undefined;
  const fd = openSync(path, 'r');
  try {
    const source = plainSource(fd, about.size, options);
    if (source === undefined || !hasPlainBody(source, options)) return undefined;
    const most = options.threads ?? (about.size > BYTES_PER_THREAD ? availableParallelism() : 1);
    const read = native && (await readCompiled(source, native, Math.floor(most), options));
    const threads = Math.floor(options.threads ?? usualThreads(source.header.storedEntries));
    if (read || threads < 2 || !fitsParallel(source)) return read;
    return await readParallel(source, threads, options, onLost);
  } catch (error) {
    throw withName(error, options.name);
  } finally {
    closeSync(fd);
  }
}

/**
 * As `readMatrixMarket`, from a file: `.mtx`, `.mtx.gz` or a SuiteSparse `.tar.gz`, whatever its name. A large uncompressed file
 * is parsed by several threads into shared memory (the arrays then lie on a `SharedArrayBuffer`); the result and every error
 * are those of one thread, which reads it where others fail, with the warning `MMIO.ONE_THREAD`. Errors: those of `readMatrixMarket`, and of opening the file.
 */
export async function readMatrixMarketFile(path: string, options: ReadFileOptions = {}): Promise<MatrixMarketFile> {
  // Without types there is no other file.
  return (await readAnyFile(path, options)) as MatrixMarketFile;
}

/** As {@link readMatrixMarketFile}, of a file of any of these types, too; see `readAny`. What is not packed is better read by its type, at any place. */
export async function readAnyFile(
  path: string,
  options: ReadFileOptions,
  find?: FindFileTypes,
): Promise<MatrixMarketFile | OtherFile> {
  checkReadOptions('readMatrixMarketFile', options, FILE_RULES);
  const named = { name: path, ...options };
  throwIfAborted(options.signal);
  const lost: MatrixMarketWarning[] = [];
  const parallel = await tryPlain(path, named, (reason) => lost.push(oneThread(reason)));
  throwIfAborted(options.signal);
  if (parallel !== undefined) return parallel;
  for (const warning of lost) options.onWarning?.(warning);
  const source = await openFile(path, options.signal);
  const file = await readOpenAny(source, named, inflateNode, find && { name: path, find });
  return 'header' in file ? { ...file, warnings: [...lost, ...file.warnings] } : file;
}

/**
 * As `readMatrixMarket`, from a stream or bytes, with Node's own gzip: several members after one another and padding are read as from a
 * file. Errors: those of `readMatrixMarket`.
 */
export function readMatrixMarketStream(
  source: MatrixMarketSource,
  options: ReadOptions = {},
): Promise<MatrixMarketFile> {
  return new Promise((resolve) => {
    checkReadOptions('readMatrixMarketStream', options);
    resolve(readOpenSource(openSource(source, options.signal), options, inflateNode));
  });
}

/** As {@link readMatrixMarketStream}, of a file of any of these types, too; see `readAny`. */
export function readAnyStream(
  source: MatrixMarketSource,
  options: ReadOptions,
  find: FindFileTypes,
): Promise<MatrixMarketFile | OtherFile> {
  return readAnySource(source, options, inflateNode, find);
}

/** The header of a file, reading no further than its size line. */
export async function readMatrixMarketFileHeader(path: string, options: ReadOptions = {}): Promise<MatrixMarketHeader> {
  checkReadOptions('readMatrixMarketFileHeader', options);
  return readOpenHeader(await openFile(path, options.signal), { name: path, ...options }, inflateNode);
}
