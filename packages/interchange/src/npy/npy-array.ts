import { textOption } from '@spmv/core';
import { checkReadOptions } from '../source/check-options.ts';
import type { FileBytes, FileLimits } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import { type BytesSource, openBytes, readExactly } from '../source/bytes.ts';
import { DEFAULT_LIMITS } from '../source/limits.ts';
import type { NpyData } from './element-type.ts';
import { isLittleEndian, layoutOf, swapped } from './element-type.ts';
import type { NpyHeader, PlacedHeader } from './header.ts';
import { formatHeader, readHeader } from './header.ts';

/** An array of NumPy: what its file says, and its elements in the order of the file. */
export interface NpyArray extends NpyHeader {
  readonly data: NpyData;
}

/** Refuses an array before room is made for it. Errors: `FILE.LIMIT`. */
export function requireAllowed(
  { count, layout }: Pick<PlacedHeader, 'count' | 'layout'>,
  member: string,
  limits: FileLimits,
): void {
  const { entries, bytes } = { ...DEFAULT_LIMITS, ...limits };
  const size = count * layout.bytes;
  if (count <= entries && size <= bytes) return;
  const over = count > entries ? `${count} elements, more than ${entries}` : `${size} bytes, more than ${bytes}`;
  throw fileError('FILE.LIMIT', {
    member,
    what: `the array has ${over}`,
    fix:
      count > entries
        ? 'Raise limits.entries, in the command --max-entries, if this is intended.'
        : 'Raise limits.bytes, in the command --max-text-bytes, if this is intended.',
    details: { elements: count, bytes: size },
  });
}

/** Elements from the bytes of a file: shared where their order and place allow, else a copy. */
function elementsOf({ layout, order }: PlacedHeader, bytes: Uint8Array): NpyData {
  const { array } = layout;
  const width = array.BYTES_PER_ELEMENT;
  const asHere = order === 'none' || (order === 'little') === isLittleEndian();
  // Not slice(): that of Node's Buffer shares memory.
  const own = asHere ? (bytes.byteOffset % width === 0 ? bytes : new Uint8Array(bytes)) : swapped(bytes, width);
  return new array(own.buffer, own.byteOffset, own.byteLength / width);
}

/**
 * The array that fills the bytes from `at` to `end`, all of which `seen` is handed. Memory: none but the elements, and those only once they are known to be there.
 * Errors: `FILE.*`.
 */
export async function readArrayAt(
  bytes: FileBytes,
  {
    at,
    end,
    member,
    limits,
    seen,
  }: {
    readonly at: number;
    readonly end: number;
    readonly member: string;
    readonly limits: FileLimits;
    readonly seen?: (piece: Uint8Array) => void;
  },
): Promise<NpyArray> {
  const header = await readHeader(bytes, { at, member });
  requireAllowed(header, member, limits);
  const { version, type, order, fortran, shape, count, layout, dataAt } = header;
  const length = count * layout.bytes;
  if (dataAt + length !== end) {
    const few = dataAt + length > end;
    throw fileError(few ? 'FILE.TRUNCATED' : 'FILE.FORMAT', {
      byte: Math.min(end, dataAt + length),
      member,
      what: `the shape (${shape.join(', ')}) needs ${length} bytes of type ${type}, but ${Math.max(0, end - dataAt)} follow the header`,
      fix: few ? 'Copy or download the file again.' : 'Write the array again: something follows its elements.',
      details: { needed: length, found: end - dataAt },
    });
  }
  seen?.(header.bytes);
  const data = await readExactly(bytes, { at: dataAt, length, of: 'the array', member, ...(seen ? { seen } : {}) });
  return { version, type, order, fortran, shape, data: elementsOf(header, data) };
}

/** How to read a file. */
export interface ReadNpyOptions {
  readonly limits?: FileLimits;
  /** Name of the source for messages. */
  readonly name?: string;
}

/**
 * Reads a `.npy` file: versions 1 to 3, numbers of either byte order, C and Fortran order, any number of dimensions. The elements share
 * memory with bytes given, where their place and byte order allow. Runs nothing: Python objects are refused.
 *
 * Errors: `FILE.FORMAT`, `FILE.TRUNCATED`, `FILE.UNSUPPORTED`, `FILE.LIMIT`, with `details.byte`.
 */
export async function readNpy(source: BytesSource, options: ReadNpyOptions = {}): Promise<NpyArray> {
  checkReadOptions('readNpy', options, { name: textOption });
  const { limits = {}, name = 'array' } = options;
  const bytes = await openBytes(source, limits.bytes);
  return readArrayAt(bytes, { at: 0, end: bytes.size, member: name, limits });
}

/** The elements as bytes in the order that the header says. */
function bytesOf({ data, order }: NpyArray): Uint8Array {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const asHere = order === 'none' || (order === 'little') === isLittleEndian();
  return asHere ? bytes : swapped(bytes, data.BYTES_PER_ELEMENT);
}

/**
 * A `.npy` file, the bytes that numpy.save writes: the header, then the elements, which share memory with the array where their byte order
 * is that of this machine. Errors: `FILE.WRITE` where shape and elements contradict each other.
 */
export function writeNpy(array: NpyArray): readonly [header: Uint8Array, elements: Uint8Array] {
  const layout = layoutOf(array.type);
  const needed = array.shape.reduce((product, length) => product * length, layout?.parts ?? 0);
  if (layout === undefined || !(array.data instanceof layout.array) || array.data.length !== needed) {
    throw fileError('FILE.WRITE', {
      what: `${array.data.length} numbers in a ${array.data.constructor.name} are no array of type ${array.type} and shape (${array.shape.join(', ')})`,
      fix: 'Give as many numbers as the shape says, in a typed array of that type.',
      details: { type: array.type, shape: array.shape },
    });
  }
  return [formatHeader(array), bytesOf(array)];
}

/** An array of one or two dimensions in C order, as NumPy makes it on this machine. */
export function npyArray(type: NpyHeader['type'], shape: readonly number[], data: NpyData): NpyArray {
  const order = data.BYTES_PER_ELEMENT === 1 ? 'none' : isLittleEndian() ? 'little' : 'big';
  return { version: 1, type, order, fortran: false, shape, data };
}
