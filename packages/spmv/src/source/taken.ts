import type { CooMatrix, Shape } from '@spmv/core';
import { cooInOrder, shown, SpmvError } from '@spmv/core';
import type { MemoryReader } from '../memory/memory-reader.ts';
import { isOtherMemory, isStrided } from '../memory/other-memory.ts';
import type {
  ArraySource,
  CooSource,
  CscSource,
  CsrSource,
  DenseSource,
  ScipySource,
  TripletSource,
} from './array-source.ts';
import type { FileSource } from './file-source.ts';
import type { ShapeLike } from './shape.ts';
import { areFilled } from './shape.ts';

const typedArray = Object.getPrototypeOf(Int8Array.prototype) as Int8Array;

/** The numbers as they are now, in memory of their own. What is no array is left for whoever reads it to refuse. Errors: `OPERAND.MEMORY`. */
function copyOf(name: string, given: unknown, reader?: MemoryReader): ArrayLike<unknown> {
  const found = isOtherMemory(given) ? reader?.vector(name, given) : undefined;
  if (found?.isOwn) return found.elements;
  const numbers = (found?.elements ?? given) as ArrayLike<unknown>;
  // A buffer of Node has a `slice` of its own, which copies nothing.
  if (ArrayBuffer.isView(numbers) && 'length' in numbers)
    // What was transferred has no elements, and refuses to be copied.
    return numbers.length === 0 ? numbers : typedArray.slice.call(numbers as Int8Array);
  if (Array.isArray(numbers)) return numbers.slice() as unknown[];
  return typeof numbers === 'object' && numbers !== null && 'length' in numbers ? Array.from(numbers) : numbers;
}

/** Whether an array can be a matrix's own where its giver vouches for it: what threads share or what may shrink is copied all the same. */
function canBeKept(given: unknown): boolean {
  if (!(given instanceof Int32Array || given instanceof Float64Array)) return false;
  const { buffer } = given;
  return buffer instanceof ArrayBuffer && (buffer as { readonly resizable?: boolean }).resizable !== true;
}

/** Entries in these types that come by rows, columns increasing, copied where that is asked for, as a host does it quicker; undefined of others. */
export type InOrder = (entries: CooMatrix, isCopied: boolean) => CooMatrix | undefined;

/** Takes an array of entries. */
type Take = (name: string, given: unknown) => ArrayLike<unknown>;

/** What is no shape is left for whoever reads it to refuse. */
function shapeCopy(shape: ShapeLike): ShapeLike {
  return Array.isArray(shape)
    ? (shape.slice() as number[])
    : typeof shape === 'object'
      ? { ...(shape as Shape) }
      : shape;
}

/** Triplets as three arrays; up to the first that is none, which is left with its number for whoever reads it to refuse. */
function entriesOf({ shape, triplets }: TripletSource): CooSource {
  const [rowIndex, colIndex, values]: [number[], number[], number[]] = [[], [], []];
  const entries = { shape: shapeCopy(shape), rowIndex, colIndex, values };
  for (const one of triplets as Iterable<unknown>) {
    if (!Array.isArray(one) || one.length !== 3) return { ...entries, noTriplet: [values.length, one] } as CooSource;
    const [row, column, value] = one as [number, number, number];
    rowIndex.push(row);
    colIndex.push(column);
    values.push(value);
  }
  return entries;
}

/** SciPy’s names of CSR and CSC in ours. Errors: `FORMAT.INVALID`. */
function fromScipy({ shape, indptr, indices, data, format = 'csr' }: ScipySource): CsrSource | CscSource {
  if (format === 'csr') return { shape, rowStart: indptr, colIndex: indices, values: data };
  if (format === 'csc') return { shape, colStart: indptr, rowIndex: indices, values: data };
  throw new SpmvError('FORMAT.INVALID', `The matrix cannot be read: its format is ${shown(format)}.`, {
    fix: 'Convert it by A.tocsr() or A.tocsc() first, and give its format as csr or csc.',
    details: { format },
  });
}

