import { SpmvError } from '@spmv/core';
import { type BodyReader, createBodyReader } from '../body/body-reader.ts';
import { decodeBytes } from '../body/handle-line.ts';
import { valueRules } from '../body/value-rules.ts';
import { excerptOf, readError } from '../errors/read-error.ts';
import { createHeaderReader } from '../header/header-reader.ts';
import type { MatrixMarketFile } from '../model/file.ts';
import type { MatrixMarketHeader } from '../model/header.ts';
import { checkReadOptions } from '../model/check-options.ts';
import type { ReadOptions } from '../model/options.ts';
import { completeFile } from './complete-file.ts';
import type { Scanner } from '../wasm/scanner.ts';
import { createLineSplitter } from './line-splitter.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { createWarningList } from './warnings.ts';

/** A reader that is given the text piece by piece. */
export interface MatrixMarketParser {
  push(chunk: Uint8Array): void;
  /** Takes a last line without a line feed. `finish` does so itself. */
  end(): void;
  /** The file, once everything is pushed. */
  finish(): MatrixMarketFile;
  /** The header, as soon as it is complete. */
  header(): MatrixMarketHeader | undefined;
  /** Bytes up to the end of the size line, once the header is complete. */
  headerBytes(): number;
  readonly progress: () => { readonly bytes: number; readonly entries: number };
}

/** Bytes of a header line that are decoded. */
const HEADER_LINE = 65536;

/** What the readers of this package tell the parser. */
export interface ParserHints {
  /** Length of all the text, where it is known. */
  readonly totalBytes?: number | undefined;
  /** Ignore whatever follows the size line. */
  readonly headerOnly?: boolean;
  /** A scanner to use from the first byte on, instead of making one when it pays. */
  readonly scanner?: Scanner | undefined;
}

/**
 * A parser for plain text that arrives in pieces, cut anywhere. Memory: the arrays, at most four times what the entries read so far
 * need, and one line. Errors: as `readMatrixMarket`.
 */
export function createMatrixMarketParser(options: ReadOptions = {}): MatrixMarketParser {
  checkReadOptions('createMatrixMarketParser', options);
  return createParser(options, {});
}

export function createParser(
  options: ReadOptions,
  { totalBytes, headerOnly = false, scanner }: ParserHints,
): MatrixMarketParser {
  const strict = options.strict ?? false;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const warnings = createWarningList(strict, options.onWarning);
  const headerReader = createHeaderReader({
    maxEntries: limits.entries,
    assumeBanner: options.assumeBanner,
    warn: warnings.warn,
  });
  let header: MatrixMarketHeader | undefined;
  let body: BodyReader | undefined;
  let headerLines = 0;
  let headerBytes = 0;
  let bytes = 0;

  function startBody(found: MatrixMarketHeader): BodyReader {
    const rules = valueRules(found);
    if (rules.unknownType)
      warnings.warn(
        'MMIO.GRAPHBLAS_TYPE',
        found.sizeLine,
        1,
        `the %%GraphBLAS type ‘${found.graphblasType}’ is unknown`,
      );
    return createBodyReader(found, {
      rules,
      strict,
      patternValues: options.patternValues ?? 'refuse',
      lineBytes: limits.lineBytes,
      warn: warnings.warn,
      indexBase: options.indexBase ?? 1,
      scanner,
      bodyBytes: totalBytes === undefined ? undefined : Math.max(0, totalBytes - headerBytes),
    });
  }

  function lines(text: Uint8Array, start: number, end: number): void {
    let p = start;
    while (header === undefined && p < end) {
      const feed = text.indexOf(10, p);
      headerLines++;
      const line = decodeBytes(text, p, Math.min(feed, p + HEADER_LINE));
      header = headerReader.line(line.endsWith('\r') ? line.slice(0, -1) : line, headerLines);
      headerBytes += feed + 1 - p;
      p = feed + 1;
      if (header !== undefined && !headerOnly) body = startBody(header);
    }
    body?.lines(text, p, end);
  }

  const currentLine = (): number => (body === undefined ? headerLines + 1 : body.state.count + body.state.lineOffset);
  const splitter = createLineSplitter({
    lines,
    lineBytes: limits.lineBytes,
    tooLong(beginning) {
      const excerpt = excerptOf(decodeBytes(beginning, 0, Math.min(beginning.length, 200)), 1);
      throw readError(
        'MMIO.LIMIT',
        { line: currentLine(), column: limits.lineBytes, excerpt },
        `the line is longer than ${limits.lineBytes} bytes`,
        'Raise limits.lineBytes, in the command --max-line-bytes, if this is intended.',
        { limit: limits.lineBytes },
      );
    },
  });

  return {
    push(chunk) {
      bytes += chunk.length;
      if (bytes > limits.bytes) {
        throw new SpmvError(
          'MMIO.LIMIT',
          `The text is longer than ${limits.bytes} bytes (read up to line ${currentLine()}).`,
          {
            fix: 'Raise limits.bytes, in the command --max-text-bytes, if this is intended.',
            details: { limit: limits.bytes, line: currentLine(), column: 1 },
          },
        );
      }
      splitter.push(chunk);
    },
    end: splitter.end,
    finish() {
      splitter.end();
      if (header === undefined || body === undefined) throw headerReader.truncated(headerLines);
      return completeFile(body.state, valueRules(header), options, warnings);
    },
    header: () => header,
    headerBytes: () => headerBytes,
    progress: () => ({ bytes, entries: body?.state.count ?? 0 }),
  };
}
