import { shown, SpmvError } from '@spmv/core';

/**
 * An array that somebody else laid out, as the array protocols of NumPy describe one: element (i, j, …) is at `byteOffset` + i·`strides[0]` + j·`strides[1]` + …,
 * little-endian. Also what Pyodide's `getBuffer()` and the arrays of stdlib give, which have `offset` in place of `byteOffset`: both it and `strides` then count elements.
 *
 * It is read at the call. A memory that is shared may be written meanwhile by other threads: which of their values are read is not promised. One that was resized or has grown is as large as it is at the call.
 */
export interface StridedArray {
  /** The memory, or a view of the part of it that offsets begin at. A `WebAssembly.Memory` is one: of it what is there at the call. */
  readonly data: ArrayBufferLike | ArrayBufferView | { readonly buffer: ArrayBufferLike };
  /** `float64`, `float32`, `int8` … `int64`, `uint8` … `uint64`, or NumPy's `<f8`. Default: what `data` is a view of. */
  readonly dtype?: string | { toString(): string };
  readonly shape: readonly number[];
  /** Bytes from an element to the next in each dimension, below 0 for backwards. Default: row by row, without gaps. */
  readonly strides?: readonly number[] | null;
  /** Where element (0, 0, …) is. Default 0. */
  readonly byteOffset?: number;
  /** The same in elements. */
  readonly offset?: number;
}

/** Numbers of one kind in memory. */
export type Elements =
  | Float64Array
  | Float32Array
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array;

interface Kind {
  readonly name: string;
  readonly bytes: number;
  readonly view: (buffer: ArrayBufferLike, at: number, length: number) => Elements;
  readonly read: (from: DataView, at: number) => number | bigint;
}

/** Kinds of numbers by their name and by NumPy's code. */
const KINDS: ReadonlyMap<string, Kind> = new Map(
  (
    [
      ['f8', 'float64', (b, at, n) => new Float64Array(b, at, n), (v, at) => v.getFloat64(at, true)],
      ['f4', 'float32', (b, at, n) => new Float32Array(b, at, n), (v, at) => v.getFloat32(at, true)],
      ['i1', 'int8', (b, at, n) => new Int8Array(b, at, n), (v, at) => v.getInt8(at)],
      ['u1', 'uint8', (b, at, n) => new Uint8Array(b, at, n), (v, at) => v.getUint8(at)],
      ['i2', 'int16', (b, at, n) => new Int16Array(b, at, n), (v, at) => v.getInt16(at, true)],
      ['u2', 'uint16', (b, at, n) => new Uint16Array(b, at, n), (v, at) => v.getUint16(at, true)],
      ['i4', 'int32', (b, at, n) => new Int32Array(b, at, n), (v, at) => v.getInt32(at, true)],
      ['u4', 'uint32', (b, at, n) => new Uint32Array(b, at, n), (v, at) => v.getUint32(at, true)],
      ['i8', 'int64', (b, at, n) => new BigInt64Array(b, at, n), (v, at) => v.getBigInt64(at, true)],
      ['u8', 'uint64', (b, at, n) => new BigUint64Array(b, at, n), (v, at) => v.getBigUint64(at, true)],
    ] satisfies [code: string, name: string, view: Kind['view'], read: Kind['read']][]
  ).flatMap(([code, name, view, read]) => {
    const kind = { name, bytes: Number(code.slice(1)), view, read };
    return [
      [code, kind],
      [name, kind],
    ] as const;
  }),
);

/** Errors: `OPERAND.MEMORY`. */
export function unreadable(name: string, what: string, fix: string, details: object = {}): SpmvError {
  return new SpmvError('OPERAND.MEMORY', `${name} cannot be read: ${what}.`, { fix, details: { name, ...details } });
}

function isBuffer(value: unknown): value is ArrayBufferLike {
  const tag = Object.prototype.toString.call(value);
  return tag === '[object ArrayBuffer]' || tag === '[object SharedArrayBuffer]';
}

/** Bytes that offsets count in. */
interface Memory {
  readonly buffer: ArrayBufferLike;
  readonly byteOffset: number;
  readonly byteLength: number;
}

/** The memory as it is now: what was given away has no bytes. Errors: `OPERAND.MEMORY`. */
function memoryOf(name: string, { data }: StridedArray): Memory {
  if (ArrayBuffer.isView(data)) return data;
  const buffer: unknown = isBuffer(data) ? data : (data as { readonly buffer?: unknown } | null)?.buffer;
  if (isBuffer(buffer)) return { buffer, byteOffset: 0, byteLength: buffer.byteLength };
  throw unreadable(
    name,
    `its data is ${shown(data)}`,
    'Give data as an ArrayBuffer, a SharedArrayBuffer, a typed array or a WebAssembly.Memory.',
  );
}

/** What the engine says that a view is one of: `Float64`, `BigInt64`, …; nothing of bytes without a type. */
function viewedType(data: unknown): string {
  return ArrayBuffer.isView(data) && 'length' in data
    ? Object.prototype.toString.call(data).slice('[object '.length, -'Array]'.length)
    : '';
}

function knownKind(type: string): Kind | undefined {
  const name = type
    .toLowerCase()
    .replace(/^[<|=]/u, '')
    .replace(/^big(?=u?int)/u, '')
    .replace('clamped', '');
  return KINDS.get(name);
}

