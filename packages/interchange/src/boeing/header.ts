import type { FileMatrix } from '@spmv/core';
import { INDEX_LIMIT } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import { type EditDescriptor, parseDescriptor } from './edit-descriptor.ts';
import type { TextLines } from './lines.ts';

/** What a file says of its right-hand sides. */
export interface BoeingVectors {
  /** F is dense; M is stored with the matrix's own positions. */
  readonly kind: string;
  readonly count: number;
  readonly format: string;
}

/** What the first lines of a Harwell–Boeing or Rutherford–Boeing file say. */
export interface BoeingHeader {
  readonly title: string;
  readonly key: string;
  /** Three letters, in upper case: `RUA`. */
  readonly type: string;
  readonly rows: number;
  readonly cols: number;
  readonly entries: number;
  readonly field: FileMatrix['field'];
  readonly symmetry: FileMatrix['symmetry'];
  readonly pointers: EditDescriptor;
  readonly indices: EditDescriptor;
  /** Absent for a pattern. */
  readonly values: EditDescriptor | undefined;
  /** Right-hand sides that follow the values. */
  readonly vectors: BoeingVectors | undefined;
}

const FIELDS: Readonly<Record<string, FileMatrix['field']>> = { R: 'real', C: 'complex', I: 'integer', P: 'pattern' };
const SYMMETRIES: Readonly<Record<string, FileMatrix['symmetry']>> = {
  S: 'symmetric',
  Z: 'skew-symmetric',
  H: 'hermitian',
  U: 'general',
  R: 'general',
};

function wrong(line: number, what: string): Error {
  return fileError('FILE.FORMAT', {
    line,
    what,
    fix: 'Check what the file is: no Harwell–Boeing or Rutherford–Boeing file has such a line there.',
  });
}

function integers(text: string, line: number, least: number): readonly number[] {
  const found = text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  const numbers = found.map((word) => (/^\d{1,15}$/.test(word) ? Number(word) : NaN));
  const bad = numbers.findIndex(Number.isNaN);
  if (bad >= 0) throw wrong(line, `'${(found[bad] as string).slice(0, 20)}' is no count`);
  if (numbers.length < least) throw wrong(line, `${numbers.length} counts are there, where ${least} are needed`);
  return numbers;
}

function requireReadable(type: string, line: number): void {
  if (type[2] === 'E') {
    throw fileError('FILE.UNSUPPORTED', {
      line,
      what: `the matrix (${type}) is stored as elements that are not assembled`,
      fix: 'Assemble it with the program that made it.',
      details: { type },
    });
  }
  if (Object.hasOwn(FIELDS, type[0] ?? '') && Object.hasOwn(SYMMETRIES, type[1] ?? '') && type[2] === 'A') return;
  throw fileError('FILE.UNSUPPORTED', {
    line,
    what: `files of type '${type}' are not read`,
    fix: 'Types are three letters: R, C, I or P; S, U, H, Z or R; and A.',
    details: { type },
  });
}

/** Refuses shapes that contradict one another. Errors: `FILE.FORMAT`, `FILE.LIMIT`. */
function requirePossible(
  type: string,
  { rows, cols, entries }: { readonly rows: number; readonly cols: number; readonly entries: number },
  line: number,
): void {
  if (Math.max(rows, cols, entries) > INDEX_LIMIT) {
    throw fileError('FILE.LIMIT', {
      line,
      what: `${rows} rows, ${cols} columns or ${entries} entries are more than ${INDEX_LIMIT}`,
      fix: 'Divide the matrix into blocks.',
      details: { limit: INDEX_LIMIT },
    });
  }
  if (SYMMETRIES[type[1] ?? ''] !== 'general' && rows !== cols)
    throw wrong(line, `a matrix of type ${type} is square, and this one has ${rows} rows and ${cols} columns`);
}

function vectorsOf(line: string, formats: string): BoeingVectors {
  const [count = NaN] = /^.{3}\s*(\d{1,9})/.exec(line)?.slice(1).map(Number) ?? [];
  return { kind: line.slice(0, 1).toUpperCase(), count, format: formats.slice(52, 72) };
}

/** Reads the four or five lines before the numbers. Errors: `FILE.FORMAT`, `FILE.UNSUPPORTED`, `FILE.LIMIT`, `FILE.TRUNCATED`. */
export async function readBoeingHeader(lines: TextLines): Promise<BoeingHeader> {
  const first = await lines.next('its title');
  const counts = integers(await lines.next('its counts of lines'), 2, 3);
  const third = await lines.next('the type of the matrix');
  const type = third.slice(0, 3).toUpperCase();
  if (!/^[A-Z]{3}$/.test(type)) throw wrong(3, 'the line does not begin with the type of a matrix, such as RUA');
  requireReadable(type, 3);
  const [rows = 0, cols = 0, entries = 0] = integers(third.slice(3), 3, 3);
  requirePossible(type, { rows, cols, entries }, 3);
  const formats = await lines.next('its formats');
  const hasValues = type[0] !== 'P' && (counts[3] ?? 0) > 0;
  if (type[0] !== 'P' && !hasValues && entries > 0)
    throw wrong(2, `the file has no lines of values, but its type is ${type}`);
  const fifth = (counts[4] ?? 0) > 0 ? await lines.next('the line that tells of right-hand sides') : undefined;
  return {
    title: first.slice(0, 72).trim(),
    key: first.slice(72, 80).trim(),
    type,
    rows,
    cols,
    entries,
    field: FIELDS[type[0] ?? ''] as FileMatrix['field'],
    symmetry: SYMMETRIES[type[1] ?? ''] as FileMatrix['symmetry'],
    pointers: parseDescriptor(formats.slice(0, 16), 4),
    indices: parseDescriptor(formats.slice(16, 32), 4),
    values: hasValues ? parseDescriptor(formats.slice(32, 52), 4) : undefined,
    vectors: fifth === undefined ? undefined : vectorsOf(fifth, formats),
  };
}

/** Whether a file begins like one: counts, a type and Fortran formats on its second, third and fourth line. */
export function isBoeing(head: Uint8Array): boolean {
  const [, counts = '', type = '', formats = ''] = new TextDecoder('latin1').decode(head).split(/\r?\n/);
  return (
    /^\s*\d+(?:\s+\d+){2,4}\s*$/.test(counts) && /^[A-Z]{3}\s+\d+\s+\d+\s+\d+/i.test(type) && /^\s*\(.*\)/.test(formats)
  );
}
