import { SpmvError } from '@spmv/core';

/** Codes of errors in the bytes of a file. */
export type FileErrorCode = `FILE.${string}`;

/** What an error says besides its code. */
export interface FileFault {
  /** Where it was found, from 0. */
  readonly byte?: number;
  /** Where it was found in a text, from 1. */
  readonly line?: number;
  /** From 1, in bytes. */
  readonly column?: number;
  /** The member of an archive, or the array. */
  readonly member?: string;
  /** What was found, without a full stop. */
  readonly what: string;
  /** What the user does next. */
  readonly fix: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The error of a file that is not what it should be: `member, byte n: what`, or `line n, column m: what`. */
export function fileError(
  code: FileErrorCode,
  { byte, line, column, member, what, fix, details = {}, cause }: FileFault,
): SpmvError {
  const places = Object.entries({ byte, line, column }).filter(([, at]) => at !== undefined);
  const place = [...(member === undefined ? [] : [member]), ...places.map(([name, at]) => `${name} ${at}`)];
  const message =
    place.length === 0 ? `${what.charAt(0).toUpperCase()}${what.slice(1)}` : `${place.join(', ')}: ${what}`;
  return new SpmvError(code, `${message}.`, {
    fix,
    details: {
      ...details,
      ...Object.fromEntries(places),
      ...(member === undefined ? {} : { member }),
    },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** What to do about a file that was cut or damaged on its way. */
export const FETCH_AGAIN = 'Copy or download the file again.';
