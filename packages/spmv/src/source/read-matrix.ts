import type { AnyCoo, CooMatrix, FileBytes, FileType } from '@spmv/core';
import { isComplex, isSpmvError, shown, SpmvError } from '@spmv/core';
import { cooOfArrays } from './coo-of-arrays.ts';
import type { ArraySource } from './array-source.ts';
import type {
  BlobLike,
  FindFileTypes,
  MatrixMarketFile,
  MatrixMarketSource,
  MatrixMarketWarning,
  OtherFile,
  readAny,
  ReadableStreamLike,
} from '@spmv/mmio';
import type { FileSource } from './file-source.ts';
import { areFilled } from './shape.ts';
import type { InOrder } from './taken.ts';

/** How matrices are read from files. */
export interface MatrixReadOptions {
  readonly signal?: AbortSignal;
  /** Which of several matrices of a file: a variable of a `.mat`, a group of a `.h5ad`, `rhs` of a Rutherford–Boeing file. */
  readonly part?: string;
  /** Told how many bytes were read. */
  onProgress?(bytes: number): void;
}

/** The same, and who is told of what a file may have but should not. */
export interface Reading extends MatrixReadOptions {
  /** Whether complex entries are asked for, whatever the file has. */
  readonly complex?: boolean;
  warn(sentence: string): void;
}

/** What a host adds to files: paths, in Node. */
export interface FileHost {
  /** The entries of a named file. Errors: those of the system. */
  readPath?(path: string | URL, find: FindFileTypes, options: Reading): Promise<AnyCoo>;
  /** Reads bytes that come one after another. Default: as `readAny` of `@spmv/mmio`, which takes no padding after gzip. */
  readonly readStream?: typeof readAny;
  /** Types of files besides Matrix Market and those that come with this package. */
  readonly fileTypes: readonly FileType[];
}

/** Bytes, and what they are called. */
interface NamedBytes {
  readonly name: string;
  readonly bytes: Exclude<MatrixMarketSource, string>;
}

function answered(response: {
  readonly ok: boolean;
  readonly status: number;
  readonly url: string;
  readonly body: ReadableStreamLike | null;
}): NamedBytes {
  // An answer that a program or a service worker made itself has no address.
  const name = response.url === '' ? '' : new URL(response.url).pathname;
  if (response.ok && response.body) return { name, bytes: response.body };
  const who = response.url === '' ? 'The given response' : response.url;
  throw new SpmvError('FILE.FETCH', `${who} answers with ${response.status}, not with a file.`, {
    fix: 'Correct the address.',
    details: { url: response.url, status: response.status },
  });
}

async function fetched(address: string, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch(address, signal ? { signal } : {});
  } catch (cause) {
    signal?.throwIfAborted();
    const { message, cause: why } = cause as Error;
    const reason = why instanceof Error ? `${message} (${why.message})` : message;
    throw new SpmvError('FILE.FETCH', `${address} could not be fetched: ${reason}.`, {
      fix: 'Correct the address, or see that its server runs and lets this page read from it (CORS). Paths of files are read in Node alone.',
      details: { url: address },
      cause,
    });
  }
}

async function bytesOf(source: FileSource, { signal }: MatrixReadOptions): Promise<NamedBytes> {
  if (typeof source === 'string' || source instanceof URL) return answered(await fetched(String(source), signal));
  if ('body' in source) return answered(source);
  return { name: 'name' in source ? (source.name ?? '') : '', bytes: source };
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  { signal, onProgress }: MatrixReadOptions,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    bytes += chunk.length;
    onProgress?.(bytes);
    yield chunk;
  }
}

/** What is odd about an archive, such as its end missing, is an error: it may be another matrix than the one that is meant. Errors: `MMIO.ARCHIVE`. */
export function refuseOdd({ code, message }: MatrixMarketWarning): void {
  if (code !== 'MMIO.ARCHIVE') return;
  throw new SpmvError(code, `${message} It is refused, as it may not be the matrix that is meant.`, {
    fix: 'Fetch the archive again. Of one with several matrices, read the right one with readMatrixMarket of @spmv/mmio and its option member, and open what toCoo makes of it.',
  });
}