/** Entries by their positions. Where these stand in order, where rows begin takes the place of the row of each entry: a quarter of an array less to hold. */
function takenCoo(
  { shape, rowIndex, ...arrays }: CooSource,
  take: Take,
  inOrder: ((entries: CooMatrix) => CooMatrix | undefined) | undefined,
): ArraySource {
  const [rows, cols] = Array.isArray(shape) ? (shape as number[]) : [(shape as Shape)?.rows, (shape as Shape)?.cols];
  const byRows = (colIndex: unknown, values: unknown, find: (entries: CooMatrix) => CooMatrix | undefined) => {
    if (!(rowIndex instanceof Int32Array && colIndex instanceof Int32Array && values instanceof Float64Array)) return;
    if (rows === undefined || cols === undefined || !areFilled(rows, values.length)) return;
    return find({ shape: { rows, cols }, rowIndex, colIndex, values });
  };
  const isOwn = inOrder && [rowIndex, arrays.colIndex, arrays.values].every(canBeKept);
  const quickly = isOwn && byRows(arrays.colIndex, arrays.values, inOrder);
  if (quickly) return quickly;
  // Copies are looked at: other threads may write to what they share.
  const colIndex = take('colIndex', arrays.colIndex);
  const values = take('values', arrays.values);
  const sorted = byRows(colIndex, values, (entries) => cooInOrder(entries));
  return sorted ?? ({ shape: shapeCopy(shape), rowIndex: take('rowIndex', rowIndex), colIndex, values } as CooSource);
}

/** The arrays that a source is read from. */
function arraysOf(source: CsrSource | CscSource | DenseSource) {
  if ('rowStart' in source) {
    const { rowStart, colIndex, values } = source;
    return { rowStart, colIndex, values };
  }
  if ('colStart' in source) {
    const { colStart, rowIndex, values } = source;
    return { colStart, rowIndex, values };
  }
  return 'dense' in source ? { dense: source.dense } : undefined;
}

function isIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

/**
 * What a matrix is opened from, as it is at the call: arrays are copied once, what is gathered is no second time, so that no write of the caller's reaches what is read later, or what kernels index with.
 * Names, streams and blobs stay what they are, as does memory of others where no `reader` is given; see {@link isInOtherMemory}. With `isCopied`
 * false the giver vouches for arrays of entries that stay as they are.
 */
export function taken(
  source: ArraySource | FileSource,
  reader: MemoryReader | undefined,
  isCopied = true,
  inOrder?: InOrder,
): ArraySource | FileSource {
  if (typeof source !== 'object' || source === null) return source;
  if (source instanceof ArrayBuffer) return source.slice(0);
  if (ArrayBuffer.isView(source)) return copyOf('bytes', source) as Uint8Array;
  if (Array.isArray(source)) return source.map((row, i) => copyOf(`row ${i}`, row, reader)) as unknown as ArraySource;
  if ('indptr' in source) return taken(fromScipy(source), reader, isCopied, inOrder);
  if (!('shape' in source)) return source;
  if ('data' in source) return reader?.matrix(source) ?? source;
  if ('triplets' in source) return isIterable(source.triplets) ? entriesOf(source) : source;
  const take: Take = (name, given) =>
    isCopied || !canBeKept(given) ? copyOf(name, given, reader) : (given as Int32Array);
  const arrays = arraysOf(source as CsrSource | CscSource | DenseSource);
  const quickly = inOrder && ((entries: CooMatrix) => inOrder(entries, isCopied));
  if (!arrays) return 'rowIndex' in source ? takenCoo(source as CooSource, take, quickly) : source;
  const copied = Object.entries(arrays).map(([name, numbers]) => [name, take(name, numbers)]);
  return { shape: shapeCopy(source.shape), ...Object.fromEntries(copied) } as ArraySource;
}

/** Whether numbers of a source have to be found in memory of others. */
export function isInOtherMemory(source: ArraySource | FileSource): boolean {
  if (typeof source !== 'object' || source === null || ArrayBuffer.isView(source)) return false;
  return isStrided(source) || Object.values(source).some(isOtherMemory);
}
