import { SpmvError } from '@spmv/core';

/** Codes of errors in the text of a file. */
export type ReadErrorCode = `MMIO.${string}`;

export interface TextPlace {
  /** From 1. */
  readonly line: number;
  /** From 1, in bytes. */
  readonly column: number;
  /** The line, or as much of it as helps. */
  readonly excerpt?: string;
}

/** `text` around `column`, at most 80 characters, with control characters made visible. */
export function excerptOf(text: string, column: number): string {
  const start = Math.max(0, Math.min(column - 1 - 30, text.length - 80));
  const cut = text.slice(start, start + 80);
  const visible = cut.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffd]/g, '·');
  return `${start > 0 ? '…' : ''}${visible}${start + 80 < text.length ? '…' : ''}`;
}

/** An error at a place in a file: code, what was found, where, and what to do. */
export function readError(
  code: ReadErrorCode,
  place: TextPlace,
  what: string,
  fix: string,
  details: Readonly<Record<string, unknown>> = {},
): SpmvError {
  const excerpt = place.excerpt === undefined ? '' : `: ‘${place.excerpt}’`;
  return new SpmvError(code, `Line ${place.line}, column ${place.column}: ${what}${excerpt}`, {
    fix,
    details: {
      ...details,
      line: place.line,
      column: place.column,
      ...(place.excerpt === undefined ? {} : { excerpt: place.excerpt }),
    },
  });
}