function kindOf(name: string, { data, dtype }: StridedArray): Kind {
  const viewed = knownKind(viewedType(data));
  const given = (dtype ?? viewedType(data)).toString();
  const found = knownKind(given);
  // Bytes are of any type; other elements are what they are.
  if (found && viewed && viewed.bytes > 1 && viewed !== found)
    throw unreadable(
      name,
      `its dtype is ${shown(given)}, and its data has elements of ${viewed.name}`,
      'Leave dtype out, or give data as bytes: an ArrayBuffer or a Uint8Array.',
      { dtype: given },
    );
  if (found) return found;
  const names = [...new Set([...KINDS.values()].map((kind) => kind.name))].join(', ');
  throw unreadable(
    name,
    given === '' ? 'nothing says of which type its elements are' : `its dtype is ${shown(given)}`,
    `Give it as one of ${names}, little-endian, and say which as dtype.`,
    { dtype: given },
  );
}

/** Whether all are integers, and as many as there are dimensions. */
function checkIntegers(name: string, what: string, given: unknown, dimensions: number, least: number): void {
  if (Array.isArray(given) && given.length === dimensions && given.every((n) => Number.isInteger(n) && n >= least))
    return;
  const is = Array.isArray(given) ? `[${given.join(', ')}]` : shown(given);
  throw unreadable(
    name,
    `its ${what} is ${is}`,
    `Give ${what} as an array of ${dimensions} integers${least === 0 ? ' of at least 0' : ''}.`,
  );
}

/** Strides row by row, one element after another. */
function gapless(shape: readonly number[], bytes: number): readonly number[] {
  return shape.map((_, d) => shape.slice(d + 1).reduce((product, n) => product * n, bytes));
}

/** What members may be called by mistake, and then change nothing. */
const MISSPELT: Readonly<Record<string, string>> = {
  stride: 'strides',
  strides: 'strides',
  byteoffset: 'byteOffset',
  datatype: 'dtype',
};

/** Where elements are, in bytes. */
interface Layout {
  readonly kind: Kind;
  readonly memory: Memory;
  readonly at: number;
  readonly strides: readonly number[];
}

/** Errors: `OPERAND.MEMORY` for what the memory does not hold. */
function layoutOf(name: string, array: StridedArray): Layout {
  for (const key of Object.keys(array)) {
    const meant = MISSPELT[key.toLowerCase().replaceAll('_', '')];
    if (meant !== undefined && meant !== key)
      throw unreadable(name, `it has a member '${key}'`, `Call it '${meant}'.`, { key });
  }
  const [memory, kind] = [memoryOf(name, array), kindOf(name, array)];
  const { shape, offset, byteOffset } = array;
  checkIntegers(name, 'shape', shape, Array.isArray(shape) ? shape.length : 1, 0);
  if (offset !== undefined && byteOffset !== undefined)
    throw unreadable(
      name,
      `it has an offset, ${shown(offset)}, and a byteOffset, ${shown(byteOffset)}`,
      'Give one of them: offset where strides count elements, byteOffset where they count bytes.',
    );
  const unit = offset === undefined ? 1 : kind.bytes;
  const at = (offset ?? byteOffset ?? 0) * unit;
  checkIntegers(name, offset === undefined ? 'byteOffset' : 'offset', [at], 1, 0);
  if (array.strides) checkIntegers(name, 'strides', array.strides, shape.length, Number.NEGATIVE_INFINITY);
  const strides = array.strides?.map((stride) => stride * unit) ?? gapless(shape, kind.bytes);
  const odd = strides.findIndex((stride) => stride % kind.bytes !== 0);
  if (odd >= 0)
    throw unreadable(
      name,
      `strides[${odd}] is ${strides[odd]} bytes, and a ${kind.name} has ${kind.bytes}`,
      'Give strides in bytes; where they count elements, give offset in place of byteOffset.',
      { strides },
    );
  const ends = shape.map((n, d) => (n - 1) * (strides[d] as number));
  const from = ends.reduce((sum, end) => sum + Math.min(0, end), at);
  const to = ends.reduce((sum, end) => sum + Math.max(0, end), at) + kind.bytes;
  if (!shape.includes(0) && (from < 0 || to > memory.byteLength))
    throw unreadable(
      name,
      `${shape.join(' × ')} elements of ${kind.name} with strides of ${strides.join(', ')} bytes take bytes ${from} to ${to}, and its memory has ${memory.byteLength}`,
      'Correct shape, strides and offset, or give data as the whole memory. A view of a WebAssembly memory that has grown is empty: give the memory itself.',
      { shape, strides, from, to, byteLength: memory.byteLength },
    );
  return { kind, memory, at, strides };
}

/** The elements of an array of one dimension or more row by row, and whether they are in memory of their own. Errors: `OPERAND.MEMORY`. */
export function readStrided(
  name: string,
  array: StridedArray,
): { readonly elements: Elements; readonly isOwn: boolean } {
  const { kind, memory, at, strides } = layoutOf(name, array);
  const { shape } = array;
  const length = shape.reduce((product, n) => product * n, 1);
  const start = memory.byteOffset + at;
  const dense = gapless(shape, kind.bytes);
  const isGapless = shape.every((n, d) => n === 1 || strides[d] === dense[d]);
  if (length === 0) return { elements: kind.view(new ArrayBuffer(0), 0, 0), isOwn: true };
  if (isGapless && start % kind.bytes === 0) return { elements: kind.view(memory.buffer, start, length), isOwn: false };
  const elements = kind.view(new ArrayBuffer(length * kind.bytes), 0, length);
  const bytes = new DataView(memory.buffer, memory.byteOffset, memory.byteLength);
  let next = 0;
  const gather = (dimension: number, from: number): void => {
    const [n, stride] = [shape[dimension] as number, strides[dimension] as number];
    if (dimension < shape.length - 1) for (let i = 0; i < n; i++) gather(dimension + 1, from + i * stride);
    else for (let i = 0; i < n; i++) elements[next++] = kind.read(bytes, from + i * stride) as never;
  };
  gather(0, at);
  return { elements, isOwn: true };
}
