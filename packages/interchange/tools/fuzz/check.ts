import type { FileBytes, FileMatrix } from '@spmv/core';
import { isSpmvError } from '@spmv/core';
import type { FuzzSubject } from './subjects.ts';

export interface FuzzResult {
  /** `read`, or the code of the refusal. */
  readonly outcome: string;
  /** What must not happen, if it did. */
  readonly failure?: string;
}

/** Processor time that no file of a few thousand bytes may take, in milliseconds. */
const LONGEST_MS = 2000;

/** The same bytes as a source that hands them out in memory of their own, so that nothing depends on where they lie, at most `piece` at once. */
function apart(bytes: Uint8Array, piece = Infinity): FileBytes {
  return {
    size: bytes.length,
    read: (at, length) => Promise.resolve(Uint8Array.from(bytes.subarray(at, at + Math.min(piece, length)))),
  };
}

/** What is wrong with a matrix. */
function broken({ shape, positions, values, imaginary, integers, symmetry }: FileMatrix): string | undefined {
  if (![shape.rows, shape.cols].every((length) => Number.isSafeInteger(length) && length >= 0))
    return `${shape.rows} × ${shape.cols} is no shape`;
  if (symmetry !== 'general' && shape.rows !== shape.cols) return 'symmetric, but not square';
  if ([imaginary, integers].some((one) => one !== undefined && one.length !== values.length))
    return 'parts of values of different lengths';
  if (positions === undefined)
    return values.length === shape.rows * shape.cols ? undefined : 'another number of elements than the shape says';
  if (positions.rowIndex.length !== values.length || positions.colIndex.length !== values.length)
    return 'arrays of different lengths';
  for (let k = 0; k < values.length; k++) {
    const [i, j] = [positions.rowIndex[k], positions.colIndex[k]];
    if (!(i >= 0 && i < shape.rows && j >= 0 && j < shape.cols)) return `entry ${k} lies outside`;
  }
  return undefined;
}

async function outcomeOf(
  subject: FuzzSubject,
  source: Uint8Array | FileBytes,
): Promise<FuzzResult & { readonly said: string }> {
  let matrix: FileMatrix;
  try {
    matrix = await subject.read(source);
  } catch (error) {
    const said = String(error);
    if (!isSpmvError(error)) return { said, outcome: 'crash', failure: String((error as Error).stack) };
    const { code, fix, details } = error;
    const placed = subject.lines === undefined || Number(details['line']) >= 1;
    const isGood = code.startsWith('FILE.') && fix !== '' && placed;
    return { said, outcome: code, ...(isGood ? {} : { failure: `without code, fix or place: ${said}` }) };
  }
  const failure = broken(matrix);
  const { shape, positions, values, imaginary, integers, field, symmetry } = matrix;
  const said = [
    shape.rows,
    shape.cols,
    field,
    symmetry,
    ...[positions?.rowIndex, positions?.colIndex, values, imaginary, integers].map(String),
  ].join(' ');
  return { said, outcome: 'read', ...(failure === undefined ? {} : { failure }) };
}

/** Reads bytes whole and from a source of pieces: both end the same, with a matrix or with an error of this package, before long. */
export async function checkFuzzed(subject: FuzzSubject, bytes: Uint8Array): Promise<FuzzResult> {
  const file = subject.around ? await subject.around(bytes) : bytes;
  const before = process.cpuUsage();
  const whole = await outcomeOf(subject, file);
  const { user, system } = process.cpuUsage(before);
  const { outcome, said, failure } = whole;
  if (failure !== undefined) return { outcome, failure };
  if (user + system > 1000 * LONGEST_MS) return { outcome, failure: `${(user + system) / 1000} ms of processor time` };
  const pieces = await outcomeOf(subject, apart(file, subject.anyPiece ? 37 : undefined));
  return pieces.said === said
    ? { outcome }
    : { outcome, failure: `in pieces: ${pieces.said.slice(0, 300)} instead of ${said.slice(0, 300)}` };
}