/** What to write in place of a name that ends in `#PART` from `at` on. */
export function partFix(name: string, at: number): string {
  return `A part is an option: openMatrix('${name.slice(0, at)}', { part: '${name.slice(at + 1)}' }).`;
}

/** Refuses an address with a part in it, which would be read without. Errors: `FILE.UNSUPPORTED`. */
function refuseFragment(source: FileSource): void {
  // Most names are paths, for which no expression has to be compiled.
  if (typeof source === 'string' && !source.includes('#')) return;
  if (!(source instanceof URL || (typeof source === 'string' && /^(?:https?|file|blob|data):/u.test(source)))) return;
  const address = String(source);
  const at = address.indexOf('#');
  if (at < 0 || at === address.length - 1) return;
  throw new SpmvError(
    'FILE.UNSUPPORTED',
    `What comes after # in ${address.slice(0, 200)} is no part of the address of a file.`,
    {
      fix: partFix(address, at),
      details: { url: address },
    },
  );
}

/** The path that a source names, unless it is an address of another kind. */
function pathOf(source: FileSource): string | URL | undefined {
  if (source instanceof URL) return source.protocol === 'file:' ? source : undefined;
  if (typeof source !== 'string') return undefined;
  return source.includes(':') && /^(?:https?|blob|data):/u.test(source) ? undefined : source;
}

/** Types of files, the readers of which are a third of this package: they are loaded where a file is not Matrix Market. */
export async function everyFileType(fileTypes: readonly FileType[]): Promise<readonly FileType[]> {
  const { plugin } = await import('@spmv/interchange');
  // What a caller brings goes before: it may read the same files in another way.
  return [...fileTypes, ...(plugin.files ?? [])];
}

/** The entries of a file that was found. Errors: `FILE.*`, `MMIO.*`. */
export async function entriesOf(
  file: MatrixMarketFile | OtherFile,
  options: Pick<Reading, 'signal' | 'part' | 'warn' | 'complex'> & { readonly inOrder?: InOrder },
): Promise<AnyCoo> {
  if ('type' in file) {
    const { openBytes } = await import('@spmv/interchange');
    return entriesOfOther(file.type, await openBytes(file.chunks), options);
  }
  if (options.part !== undefined) throw noParts('Matrix Market', options.part);
  for (const { line, message } of file.warnings) options.warn(line > 0 ? `Line ${line}: ${message}` : message);
  const sorted = options.complex ? undefined : sortedOf(file, options.inOrder);
  const coo = sorted ?? (await converted(file, options.complex));
  giveBack([file.rowIndex, file.colIndex, file.values, file.imaginary], coo);
  return coo;
}

async function converted(file: MatrixMarketFile, isComplex: boolean | undefined): Promise<AnyCoo> {
  const { toComplexCoo, toCoo } = await import('@spmv/mmio');
  return isComplex ? toComplexCoo(file) : toCoo(file);
}

/** The entries of a file that has each by itself, where they come by rows, as `toCoo` makes them. */
function sortedOf(file: MatrixMarketFile, inOrder: InOrder | undefined): CooMatrix | undefined {
  const { header, symmetry, rowIndex, colIndex, values, imaginary, integers } = file;
  const { rows, cols } = header;
  const isPlain = header.format === 'coordinate' && symmetry === 'general' && !integers && imaginary.length === 0;
  if (!inOrder || !isPlain || values.length === 0 || !areFilled(rows, values.length)) return undefined;
  return inOrder({ shape: { rows, cols }, rowIndex, colIndex, values }, false);
}

/** Gives the memory of arrays of a file back at once, where the engine can, but for those that became the matrix's: until they are collected they count at the peak. */
function giveBack(arrays: readonly (Int32Array | Float64Array)[], coo: AnyCoo): void {
  // Row numbers of entries by rows are made when they are read.
  const rows: unknown = Object.getOwnPropertyDescriptor(coo, 'rowIndex')?.value;
  const kept = new Set([rows, coo.colIndex, coo.values].map((array) => (array as Int32Array | undefined)?.buffer));
  for (const { buffer } of arrays)
    if (!kept.has(buffer)) (buffer as { transfer?: (bytes: number) => unknown }).transfer?.(0);
}

