import type { FileBytes, SpmvError } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import { readExactly } from '../source/bytes.ts';
import type { ElementLayout, NpyType } from './element-type.ts';
import { layoutOf } from './element-type.ts';
import type { Literal } from './python-literal.ts';
import { parseLiteral } from './python-literal.ts';

/** What stands before the elements of a `.npy` file. */
export interface NpyHeader {
  /** Major version of the file format. 2 has room for longer headers, 3 writes them in UTF-8. */
  readonly version: 1 | 2 | 3;
  readonly type: NpyType;
  /** Byte order of the numbers in the file; `none` for those of one byte. */
  readonly order: 'little' | 'big' | 'none';
  /** The first index varies fastest. */
  readonly fortran: boolean;
  /** None for a single element. */
  readonly shape: readonly number[];
}

/** A header in a file, and where its elements begin. */
export interface PlacedHeader extends NpyHeader {
  readonly layout: ElementLayout;
  readonly count: number;
  readonly dataAt: number;
  /** The bytes before the elements. */
  readonly bytes: Uint8Array;
}

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59] as const;
/** As NumPy: a header is short, and this is text of a stranger. */
const LONGEST_HEADER = 10_000;
/** As NumPy. */
const MOST_DIMENSIONS = 64;
/** Elements begin at a multiple of this. */
const ALIGNMENT = 64;

/** Whether these are the first bytes of a `.npy` file. */
export function isNpy(head: Uint8Array): boolean {
  return MAGIC.every((byte, at) => head[at] === byte);
}

interface HeaderPosition {
  readonly at: number;
  readonly member: string;
}

function wrong({ at, member }: HeaderPosition, what: string): SpmvError {
  return fileError('FILE.FORMAT', {
    byte: at,
    member,
    what,
    fix: 'Write the array again with numpy.save; this is not what it writes.',
  });
}

/** The type that a description such as `<f8` names. Errors: `FILE.UNSUPPORTED`, for objects and structures by name. */
function typeOf(
  descr: Literal | undefined,
  place: HeaderPosition,
): Pick<NpyHeader, 'type' | 'order'> & { layout: ElementLayout } {
  if (typeof descr !== 'string') {
    const what = Array.isArray(descr)
      ? 'the elements are structures with several fields'
      : `the type of the elements is ${JSON.stringify(descr ?? null)}`;
    throw fileError('FILE.UNSUPPORTED', {
      byte: place.at,
      member: place.member,
      what: `${what}, which no matrix has`,
      fix: 'Save the field that you need as an array of its own.',
    });
  }
  if (/^[<>|=]?O/.test(descr)) {
    throw fileError('FILE.UNSUPPORTED', {
      byte: place.at,
      member: place.member,
      what: `the array holds Python objects (type ${descr}), a pickle that would have to be run to be read`,
      fix: 'Convert it to numbers before saving, for example a.astype(float).',
      details: { type: descr },
    });
  }
  const [, mark = '', type = ''] = /^([<>|=]?)(.*)$/s.exec(descr) ?? [];
  const layout = layoutOf(type);
  if (layout === undefined) {
    throw fileError('FILE.UNSUPPORTED', {
      byte: place.at,
      member: place.member,
      what: `elements of type '${descr.slice(0, 40)}' are not read`,
      fix: 'Convert them to one of f2, f4, f8, i1 … i8, u1 … u8, bool, c8 or c16 before saving.',
      details: { type: descr },
    });
  }
  const single = layout.array.BYTES_PER_ELEMENT === 1;
  if (!single && mark !== '<' && mark !== '>')
    throw wrong(place, `the type '${descr}' does not say in which order its bytes are`);
  return { type: type as NpyType, order: single ? 'none' : mark === '<' ? 'little' : 'big', layout };
}

