import type { FileBytes } from '@spmv/core';
import { FETCH_AGAIN, fileError } from '../errors/file-error.ts';

/** Bytes read at once. */
const PIECE = 1 << 20;
/** Longer than any line of such files, many times over. */
const LONGEST_LINE = 1 << 16;

/** The lines of a text, one after another. */
export interface TextLines {
  /** Of the line that was read last, from 1. */
  readonly number: () => number;
  /** The next line without its end. Errors: `FILE.TRUNCATED` where there is none, `FILE.LIMIT`. */
  next(of: string): Promise<string>;
  /** Whether nothing but blanks follows; the line that is read last is then at fault. Errors: `FILE.LIMIT`. */
  isAtEnd(): Promise<boolean>;
}

/** Reads a text line by line, a piece of the file at a time. */
export function linesOf(bytes: FileBytes): TextLines {
  const decoder = new TextDecoder('latin1');
  let at = 0;
  let number = 0;
  let ready: readonly string[] = [];
  let used = 0;
  let rest = '';

  async function fill(): Promise<void> {
    const piece = await bytes.read(at, PIECE);
    at += piece.length;
    const parts = (rest + decoder.decode(piece)).split('\n');
    const ended = piece.length === 0 || at >= bytes.size;
    rest = ended ? '' : (parts.pop() ?? '');
    // A last line feed begins no line.
    if (ended && parts.at(-1) === '') parts.pop();
    ready = parts;
    used = 0;
  }

  const lines: TextLines = {
    number: () => number,
    async next(of) {
      while (used >= ready.length) {
        if (at >= bytes.size) {
          throw fileError('FILE.TRUNCATED', {
            line: number + 1,
            what: `the file ends before ${of}`,
            fix: FETCH_AGAIN,
            details: { size: bytes.size },
          });
        }
        await fill();
        if (rest.length > LONGEST_LINE) ready = [rest];
      }
      const line = ready[used++] as string;
      number++;
      if (line.length > LONGEST_LINE) {
        throw fileError('FILE.LIMIT', {
          line: number,
          what: `the line is longer than ${LONGEST_LINE} bytes`,
          fix: 'Check what the file is: lines of Harwell–Boeing have about 80.',
          details: { limit: LONGEST_LINE },
        });
      }
      return line.endsWith('\r') ? line.slice(0, -1) : line;
    },
    async isAtEnd() {
      while (used < ready.length || at < bytes.size) {
        // What ended files on older systems is no text.
        if ((await lines.next('its end')).replaceAll('\u001a', '').trim() !== '') return false;
      }
      return true;
    },
  };
  return lines;
}
