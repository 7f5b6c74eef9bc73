import { readSync } from 'node:fs';
import { leastLineBytes } from '../body/body-storage.ts';
import { valueRules } from '../body/value-rules.ts';
import type { MatrixMarketHeader } from '../model/header.ts';
import type { ReadOptions } from '../model/options.ts';
import { DEFAULT_LIMITS } from '../read/limits.ts';
import { createParser } from '../read/parser.ts';
import { isGzip } from '../source/inflate.ts';
import { isTar } from '../source/tar-header.ts';

/** An open file of plain text with a header that is all right. */
export interface PlainSource {
  readonly fd: number;
  readonly header: MatrixMarketHeader;
  /** Bytes before the body, and of the whole file. */
  readonly headerBytes: number;
  readonly fileBytes: number;
}

const [FEED, PERCENT] = [10, 37];

/** Bytes in which a header is looked for: few files have comments for more than the first. */
const HEADER_BYTES = [1 << 14, 1 << 20] as const;

/** The file's header and where its body begins; undefined where it is not plain, or its header is not all right. */
export function plainSource(fd: number, fileBytes: number, options: ReadOptions): PlainSource | undefined {
  for (const most of HEADER_BYTES) {
    const head = new Uint8Array(Math.min(most, fileBytes));
    const text = head.subarray(0, readSync(fd, head, 0, head.length, 0));
    // What begins as a banner does is not looked at as an archive: its header would be refused.
    if (text[0] !== PERCENT && (isGzip(text) || isTar(text))) return undefined;
    let warned = false;
    const parser = createParser({ ...options, onWarning: () => (warned = true) }, { headerOnly: true });
    try {
      parser.push(text.subarray(0, text.lastIndexOf(FEED) + 1));
    } catch {
      return undefined;
    }
    const header = parser.header();
    if (header) return warned ? undefined : { fd, header, headerBytes: parser.headerBytes(), fileBytes };
    if (text.length < most) return undefined;
  }
  return undefined;
}

/** Whether its body may be read in pieces: lines without rules of their own, in a file whose size bears out what its header announces. */
export function hasPlainBody(source: PlainSource, options: ReadOptions): boolean {
  const { header, headerBytes, fileBytes } = source;
  const rules = valueRules(header);
  return (
    fileBytes <= (options.limits?.bytes ?? DEFAULT_LIMITS.bytes) &&
    options.strict !== true &&
    options.patternValues !== 'drop' &&
    header.object === 'matrix' &&
    !rules.narrow &&
    !rules.unknownType &&
    header.storedEntries <= (fileBytes - headerBytes + 1) / leastLineBytes(header)
  );
}
