import type { FileMatrix } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import type { NpyType } from '../npy/element-type.ts';
import { type FileValues, valuesOf } from '../npy/values.ts';
import { contradiction } from '../scipy/check.ts';
import { arrayOf, type ArrayReader } from './arrays.ts';
import type { BinsparseDescriptor } from './descriptor.ts';

/** The values, one for each entry. Errors: `FILE.FORMAT`. */
export async function valuesIn(reader: ArrayReader, name: string, count: number): Promise<FileValues> {
  const array = await arrayOf(reader, name);
  const { iso, complex, base } = array.element;
  const pairs = complex && array.type.startsWith('f');
  const type: NpyType = pairs ? (base === 'float32' ? 'c8' : 'c16') : array.type;
  const stored = iso ? 1 : count;
  const needed = complex ? 2 * stored : stored;
  if (array.data.length !== needed)
    throw contradiction(`the array ${name} has ${array.data.length} numbers, but ${needed} are needed`, {
      expected: needed,
      got: array.data.length,
    });
  const found = valuesOf({ type, data: array.data }, stored, name);
  if (!iso) return found;
  const { values, imaginary, integers, field } = found;
  const same = (one: Float64Array): Float64Array => new Float64Array(count).fill(one[0] as number);
  const isOnes = values[0] === 1 && imaginary === undefined;
  return {
    values: same(values),
    ...(imaginary ? { imaginary: same(imaginary) } : {}),
    ...(integers
      ? { integers: new (integers.constructor as BigInt64ArrayConstructor)(count).fill(integers[0] as bigint) }
      : {}),
    field: isOnes ? 'pattern' : field,
  };
}

/** Refuses entries on the side of the diagonal where the structure says there are none. Errors: `FILE.FORMAT`. */
export function requireTriangle(
  { triangle, symmetry }: Pick<BinsparseDescriptor, 'triangle' | 'symmetry'>,
  { rowIndex, colIndex }: NonNullable<FileMatrix['positions']>,
): void {
  if (triangle === undefined) return;
  const sign = triangle === 'lower' ? 1 : -1;
  const at = rowIndex.findIndex((row, k) => sign * (row - (colIndex[k] as number)) < 0);
  if (at === -1) return;
  throw contradiction(
    `entry ${at} at (${rowIndex[at]}, ${colIndex[at]}) is not in the ${triangle} triangle, which is all that a ${symmetry} matrix stores`,
    { entry: at },
  );
}

/** Refuses a value other than 0 where nothing is stored: such a matrix is not sparse. Errors: `FILE.UNSUPPORTED`. */
export async function requireZeroFill(
  reader: ArrayReader & { readonly descriptor: { readonly fill: boolean } },
): Promise<void> {
  if (!reader.descriptor.fill) return;
  const { values, imaginary } = await valuesIn(reader, 'fill_value', 1);
  if (values[0] === 0 && (imaginary?.[0] ?? 0) === 0) return;
  throw fileError('FILE.UNSUPPORTED', {
    member: 'fill_value',
    what: `what is not stored has the value ${values[0]}, but here it is 0`,
    fix: 'Write the matrix as a dense one, in DMATR.',
    details: { value: values[0] },
  });
}
