import { fileError } from '../../errors/file-error.ts';
import { type NpyArray, npyArray } from '../../npy/npy-array.ts';
import { inCOrder } from '../../npy/values.ts';
import type { BinsparseHeader } from '../descriptor.ts';
import { filled, gathered, scatter } from './elements.ts';
import type { BinsparseTensor } from './tensor.ts';

/** More elements than a dense array of a sparse tensor is made for. */
const MOST_ELEMENTS = 2 ** 28;

function contradicts(what: string): Error {
  return fileError('FILE.FORMAT', { what, fix: 'Give arrays of one shape, and one value for what is not stored.' });
}

/** The elements of an array that `pattern` says are stored, as a tensor. Errors: `FILE.FORMAT` where the arrays do not fit each other. */
export function tensorOfArray(
  array: NpyArray,
  pattern: NpyArray,
  { fill, header }: { readonly fill: NpyArray; readonly header: BinsparseHeader },
): BinsparseTensor {
  const { shape } = array;
  if (shape.length !== pattern.shape.length || shape.some((length, d) => length !== pattern.shape[d]))
    throw contradicts(`the array has the shape (${shape.join(', ')}), but the pattern (${pattern.shape.join(', ')})`);
  const parts = fill.type.startsWith('c') ? 2 : 1;
  if (fill.type !== array.type || fill.data.length !== parts)
    throw contradicts(`what is not stored is of type ${fill.type}, but the array of type ${array.type}`);
  const stored = inCOrder(pattern).data;
  const places: number[] = [];
  stored.forEach((one: number | bigint, at: number) => {
    if (Number(one) !== 0) places.push(at);
  });
  let inner = stored.length;
  const indices = shape.map((length) => {
    inner /= length === 0 ? 1 : length;
    const step = inner;
    return Int32Array.from(places, (at) => Math.floor(at / step) % length);
  });
  return {
    shape,
    indices,
    values: gathered(inCOrder(array), Int32Array.from(places)),
    ...(header['fill'] === false ? {} : { fill: npyArray(fill.type, [1], fill.data) }),
    header,
  };
}

/** A tensor as a dense array, which of its elements are stored, and what the others are. Errors: `FILE.LIMIT`. */
export function arraysOfTensor({ shape, indices, values, fill }: BinsparseTensor): {
  readonly array: NpyArray;
  readonly pattern: NpyArray;
  readonly fill: NpyArray;
} {
  const elements = shape.reduce((product, length) => product * length, 1);
  if (elements > MOST_ELEMENTS) {
    throw fileError('FILE.LIMIT', {
      what: `the dense tensor has ${elements} elements, more than ${MOST_ELEMENTS}`,
      fix: 'Use the stored values.',
      details: { limit: MOST_ELEMENTS },
    });
  }
  const array = filled(values.type, shape, fill);
  const pattern = filled('b1', shape);
  const count = values.shape[0] as number;
  const places = Float64Array.from({ length: count }, (_, k) =>
    shape.reduce((before, length, d) => before * length + ((indices[d] as Int32Array)[k] as number), 0),
  );
  scatter(values, places, array);
  for (const place of places) pattern.data[place] = 1 as never;
  return { array, pattern, fill: filled(values.type, [], fill) };
}
