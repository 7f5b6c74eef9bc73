import type { Shape } from '@spmv/core';
import { shown, SpmvError } from '@spmv/core';
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
import { startsOfFilledRows } from './starts-of-rows.ts';
import type { ShapeLike } from './shape.ts';

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

/** Entries that stand in the order of their rows as these rows: where they begin is a quarter of an array less to hold. Undefined of others, and of what somebody else is to refuse. */
function byRows({ shape, rowIndex, colIndex, values }: CooSource): Omit<CsrSource, 'shape'> | undefined {
  const rows: unknown = Array.isArray(shape) ? shape[0] : (shape as Partial<Shape> | undefined)?.rows;
  if (!(rowIndex instanceof Int32Array) || typeof rows !== 'number' || !Number.isInteger(rows) || rows < 0)
    return undefined;
  const isWhole = [colIndex, values].every((one) => ArrayBuffer.isView(one) && one.length === rowIndex.length);
  if (!isWhole) return undefined;
  const rowStart = startsOfFilledRows(rowIndex, rows);
  return rowStart && { rowStart, colIndex, values };
}

/** The arrays that a source is read from: entries by rows also offer `rowIndex`, which takes memory once it is asked for. */
function arraysOf(source: CooSource | CsrSource | CscSource | DenseSource) {
  if ('rowStart' in source) {
    const { rowStart, colIndex, values } = source;
    return { rowStart, colIndex, values };
  }
  if ('colStart' in source) {
    const { colStart, rowIndex, values } = source;
    return { colStart, rowIndex, values };
  }
  if ('rowIndex' in source) {
    const { rowIndex, colIndex, values } = source;
    return byRows(source) ?? { rowIndex, colIndex, values };
  }
  return 'dense' in source ? { dense: source.dense } : undefined;
}

function isIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

/**
 * What a matrix is opened from, as it is at the call: arrays are copied once, what is gathered is no second time, so that no write of the caller's reaches what is read later, or what kernels index with.
 * Names, streams and blobs stay what they are, as does memory of others where no `reader` is given; see {@link isInOtherMemory}.
 */
export function taken(source: ArraySource | FileSource, reader: MemoryReader | undefined): ArraySource | FileSource {
  if (typeof source !== 'object' || source === null) return source;
  if (source instanceof ArrayBuffer) return source.slice(0);
  if (ArrayBuffer.isView(source)) return copyOf('bytes', source) as Uint8Array;
  if (Array.isArray(source)) return source.map((row, i) => copyOf(`row ${i}`, row, reader)) as unknown as ArraySource;
  if ('indptr' in source) return taken(fromScipy(source), reader);
  if (!('shape' in source)) return source;
  if ('data' in source) return reader?.matrix(source) ?? source;
  if ('triplets' in source) return isIterable(source.triplets) ? entriesOf(source) : source;
  const arrays = arraysOf(source);
  if (!arrays) return source;
  const copied = Object.entries(arrays).map(([name, numbers]) => [name, copyOf(name, numbers, reader)]);
  return { shape: shapeCopy(source.shape), ...Object.fromEntries(copied) } as ArraySource;
}

/** Whether numbers of a source have to be found in memory of others. */
export function isInOtherMemory(source: ArraySource | FileSource): boolean {
  if (typeof source !== 'object' || source === null || ArrayBuffer.isView(source)) return false;
  return isStrided(source) || Object.values(source).some(isOtherMemory);
}
