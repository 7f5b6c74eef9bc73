/** How NumPy calls the types of elements: a kind and the bytes of one element. `S` and `U` are texts of any length. */
export type NpyType =
  | 'b1'
  | 'i1'
  | 'i2'
  | 'i4'
  | 'i8'
  | 'u1'
  | 'u2'
  | 'u4'
  | 'u8'
  | 'f2'
  | 'f4'
  | 'f8'
  | 'c8'
  | 'c16'
  | `S${number}`
  | `U${number}`;

/** Elements as they lie in memory, in the byte order of this machine. Complex numbers are pairs; `f2` are its bits; `U` are code points. */
export type NpyData =
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

interface DataConstructor {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): NpyData;
}

const CONSTRUCTORS: Readonly<Record<string, DataConstructor>> = {
  b1: Uint8Array,
  i1: Int8Array,
  i2: Int16Array,
  i4: Int32Array,
  i8: BigInt64Array,
  u1: Uint8Array,
  u2: Uint16Array,
  u4: Uint32Array,
  u8: BigUint64Array,
  f2: Uint16Array,
  f4: Float32Array,
  f8: Float64Array,
  c8: Float32Array,
  c16: Float64Array,
};

/** What an element of this type takes and is made of. */
export interface ElementLayout {
  /** Bytes of one element. */
  readonly bytes: number;
  /** Numbers in one element: 2 of a complex one, the characters of a text. */
  readonly parts: number;
  readonly array: DataConstructor;
}

/** The layout of a type that is known, or `undefined`. */
export function layoutOf(type: string): ElementLayout | undefined {
  const array = CONSTRUCTORS[type];
  const bytes = Number(type.slice(1));
  if (array !== undefined) return { bytes, parts: bytes / array.BYTES_PER_ELEMENT, array };
  if (!/^[SU]\d{1,6}$/.test(type)) return undefined;
  return type.startsWith('S')
    ? { bytes, parts: bytes, array: Uint8Array }
    : { bytes: 4 * bytes, parts: bytes, array: Uint32Array };
}

/** Whether numbers of this machine lie in memory with their lowest byte first. */
export function isLittleEndian(): boolean {
  return new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
}

/** A copy with the bytes of every number, of `width` bytes, turned round. */
export function swapped(bytes: Uint8Array, width: number): Uint8Array {
  const turned = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at += width)
    for (let b = 0; b < width; b++) turned[at + b] = bytes[at + width - 1 - b] as number;
  return turned;
}

/** The float64 of the bits of an IEEE half. */
export function halfToNumber(bits: number): number {
  const sign = (bits & 0x8000) === 0 ? 1 : -1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}
