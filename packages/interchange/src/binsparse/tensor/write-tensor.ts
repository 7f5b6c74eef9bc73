import { fileError } from '../../errors/file-error.ts';
import { type NpyArray, npyArray, writeNpy } from '../../npy/npy-array.ts';
import { writeZip } from '../../zip/write-zip.ts';
import { objectOf } from '../descriptor.ts';
import { VERSION } from '../version.ts';
import { textArray } from '../write-binsparse.ts';
import { binsparseType, gathered, isConstant, npyType } from './elements.ts';
import { integersAs } from './integers.ts';
import { layoutOf, type TensorLevel } from './levels.ts';
import type { BinsparseTensor } from './tensor.ts';

function refused(what: string, fix: string): Error {
  return fileError('FILE.WRITE', { what, fix });
}

/** Places of the stored values in the order of the file: by the first dimension there, then the next. */
function sorted(indices: readonly Int32Array[], count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, k) => k).sort((a, b) => {
    for (const list of indices) if (list[a] !== list[b]) return (list[a] as number) - (list[b] as number);
    return 0;
  });
}

/** Where the values of each position of a level begin, and where the last ones end. */
type Starts = Float64Array;

/** Positions of dense levels that are worth making. */
const MOST_POSITIONS = 2 ** 28;

/** Every element of a dense level is a position of the level inside. Errors: `FILE.WRITE` where they are too many. */
function denseStarts(starts: Starts, indices: readonly Int32Array[], lengths: readonly number[]): Starts {
  const each = lengths.reduce((product, length) => product * length, 1);
  const positions = (starts.length - 1) * each;
  if (positions > MOST_POSITIONS)
    throw refused(
      `a dense level would have ${positions} positions, more than ${MOST_POSITIONS}`,
      'Write a format whose outer levels are sparse.',
    );
  const inside = new Float64Array(positions + 1);
  for (let p = 0; p + 1 < starts.length; p++) {
    for (let k = starts[p] as number; k < (starts[p + 1] as number); k++) {
      const at = lengths.reduce((before, length, d) => before * length + ((indices[d] as Int32Array)[k] as number), 0);
      inside[p * each + at + 1] = (inside[p * each + at + 1] as number) + 1;
    }
  }
  for (let q = 0; q < positions; q++) inside[q + 1] = (inside[q + 1] as number) + (inside[q] as number);
  return inside;
}

/** The elements of a sparse level that hold something: their indices, how many each position has, and where their values begin. */
function sparseStarts(
  starts: Starts,
  indices: readonly Int32Array[],
): { readonly own: readonly Int32Array[]; readonly pointers: Int32Array; readonly inside: Starts } {
  const begins: number[] = [];
  const pointers = new Int32Array(starts.length);
  for (let p = 0; p + 1 < starts.length; p++) {
    const start = starts[p] as number;
    for (let k = start; k < (starts[p + 1] as number); k++)
      if (k === start || indices.some((list) => list[k] !== list[k - 1])) begins.push(k);
    pointers[p + 1] = begins.length;
  }
  return {
    own: indices.map((list) => Int32Array.from(begins, (k) => list[k] as number)),
    pointers,
    inside: Float64Array.from([...begins, starts.at(-1) as number]),
  };
}

/** The arrays of indices and positions of a format, by name. Errors: `FILE.WRITE`. */
function indexArrays(
  level: TensorLevel,
  indices: readonly Int32Array[],
  { lengths, count }: { readonly lengths: readonly number[]; readonly count: number },
): Readonly<Record<string, Int32Array>> {
  const arrays: Record<string, Int32Array> = {};
  let starts: Starts = Float64Array.of(0, count);
  let depth = 0;
  for (let at = level; at.kind !== 'element'; at = at.inside) {
    const lists = indices.slice(depth, depth + at.rank);
    if (at.kind === 'dense') starts = denseStarts(starts, lists, lengths.slice(depth, depth + at.rank));
    else {
      const { own, pointers, inside } = sparseStarts(starts, lists);
      if (depth > 0) arrays[`pointers_to_${depth}`] = pointers;
      own.forEach((list, d) => (arrays[`indices_${depth + d}`] = list));
      starts = inside;
    }
    depth += at.rank;
  }
  const odd = starts.findIndex((start, p) => p > 0 && start - (starts[p - 1] as number) !== 1);
  if (odd === -1) return arrays;
  const twice = (starts[odd] as number) - (starts[odd - 1] as number) > 1;
  throw refused(
    twice ? 'a position is stored twice' : 'a dense level has a position for which no value is stored',
    twice ? 'Add the values at one position.' : 'Write a format that is sparse there, or store every value.',
  );
}