function noParts(title: string, part: string): SpmvError {
  return new SpmvError('FILE.UNSUPPORTED', `A file of type ${title} has no parts, so none is called ${shown(part)}.`, {
    fix: 'Leave the option part out.',
    details: { part },
  });
}

/** The entries of a file of another type than Matrix Market. Errors: `FILE.*`. */
export async function entriesOfOther(
  type: FileType,
  bytes: FileBytes,
  { signal, part, complex }: Pick<Reading, 'signal' | 'part' | 'complex'>,
): Promise<AnyCoo> {
  if (part !== undefined && type.parts === undefined) throw noParts(type.title, part);
  const asked = { limits: {}, ...(signal ? { signal } : {}), ...(part === undefined ? {} : { part }) };
  const { complexCooOfFile, cooOfFile } = await import('@spmv/mmio');
  const file = await type.read(bytes, asked);
  return complex ? complexCooOfFile(file) : cooOfFile(file);
}

/** What `work` reads, its errors with the name of the file in front where they have none. */
async function ofFile(name: string, work: () => Promise<AnyCoo>): Promise<AnyCoo> {
  try {
    return await work();
  } catch (error) {
    if (name === '' || !isSpmvError(error) || ['name', 'path', 'url'].some((key) => key in error.details)) throw error;
    const { code, message, fix, details } = error;
    throw new SpmvError(code, `${name}: ${message}`, { fix, details: { ...details, name }, cause: error });
  }
}

/** The entries of a file, complex where that is asked for. Errors: `FILE.*`, `MMIO.*`, those of fetching. */
export async function readFile(source: FileSource, host: FileHost, options: Reading): Promise<AnyCoo> {
  refuseFragment(source);
  const path = pathOf(source);
  const find = (): Promise<readonly FileType[]> => everyFileType(host.fileTypes);
  const { readPath } = host;
  if (readPath && path !== undefined) return ofFile(String(path), () => readPath(path, find, options));
  const { name, bytes } = await bytesOf(source, options);
  const { openSource, readAny } = await import('@spmv/mmio');
  const { signal } = options;
  const chunks = counted(openSource(bytes, signal).chunks, options);
  const asked = { onWarning: refuseOdd, ...(signal ? { signal } : {}), ...(name ? { name } : {}) };
  return ofFile(name, async () => entriesOf(await (host.readStream ?? readAny)(chunks, asked, find), options));
}

/** Whether it is a file, and not arrays. */
export function isFile(source: ArraySource | FileSource): source is FileSource {
  if (typeof source === 'string' || ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return true;
  if (source instanceof URL || Symbol.asyncIterator in source) return true;
  return ['getReader', 'stream', 'body'].some((name) => name in (source as BlobLike));
}

/** Refuses what is no source at all. Errors: `FORMAT.INVALID`. */
export function requireSource(source: ArraySource | FileSource): void {
  if (typeof source !== 'string' && (typeof source !== 'object' || source === null))
    throw new SpmvError('FORMAT.INVALID', `A matrix cannot be opened from ${String(source)}.`, {
      fix: 'Give arrays, a name or an address, a File, bytes, or a stream.',
    });
  if (typeof source === 'object' && 'then' in source)
    throw new SpmvError('FORMAT.INVALID', 'A matrix cannot be opened from this. It is a promise.', {
      fix: 'Await it first.',
    });
}

/** The entries of whatever a matrix can be opened from. Errors: `FORMAT.*`, `FILE.*`, `MMIO.*`, those of fetching. */
export function readMatrix(
  source: ArraySource | FileSource,
  host: FileHost,
  options: Reading,
): CooMatrix | Promise<CooMatrix> {
  requireSource(source);
  return isFile(source) ? readFile(source, host, options).then(real) : cooOfArrays(source);
}

function real(coo: AnyCoo): CooMatrix {
  if (isComplex(coo)) throw new RangeError('complex entries where real ones were asked for');
  return coo;
}
