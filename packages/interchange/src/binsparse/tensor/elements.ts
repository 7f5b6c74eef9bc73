import { fileError } from '../../errors/file-error.ts';
import { layoutOf, type NpyData, type NpyType } from '../../npy/element-type.ts';
import { type NpyArray, npyArray } from '../../npy/npy-array.ts';

/** Types of Binsparse by those of NumPy. */
const NAMES: Readonly<Record<string, string>> = {
  b1: 'bint8',
  i1: 'int8',
  i2: 'int16',
  i4: 'int32',
  i8: 'int64',
  u1: 'uint8',
  u2: 'uint16',
  u4: 'uint32',
  u8: 'uint64',
  f4: 'float32',
  f8: 'float64',
  c8: 'complex[float32]',
  c16: 'complex[float64]',
};

/** What Binsparse calls a type. Errors: `FILE.WRITE` for one that it has no name for. */
export function binsparseType(type: NpyType): string {
  const name = NAMES[type];
  if (name !== undefined) return name;
  throw fileError('FILE.WRITE', {
    what: `Binsparse has no elements of type ${type}`,
    fix: `Convert them to one of ${Object.values(NAMES).join(', ')}.`,
    details: { type },
  });
}

/** What NumPy calls a type of Binsparse, or `undefined`. */
export function npyType(name: string): NpyType | undefined {
  return Object.keys(NAMES).find((type) => NAMES[type] === name) as NpyType | undefined;
}

/** Numbers in one element. */
function partsOf(type: NpyType): number {
  return type.startsWith('c') ? 2 : 1;
}

function room(type: NpyType, count: number): NpyData {
  const { array } = layoutOf(type) as NonNullable<ReturnType<typeof layoutOf>>;
  return new (array as unknown as Float64ArrayConstructor)(partsOf(type) * count);
}

/** A list of the elements at these places. */
export function gathered({ type, data }: NpyArray, from: Int32Array): NpyArray {
  const parts = partsOf(type);
  const picked = room(type, from.length);
  for (let k = 0; k < from.length; k++)
    for (let part = 0; part < parts; part++)
      picked[parts * k + part] = data[parts * (from[k] as number) + part] as never;
  return npyArray(type, [from.length], picked);
}

/** One element, or zeros, everywhere in an array. */
export function filled(type: NpyType, shape: readonly number[], one?: NpyArray): NpyArray {
  const count = shape.reduce((product, length) => product * length, 1);
  const parts = partsOf(type);
  const data = room(type, count);
  if (one) for (let at = 0; at < data.length; at++) data[at] = one.data[at % parts] as never;
  return npyArray(type, shape, data);
}

/** Puts the elements of a list at these places of an array of the same type. */
export function scatter({ data, type }: NpyArray, places: Float64Array, into: NpyArray): void {
  const parts = partsOf(type);
  for (let k = 0; k < places.length; k++)
    for (let part = 0; part < parts; part++)
      into.data[parts * (places[k] as number) + part] = data[parts * k + part] as never;
}

/** Whether all elements of a list are the same bits. */
export function isConstant({ type, data }: NpyArray): boolean {
  const parts = partsOf(type);
  return data.every((part: number | bigint, at: number) => Object.is(part, data[at % parts]));
}
