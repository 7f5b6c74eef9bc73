import { checkReadOptions } from '../../source/check-options.ts';
import type { FileLimits } from '@spmv/core';
import { fileError } from '../../errors/file-error.ts';
import { type NpyArray, npyArray } from '../../npy/npy-array.ts';
import { checkedIndices, checkedPointers, contradiction, requireCountable } from '../../scipy/check.ts';
import { type BytesSource, openBytes } from '../../source/bytes.ts';
import { COMPRESSION } from '../../source/limits.ts';
import { type Archive, openArchive } from '../../zip/archive.ts';
import { arrayOf, type ArrayReader, integersOf } from '../arrays.ts';
import {
  type BinsparseHeader,
  type CommonDescriptor,
  commonOf,
  hasDescriptor,
  lengthsOf,
  readHeaderJson,
} from '../descriptor.ts';
import { filled } from './elements.ts';
import { type TensorLayout, layoutOf, type TensorLevel, rankOf } from './levels.ts';
import type { BinsparseTensor } from './tensor.ts';

interface Reader extends ArrayReader {
  readonly descriptor: CommonDescriptor & { readonly format: string };
  /** Lengths of the dimensions in the order of the file. */
  readonly lengths: readonly number[];
  /** Values that are known to be in the file. */
  readonly vouched: number;
}

/** Index lists of the dimensions read so far, one element for each position of a level. */
interface Positions {
  readonly count: number;
  readonly indices: readonly Int32Array[];
}

/** The same positions, each repeated up to where its own elements end. */
function repeated({ indices }: Positions, ends: Float64Array, count: number): readonly Int32Array[] {
  return indices.map((list) => {
    const longer = new Int32Array(count);
    let start = 0;
    list.forEach((index, p) => {
      const end = ends[p] as number;
      longer.fill(index, start, end);
      start = end;
    });
    return longer;
  });
}

/** Every element of a dense level. Errors: `FILE.LIMIT` before room is made. */
function densePositions(reader: Reader, above: Positions, rank: number): Positions {
  const lengths = reader.lengths.slice(above.indices.length, above.indices.length + rank);
  const each = lengths.reduce((product, length) => product * length, 1);
  const count = above.count * each;
  // What is stored vouches for as many positions; beyond that, room for indices is made without any.
  const limit = Math.max(reader.vouched, COMPRESSION.free / (4 * reader.lengths.length));
  if (count > limit) {
    throw fileError('FILE.LIMIT', {
      member: 'binsparse',
      what: `a dense level has ${count} positions, more than ${limit}`,
      fix: 'Write the tensor in a format whose outer levels are sparse.',
      details: { limit, positions: count },
    });
  }
  const ends = Float64Array.from({ length: above.count }, (_, p) => (p + 1) * each);
  let inner = each;
  const own = lengths.map((length) => {
    inner /= length === 0 ? 1 : length;
    const step = inner;
    return Int32Array.from({ length: count }, (_, at) => Math.floor(at / step) % length);
  });
  return { count, indices: [...repeated(above, ends, count), ...own] };
}

/** The elements of a sparse level. Errors: `FILE.FORMAT`, `FILE.INDEX`. */
async function sparsePositions(reader: Reader, above: Positions, rank: number): Promise<Positions> {
  const depth = above.indices.length;
  const lists = [];
  for (let d = depth; d < depth + rank; d++) lists.push(await integersOf(reader, `indices_${d}`));
  const count = lists[0]?.length ?? 0;
  requireCountable(count, 'stored slices');
  const own = lists.map((list, k) => {
    const name = `indices_${depth + k}`;
    if (list.length !== count)
      throw contradiction(`the array ${name} has ${list.length} elements, but indices_${depth} has ${count}`);
    return checkedIndices(list, name, { count, limit: reader.lengths[depth + k] as number });
  });
  if (depth === 0) return { count, indices: own };
  const name = `pointers_to_${depth}`;
  const pointers = checkedPointers(await integersOf(reader, name), name, { lines: above.count, entries: count });
  if (pointers[above.count] !== count)
    throw contradiction(`${name} ends at ${pointers[above.count]}, but ${count} slices are stored`);
  return { count, indices: [...repeated(above, Float64Array.from(pointers.subarray(1)), count), ...own] };
}

