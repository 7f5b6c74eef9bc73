import { SpmvError } from '@spmv/core';
import type { MatrixMarketFile, MatrixMarketWarning } from '../model/file.ts';
import type { MatrixMarketHeader } from '../model/header.ts';
import { checkReadOptions } from '../model/check-options.ts';
import type { ReadOptions } from '../model/options.ts';
import { type Inflate, inflateWeb } from '../source/inflate.ts';
import { type OpenText, openText } from '../source/open-text.ts';
import type { FindFileTypes, OtherFile, Others } from '../source/other-file.ts';
import { type MatrixMarketSource, type OpenSource, openSource } from '../source/source.ts';
import { throwIfAborted } from '../source/until.ts';
import type { MatrixMarketParser } from './parser.ts';
import { createParser } from './parser.ts';

/** Bytes between two turns of the event loop, so that a signal can fire while data in memory is parsed. */
const TURN = 1 << 24;

/** Adds the name of the source to errors of its text. */
export function withName(error: unknown, name: string | undefined): unknown {
  if (
    name === undefined ||
    !(error instanceof SpmvError) ||
    !error.code.startsWith('MMIO.') ||
    error.details['name'] !== undefined
  )
    return error;
  return new SpmvError(error.code, `${name}: ${error.message}`, {
    fix: error.fix,
    details: { ...error.details, name },
    ...(error.cause === undefined ? {} : { cause: error.cause }),
  });
}

/** What is odd about the archive around a file, told as warnings; the first is an error where reading is strict. */
function archiveWarnings(text: OpenText, options: ReadOptions): readonly MatrixMarketWarning[] {
  const warnings = text.remarks().map((remark) => ({
    code: 'MMIO.ARCHIVE',
    line: 0,
    count: 1,
    message: `${remark.charAt(0).toUpperCase()}${remark.slice(1)}.`,
  }));
  const [first] = warnings;
  if (options.strict === true && first !== undefined) {
    throw new SpmvError('MMIO.ARCHIVE', `${first.message} It is refused because of the option strict.`, {
      fix: 'Correct the archive, or read it without strict.',
    });
  }
  for (const warning of warnings) options.onWarning?.(warning);
  return warnings;
}

/** Reads the text into a parser, as far as there is any. */
async function parseText(text: OpenText, source: OpenSource, options: ReadOptions): Promise<MatrixMarketParser> {
  const parser = createParser(options, { totalBytes: text.textBytes });
  let sinceTurn = 0;
  for await (const chunk of text.chunks) {
    throwIfAborted(options.signal);
    parser.push(chunk);
    sinceTurn += chunk.length;
    if (options.onProgress !== undefined) {
      const total = source.totalBytes === undefined ? {} : { totalBytes: source.totalBytes };
      const header = parser.header();
      options.onProgress({
        ...parser.progress(),
        ...total,
        ...(header === undefined ? {} : { totalEntries: header.storedEntries }),
      });
    }
    if (options.signal !== undefined && sinceTurn >= TURN) {
      sinceTurn = 0;
      await new Promise<void>((resolve) => setTimeout(resolve, 0));
    }
  }
  throwIfAborted(options.signal);
  return parser;
}

/** Matrix Market, or where types are looked for a file of one of them. */
export async function readOpenAny(
  source: OpenSource,
  options: ReadOptions,
  inflate: Inflate,
  others?: Others,
): Promise<MatrixMarketFile | OtherFile> {
  try {
    throwIfAborted(options.signal);
    const text = await openText(source, options, inflate, others);
    const parser = await parseText(text, source, options);
    const wrong = text.wrongChoice();
    if (wrong !== undefined) throw wrong;
    const other = text.other();
    const file = other ?? parser.finish();
    const odd = archiveWarnings(text, options);
    return 'type' in file ? file : { ...file, warnings: [...file.warnings, ...odd], companions: text.companions() };
  } catch (error) {
    throw withName(error, options.name);
  }
}

export async function readOpenSource(
  source: OpenSource,
  options: ReadOptions,
  inflate: Inflate,
): Promise<MatrixMarketFile> {
  // Without types there is no other file.
  return (await readOpenAny(source, options, inflate)) as MatrixMarketFile;
}

/**
 * Reads a Matrix Market file: plain, gzip, or a SuiteSparse `.tar.gz`, told apart by their first bytes. Entries come as stored
 * unless the options say otherwise. Memory: the arrays, plus a quarter of them while they grow, plus a few chunks.
 *
 * Errors: `MMIO.*` with `details.line`, `details.column` and `details.excerpt` where the text is at fault; the signal's reason when aborted.
 * Does not promise to notice a file cut inside its last number: that is a valid file.
 */
export function readMatrixMarket(source: MatrixMarketSource, options: ReadOptions = {}): Promise<MatrixMarketFile> {
  return new Promise((resolve) => {
    checkReadOptions('readMatrixMarket', options);
    resolve(readOpenSource(openSource(source, options.signal), options, inflateWeb));
  });
}

/**
 * As {@link readMatrixMarket}, of a file of any of these types, too: plain, gzip, or the main one of an archive that has no Matrix Market. What type it is of is told
 * by its first bytes and `options.name`. Errors: those of `readMatrixMarket`.
 */
export function readAny(
  source: MatrixMarketSource,
  options: ReadOptions,
  find: FindFileTypes,
): Promise<MatrixMarketFile | OtherFile> {
  return readAnySource(source, options, inflateWeb, find);
}

/** {@link readAny} with such gzip. */
export function readAnySource(
  source: MatrixMarketSource,
  options: ReadOptions,
  inflate: Inflate,
  find: FindFileTypes,
): Promise<MatrixMarketFile | OtherFile> {
  return new Promise((resolve) => {
    checkReadOptions('readAny', options);
    const others = { name: options.name ?? '', find };
    resolve(readOpenAny(openSource(source, options.signal), options, inflate, others));
  });
}

/** As {@link readMatrixMarket} for plain text in memory, at once. */
export function parseMatrixMarket(text: string | Uint8Array, options: ReadOptions = {}): MatrixMarketFile {
  checkReadOptions('parseMatrixMarket', options);
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  try {
    const parser = createParser(options, { totalBytes: bytes.length });
    parser.push(bytes);
    return parser.finish();
  } catch (error) {
    throw withName(error, options.name);
  }
}

export async function readOpenHeader(
  source: OpenSource,
  options: ReadOptions,
  inflate: Inflate,
): Promise<MatrixMarketHeader> {
  try {
    const text = await openText(source, options, inflate);
    const parser = createParser(options, { headerOnly: true });
    for await (const chunk of text.chunks) {
      throwIfAborted(options.signal);
      parser.push(chunk);
      const header = parser.header();
      if (header !== undefined) return header;
    }
    const wrong = text.wrongChoice();
    if (wrong !== undefined) throw wrong;
    parser.end();
    return parser.header() ?? parser.finish().header;
  } catch (error) {
    throw withName(error, options.name);
  }
}

/** The header alone: shape, entries, comments. Reads the source only as far as its size line. Errors: those of the header. */
export function readMatrixMarketHeader(
  source: MatrixMarketSource,
  options: ReadOptions = {},
): Promise<MatrixMarketHeader> {
  return new Promise((resolve) => {
    checkReadOptions('readMatrixMarketHeader', options);
    resolve(readOpenHeader(openSource(source, options.signal), options, inflateWeb));
  });
}