/** The number of elements. Errors: `FILE.FORMAT`, `FILE.LIMIT`. */
function countOf(shape: readonly number[], place: HeaderPosition): number {
  if (shape.length > MOST_DIMENSIONS)
    throw wrong(place, `the array has ${shape.length} dimensions, more than the ${MOST_DIMENSIONS} of NumPy`);
  let count = 1;
  for (const length of shape) {
    if (!Number.isSafeInteger(length) || length < 0) throw wrong(place, `${length} is no length of a dimension`);
    count *= length;
  }
  // An empty dimension makes the others harmless.
  if (shape.includes(0)) return 0;
  if (Number.isSafeInteger(count)) return count;
  throw fileError('FILE.LIMIT', {
    byte: place.at,
    member: place.member,
    what: `the shape (${shape.join(', ')}) has more elements than can be counted`,
    fix: 'Check the file; no machine holds such an array.',
  });
}

/** The header of the array that begins at byte `at`. Errors: `FILE.FORMAT`, `FILE.UNSUPPORTED`, `FILE.TRUNCATED`, `FILE.LIMIT`. */
export async function readHeader(bytes: FileBytes, { at, member }: HeaderPosition): Promise<PlacedHeader> {
  const place = { at, member };
  const start = await readExactly(bytes, { at, length: 10, of: 'the header', member });
  if (!isNpy(start)) throw wrong(place, 'an array does not begin with \\x93NUMPY');
  const version = start[6] as number;
  if (version < 1 || version > 3) {
    throw fileError('FILE.UNSUPPORTED', {
      byte: at + 6,
      member,
      what: `version ${version}.${start[7]} of the format is unknown`,
      fix: 'Save the array again with numpy.save.',
      details: { version },
    });
  }
  const prefix = version === 1 ? 10 : 12;
  const head = await readExactly(bytes, { at, length: prefix, of: 'the header', member });
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > LONGEST_HEADER) {
    throw fileError('FILE.LIMIT', {
      byte: at + 8,
      member,
      what: `the header says that it is ${length} bytes long, more than ${LONGEST_HEADER}`,
      fix: 'Check the file: the header of an array of numbers is about 100 bytes long.',
      details: { limit: LONGEST_HEADER },
    });
  }
  const whole = await readExactly(bytes, { at, length: prefix + length, of: 'the header', member });
  const text = new TextDecoder(version === 3 ? 'utf-8' : 'latin1').decode(whole.subarray(prefix));
  const inText = { at: at + prefix, member };
  const parsed = parseLiteral(text);
  if ('fault' in parsed)
    throw wrong({ at: at + prefix + parsed.fault.at, member }, `the header is no Python literal: ${parsed.fault.what}`);
  const { descr, fortran_order: fortran, shape, ...more } = Object(parsed.value) as Readonly<Record<string, Literal>>;
  if (typeof fortran !== 'boolean' || !Array.isArray(shape) || descr === undefined || Object.keys(more).length > 0)
    throw wrong(inText, 'the header has not exactly the keys descr, fortran_order and shape');
  const { layout, ...type } = typeOf(descr, inText);
  return {
    version: version as 1 | 2 | 3,
    ...type,
    fortran,
    shape: shape as readonly number[],
    layout,
    count: countOf(shape as readonly number[], inText),
    dataAt: at + prefix + length,
    bytes: whole,
  };
}

/** Room that NumPy leaves for the longest dimension that an array may grow in. */
const GROWTH_DIGITS = 21;

/** The header as NumPy writes it, byte for byte. */
export function formatHeader({ version, type, order, fortran, shape }: NpyHeader): Uint8Array {
  const mark = order === 'none' ? '|' : order === 'big' ? '>' : '<';
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const growing = shape.length === 0 ? '' : String(fortran ? shape.at(-1) : shape[0]);
  const room = shape.length === 0 ? '' : ' '.repeat(Math.max(0, GROWTH_DIGITS - growing.length));
  const text = `{'descr': '${mark}${type}', 'fortran_order': ${fortran ? 'True' : 'False'}, 'shape': ${tuple}, }${room}`;
  const prefix = version === 1 ? 10 : 12;
  const padding = ALIGNMENT - ((prefix + text.length + 1) % ALIGNMENT);
  const header = new Uint8Array(prefix + text.length + padding + 1);
  header.set(MAGIC);
  header[6] = version;
  const view = new DataView(header.buffer);
  if (version === 1) view.setUint16(8, header.length - prefix, true);
  else view.setUint32(8, header.length - prefix, true);
  header.set(new TextEncoder().encode(`${text}${' '.repeat(padding)}\n`), prefix);
  return header;
}
