import { open, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { OptionRules } from '@spmv/core';
import { numberOption } from '@spmv/core';
import type { MatrixMarketFile, MatrixMarketWarning } from '../model/file.ts';
import type { MatrixMarketHeader } from '../model/header.ts';
import { checkReadOptions, READ_RULES } from '../model/check-options.ts';
import type { ReadOptions } from '../model/options.ts';
import { createParser } from '../read/parser.ts';
import { readAnySource, readOpenAny, readOpenHeader, readOpenSource, withName } from '../read/read-matrix-market.ts';
import { isGzip } from '../source/inflate.ts';
import type { FindFileTypes, OtherFile } from '../source/other-file.ts';
import { type MatrixMarketSource, openSource } from '../source/source.ts';
import { isTar } from '../source/tar-header.ts';
import { throwIfAborted } from '../source/until.ts';
import { openFile } from './file-chunks.ts';
import { inflateNode } from './inflate-node.ts';
import { fitsParallel, type ParallelSource, readParallel } from './read-parallel.ts';

/** How to read a file of the file system. */
export interface ReadFileOptions extends ReadOptions {
  /** Threads that parse an uncompressed file. Default: one, and one more for each 48 MiB, as many as the machine runs at once at most. */
  readonly threads?: number;
}

const FILE_RULES: OptionRules<ReadFileOptions> = { ...READ_RULES, threads: numberOption(1) };

/** Text for which another thread is worth its start, as long as reading 16 MiB takes, and its memory, 18 MB. */
const BYTES_PER_HELPER = 48 * 2 ** 20;

/** Bytes in which a header is looked for before reading serially. */
const HEADER_BYTES = 1 << 20;

/** The file's header and where its body begins, when it is plain text with a header that is all right. */
async function plainSource(
  fd: {
    read: (buffer: Uint8Array, offset: number, length: number, position: number) => Promise<{ bytesRead: number }>;
    fd: number;
  },
  fileBytes: number,
  options: ReadOptions,
): Promise<ParallelSource | undefined> {
  const head = new Uint8Array(Math.min(HEADER_BYTES, fileBytes));
  const { bytesRead } = await fd.read(head, 0, head.length, 0);
  const text = head.subarray(0, bytesRead);
  if (isGzip(text) || isTar(text)) return undefined;
  let warned = false;
  const parser = createParser({ ...options, onWarning: () => (warned = true) }, { headerOnly: true });
  try {
    parser.push(text);
  } catch {
    return undefined;
  }
  const header = parser.header();
  return header === undefined || warned
    ? undefined
    : { fd: fd.fd, header, headerBytes: parser.headerBytes(), fileBytes };
}

/** What is said where other threads did not start, or ended: the file is the same, and comes later. */
function oneThread(reason: unknown): MatrixMarketWarning {
  const why = reason instanceof Error ? reason.message : String(reason);
  const fix =
    'Keep @spmv/mmio out of a bundle (https://github.com/spmv/spmv/blob/main/docs/bundlers.md) and free memory, or pass threads: 1';
  return { code: 'MMIO.ONE_THREAD', line: 0, count: 1, message: `One thread reads it, others failed: ${why}. ${fix}.` };
}

async function tryParallel(
  path: string,
  options: ReadFileOptions,
  onLost: (reason: unknown) => void,
): Promise<MatrixMarketFile | undefined> {
  const about = await stat(path);
  const threads = Math.floor(options.threads ?? Math.min(1 + about.size / BYTES_PER_HELPER, availableParallelism()));
  if (!about.isFile() || !(threads > 1) || options.member !== undefined) return undefined;
  const handle = await open(path, 'r');
  try {
    const source = await plainSource(handle, about.size, options);
    if (source === undefined || !fitsParallel(source, options)) return undefined;
    return await readParallel(source, threads, options, onLost);
  } catch (error) {
    throw withName(error, options.name);
  } finally {
    await handle.close();
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
  const parallel = await tryParallel(path, named, (reason) => lost.push(oneThread(reason)));
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