/** The values as their type in the file asks: pairs for complex ones, one for all where that is said. Errors: `FILE.WRITE`. */
function storedValues(list: NpyArray, name: string, type: string): NpyArray {
  const [, own = type] = /^iso\[(.*)\]$/.exec(type) ?? [];
  if (npyType(own) !== list.type)
    throw refused(
      `${name} is ${binsparseType(list.type)}, but is to be written as ${type}`,
      'Convert the values first.',
    );
  const iso = own !== type;
  if (iso && !isConstant(list))
    throw refused(`${name} is to be written as ${type}, but its values differ`, `Write it as ${own}.`);
  const parts = list.type.startsWith('c') ? 2 : 1;
  const count = iso ? 1 : list.data.length / parts;
  const data = list.data.subarray(0, parts * count);
  if (iso && data.length === 0)
    throw refused(`${name} is to be written as ${type}, but there is none`, `Write it as ${own}.`);
  const real = list.type === 'c8' ? 'f4' : list.type === 'c16' ? 'f8' : list.type;
  return npyArray(real, [data.length], data);
}

/**
 * A file of Binsparse with a tensor in it, in pieces: in the format and the types of arrays that its descriptor names, which is completed and
 * otherwise kept. Types that it does not name are int32 for indices and what the values are. Errors: `FILE.WRITE`, and for a descriptor `FILE.FORMAT`, `FILE.UNSUPPORTED`.
 */
export function writeBinsparseTensor(tensor: BinsparseTensor): AsyncGenerator<Uint8Array> {
  const { shape, values, fill, header } = tensor;
  const { level, order } = layoutOf(header);
  if (order.length !== shape.length)
    throw refused(
      `the format has ${order.length} dimensions, but the tensor has ${shape.length}`,
      'Name a format that fits.',
    );
  const count = tensor.indices[0]?.length ?? values.shape[0] ?? 0;
  const inOrder = order.map((d) => tensor.indices[d] as Int32Array);
  const places = sorted(inOrder, count);
  const indices = inOrder.map((list) => places.map((k) => list[k] as number));
  const asked = (objectOf(header['data_types']) ?? {}) as Readonly<Record<string, string>>;
  const types: Record<string, string> = {};
  const arrays: Record<string, NpyArray> = {};
  const lengths = order.map((d) => shape[d] as number);
  for (const [name, list] of Object.entries(indexArrays(level, indices, { lengths, count }))) {
    types[name] = asked[name] ?? 'int32';
    arrays[name] = integersAs(list, name, types[name]);
  }
  for (const [name, list] of Object.entries({
    values: gathered(values, places),
    ...(fill ? { fill_value: fill } : {}),
  })) {
    types[name] = asked[name] ?? binsparseType(list.type);
    arrays[name] = storedValues(list, name, types[name]);
  }
  const descriptor = {
    version: VERSION,
    ...header,
    shape,
    number_of_stored_values: count,
    data_types: { ...asked, ...types },
    ...(fill ? { fill: true } : {}),
    // Indices are written from 0.
    ...(Object.hasOwn(header, 'index_base') ? { index_base: 0 } : {}),
  };
  const text = textArray(JSON.stringify({ binsparse: descriptor }, null, 2));
  return writeZip(
    Object.entries({ ...arrays, binsparse: text }).map(([name, array]) => ({
      name: `${name}.npy`,
      parts: writeNpy(array),
    })),
    false,
  );
}