async function positionsOf(reader: Reader, level: TensorLevel): Promise<Positions> {
  let found: Positions = { count: 1, indices: [] };
  for (let at = level; at.kind !== 'element'; at = at.inside)
    found =
      at.kind === 'dense' ? densePositions(reader, found, at.rank) : await sparsePositions(reader, found, at.rank);
  const { count } = reader.descriptor;
  if (found.count === count) return found;
  throw contradiction(`the format has ${found.count} positions, but ${count} values are said to be stored`, {
    expected: found.count,
    got: count,
  });
}

/** A list of values as the descriptor means them: one for each position. Errors: `FILE.FORMAT`, `FILE.UNSUPPORTED`. */
async function valueList(reader: ArrayReader, name: string, count: number): Promise<NpyArray> {
  const { element, ...array } = await arrayOf(reader, name);
  const { iso, complex, base } = element;
  const type = complex ? (base === 'float32' ? 'c8' : 'c16') : base === 'bint8' ? 'b1' : array.type;
  const stored = iso ? 1 : count;
  const needed = complex ? 2 * stored : stored;
  if (array.data.length !== needed)
    throw contradiction(`the array ${name} has ${array.data.length} numbers, but ${needed} are needed`, {
      expected: needed,
      got: array.data.length,
    });
  const list = npyArray(type, [stored], array.data);
  return iso ? filled(type, [count], list) : list;
}

/** The tensor in an archive that is open. Errors: as `readBinsparseTensor`. */
export async function tensorIn(
  archive: Archive,
  header: BinsparseHeader,
  limits: FileLimits,
): Promise<BinsparseTensor> {
  const layout: TensorLayout = layoutOf(header);
  const { level, order, name } = layout;
  const shape = lengthsOf(header, rankOf(level));
  const descriptor = { ...commonOf(header), format: name };
  requireCountable(descriptor.count, 'stored values');
  const arrays: ArrayReader & Pick<Reader, 'descriptor'> = { descriptor, archive, limits };
  const isIso = descriptor.types['values']?.startsWith('iso[') ?? false;
  const stored = isIso ? undefined : await valueList(arrays, 'values', descriptor.count);
  const lengths = order.map((d) => shape[d] as number);
  const { indices } = await positionsOf({ ...arrays, lengths, vouched: stored ? descriptor.count : 0 }, level);
  // One value stands for as many as there are positions.
  const values = stored ?? (await valueList(arrays, 'values', descriptor.count));
  return {
    shape,
    indices: shape.map((_, d) => indices[order.indexOf(d)] as Int32Array),
    values,
    ...(descriptor.fill ? { fill: await valueList(arrays, 'fill_value', 1) } : {}),
    header,
  };
}

/**
 * Reads a tensor of Binsparse in an NPZ container: any number of dimensions, predefined and custom formats, a value of any kind where
 * nothing is stored. Memory: an index of 4 bytes for each stored value and dimension. Structures are left to readers of the descriptor.
 *
 * Follows the *Binary Sparse Format Specification*, version 0.1 and draft 0.1.0. Errors: `FILE.*`.
 */
export async function readBinsparseTensor(
  source: BytesSource,
  options: { readonly limits?: FileLimits } = {},
): Promise<BinsparseTensor> {
  checkReadOptions('readBinsparseTensor', options, {});
  const { limits = {} } = options;
  const archive = await openArchive(await openBytes(source, limits.bytes), limits);
  if (!hasDescriptor(archive)) throw contradiction('the archive has no descriptor of Binsparse');
  return tensorIn(archive, await readHeaderJson(archive, limits), limits);
}
