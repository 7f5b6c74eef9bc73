import { SpmvError } from '@spmv/core';

/** Codes of errors in the bytes of a file. */
export type FileErrorCode = `FILE.${string}`;

/** What an error says besides its code. */
export interface FileFault {
  /** Where it was found, from 0. */
  readonly byte?: number;
  /** The member of an archive, or the array. */
  readonly member?: string;
  /** What was found, without a full stop. */
  readonly what: string;
  /** What the user does next. */
  readonly fix: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The error of a file that is not what it should be: `member, byte n: what`. */
export function fileError(code: FileErrorCode, { byte, member, what, fix, details = {}, cause }: FileFault): SpmvError {
  const place = [member, byte === undefined ? undefined : `byte ${byte}`].filter((part) => part !== undefined);
  const message =
    place.length === 0 ? `${what.charAt(0).toUpperCase()}${what.slice(1)}` : `${place.join(', ')}: ${what}`;
  return new SpmvError(code, `${message}.`, {
    fix,
    details: {
      ...details,
      ...(byte === undefined ? {} : { byte }),
      ...(member === undefined ? {} : { member }),
    },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** What to do about a file that was cut or damaged on its way. */
export const FETCH_AGAIN = 'Copy or download the file again.';
