import { excerptOf, readError } from '../errors/read-error.ts';
import type { MatrixMarketBanner, MatrixMarketHeader } from '../model/header.ts';
import { parseBanner } from './parse-banner.ts';
import { parseSizeLine } from './parse-size-line.ts';
import { graphblasTypeOf, structuredComments } from './structured-comments.ts';

export interface HeaderOptions {
  readonly maxEntries: number;
  readonly assumeBanner?: string | undefined;
  /** Receives every departure from the format's document; throws in strict mode. */
  readonly warn: (code: `MMIO.${string}`, line: number, column: number, message: string, excerpt: string) => void;
}

/** Takes the lines of a file one by one until the header is complete. */
export interface HeaderReader {
  /** The header once the line that completes it is given. */
  line(text: string, number: number): MatrixMarketHeader | undefined;
  /** The error of a file that ends before its header does. */
  truncated(lastLine: number): Error;
}

/** Text of comments that is kept. */
const COMMENT_BYTES = 65536;

/** Errors: `MMIO.BANNER`, `MMIO.KEYWORD`, `MMIO.COMBINATION`, `MMIO.SIZE_LINE`, `MMIO.NOT_SQUARE`, `MMIO.LIMIT`. */
export function createHeaderReader(options: HeaderOptions): HeaderReader {
  const comments: string[] = [];
  let commentBytes = 0;
  let graphblasType: string | undefined;
  let graphblasLine = 0;
  let banner: MatrixMarketBanner | undefined;
  /** What stands before the banner, and the line that it begins in. */
  const before: string[] = [];
  let firstLine: number | undefined;

  function takeBanner(text: string, number: number): boolean {
    const assumed = options.assumeBanner;
    const named = /^[ \t\f\v]*%{1,2}matrixmarket(?=[ \t\r\f\v]|$)/i.test(text);
    const parsed = assumed !== undefined && !named ? parseBanner(assumed, 0) : parseBanner(text, number);
    const departures = [...before, ...parsed.departures];
    if (departures.length > 0)
      options.warn('MMIO.BANNER_FORM', firstLine ?? number, 1, departures.join('; '), excerptOf(text, 1));
    if (!named)
      options.warn(
        'MMIO.BANNER_ASSUMED',
        number,
        1,
        'there is no banner, so that of the option is used',
        excerptOf(text, 1),
      );
    banner = parsed.banner;
    return named;
  }

  function takeComment(comment: string, number: number): void {
    if (graphblasType === undefined) {
      graphblasType = graphblasTypeOf(comment);
      graphblasLine = number;
    }
    if (commentBytes >= COMMENT_BYTES) return;
    comments.push(comment.slice(0, COMMENT_BYTES - commentBytes));
    commentBytes += comment.length + 1;
  }

  return {
    line(raw, number) {
      let text = raw;
      if (number === 1 && text.charCodeAt(0) > 127 && /^(?:\u00ef\u00bb\u00bf|\ufeff)/.test(text)) {
        text = text.replace(/^(?:\u00ef\u00bb\u00bf|\ufeff)/, '');
        before.push('a byte order mark before the banner');
        firstLine = 1;
      }
      const blank = /^[ \t\r\f\v]*$/.test(text);
      if (banner === undefined) {
        if (blank) {
          if (!before.includes('a blank line before the banner')) before.push('a blank line before the banner');
          firstLine ??= number;
          return undefined;
        }
        if (takeBanner(text, number)) return undefined;
      }
      if (blank || banner === undefined) return undefined;
      const comment = /^[ \t]*%/.exec(text);
      if (comment !== null) {
        takeComment(text.slice(comment[0].length).trimEnd(), number);
        return undefined;
      }
      if (banner.symmetry === 'skew-symmetric' && graphblasType !== undefined && /^(?:uint|bool)/.test(graphblasType)) {
        throw readError(
          'MMIO.COMBINATION',
          { line: graphblasLine, column: 1, excerpt: `%%GraphBLAS type ${graphblasType}`.slice(0, 60) },
          'unsigned values cannot be skew-symmetric',
          'Correct the type line, or write general in the banner.',
        );
      }
      const { departures, ...size } = parseSizeLine(text, number, banner, options.maxEntries);
      if (departures.length > 0) options.warn('MMIO.SIZE_FORM', number, 1, departures.join('; '), excerptOf(text, 1));
      return {
        ...banner,
        ...size,
        comments,
        metadata: structuredComments(comments),
        ...(graphblasType === undefined ? {} : { graphblasType }),
        sizeLine: number,
      };
    },
    truncated(lastLine) {
      const place = { line: Math.max(1, lastLine), column: 1 };
      return banner === undefined
        ? readError(
            'MMIO.BANNER',
            place,
            'the file is empty',
            'Check that the download or the writing of the file was complete.',
          )
        : readError('MMIO.SIZE_LINE', place, 'the file ends before its size line', 'Check that the file is complete.');
    },
  };
}
