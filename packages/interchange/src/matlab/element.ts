import { fileError } from '../errors/file-error.ts';
import type { IndexArray } from '../scipy/check.ts';
import { isLittleEndian, layoutOf, type NpyData, swapped } from '../npy/element-type.ts';

/** Types of data elements that hold numbers, and what NumPy calls these. */
const NUMBERS: Readonly<Record<number, string>> = {
  1: 'i1',
  2: 'u1',
  3: 'i2',
  4: 'u2',
  5: 'i4',
  6: 'u4',
  7: 'f4',
  9: 'f8',
  12: 'i8',
  13: 'u8',
  16: 'u1',
};
export const MATRIX = 14;
export const COMPRESSED = 15;

/** Bytes of one variable, in memory, and where they are read. */
export interface ByteCursor {
  readonly bytes: Uint8Array;
  readonly little: boolean;
  /** For messages: the byte of the file, or undefined inside what was compressed. */
  readonly fileByte?: number;
  /** Where the next element begins, and where those of the variable end. */
  readonly at: number;
  readonly end: number;
}

/** A data element: its type and its bytes. */
export interface Element {
  readonly type: number;
  readonly cursor: ByteCursor;
  /** Where the element after it begins. */
  readonly next: number;
}

/** An error at the place of a cursor. */
export function wrong({ at, fileByte }: ByteCursor, what: string, member?: string): Error {
  return fileError('FILE.FORMAT', {
    ...(fileByte === undefined ? {} : { byte: fileByte + at }),
    ...(member === undefined ? {} : { member }),
    what,
    fix: 'Save the matrix again with save(…, "-v7") of MATLAB, or savemat of SciPy.',
  });
}

/** The element at the cursor: a tag of 8 bytes and its data, or both in 8 bytes. Errors: `FILE.FORMAT`. */
export function elementAt(cursor: ByteCursor): Element {
  const { bytes, little, at, end } = cursor;
  if (at + 8 > end)
    throw wrong(cursor, `an element begins at byte ${at} of a variable of ${end} bytes, where no tag fits`);
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 8);
  const word = view.getUint32(0, little);
  const short = word >>> 16;
  if (short > 4) throw wrong(cursor, `a short element says that it has ${short} bytes, more than 4`);
  const [type, length, start] = short > 0 ? [word & 0xffff, short, at + 4] : [word, view.getUint32(4, little), at + 8];
  if (start + length > end)
    throw wrong(
      cursor,
      `an element of ${length} bytes goes on to byte ${start + length} of a variable of ${end} bytes`,
    );
  // Elements begin at multiples of 8 bytes.
  const next = short > 0 ? at + 8 : Math.min(end, start + Math.ceil(length / 8) * 8);
  return { type, cursor: { ...cursor, at: start, end: start + length }, next };
}

/** The numbers of an element: where they lie, if their place and order allow. Errors: `FILE.FORMAT`. */
export function numbersOf({ type, cursor }: Element): { readonly type: string; readonly data: NpyData } {
  const { bytes, at, end, little } = cursor;
  const own = NUMBERS[type];
  const layout = own === undefined ? undefined : layoutOf(own);
  if (own === undefined || layout === undefined) throw wrong(cursor, `an element of type ${type} holds no numbers`);
  if ((end - at) % layout.bytes !== 0) throw wrong(cursor, `${end - at} bytes are no numbers of ${layout.bytes} bytes`);
  const part = bytes.subarray(at, end);
  const asHere = layout.bytes === 1 || little === isLittleEndian();
  const used = asHere
    ? part.byteOffset % layout.bytes === 0
      ? part
      : new Uint8Array(part)
    : swapped(part, layout.bytes);
  return { type: own, data: new layout.array(used.buffer, used.byteOffset, used.length / layout.bytes) };
}

/** Numbers that count or say where: integers of any size. Errors: `FILE.FORMAT`. */
export function integersOf(element: Element): IndexArray {
  const { type, data } = numbersOf(element);
  if (/^[iu]/.test(type)) return data as IndexArray;
  throw wrong(element.cursor, `numbers of type ${type} are where integers have to be`);
}

/** The text of an element of bytes. */
export function textOf({ cursor: { bytes, at, end } }: Element): string {
  return new TextDecoder('latin1').decode(bytes.subarray(at, end)).replace(/\0+$/, '');
}
