import type { CooMatrix, Finding, SparseFormat, StoredMatrix, TypedArray } from '@spmv/core';
import { checkCoo, checkStored, elementTypeOf } from '@spmv/core';
import { copyArrays } from '../case/bits.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { defineCase } from '../case/define-case.ts';
import { matricesById } from '../matrices/conformance-matrices.ts';
import { poolOf, tryMatrices } from '../matrices/try-matrices.ts';
import { createRandom } from '../random/random.ts';
import type { FormatPoint, FormatSubject } from './format-subject.ts';
import { eachFormatPoint } from './format-subject.ts';

const HOSTILE = 'check finds everything that makes a stored matrix unsafe, and throws nothing';
const SOUND = 'What check accepts is a matrix';
/** Rows of different lengths, some empty; and no row at all, where every length is the least there is. */
const MATRICES = matricesById('middle-rows-empty', 'wide', 'power-law', 'no-rows');

/** A stored matrix with something in it that cannot be. */
interface Hostile {
  readonly what: string;
  readonly matrix: unknown;
}

function resized(array: TypedArray, length: number): TypedArray {
  const result = new (array.constructor as new (length: number) => TypedArray)(length);
  result.set(array.subarray(0, Math.min(length, array.length)));
  return result;
}

function detached(array: TypedArray): TypedArray {
  const copy = array.slice();
  structuredClone(copy.buffer, { transfer: [copy.buffer] });
  return copy;
}

/** Arrays of other lengths than the layout says. */
function otherLengths(stored: StoredMatrix): readonly Hostile[] {
  return Object.entries(stored.arrays).flatMap(([name, array]) =>
    [0, array.length - 1, array.length + 1]
      .filter((length) => length >= 0 && length !== array.length)
      .map((length) => ({
        what: `array '${name}' of ${length} elements instead of ${array.length}`,
        matrix: { ...stored, arrays: { ...stored.arrays, [name]: resized(array, length) } },
      })),
  );
}

function otherArrays(stored: StoredMatrix): readonly Hostile[] {
  const wrong = (array: TypedArray): readonly (readonly [string, unknown])[] => [
    ['missing', undefined],
    ['null', null],
    ['a number', 3],
    ['a plain array', Array.from(array)],
    ['detached', detached(array)],
    ['an ArrayBuffer', array.buffer],
    ['of 64-bit integers', new BigInt64Array(array.length)],
    ['of another type', array instanceof Int32Array ? new Float32Array(array) : new Int32Array(array.length)],
  ];
  const arrays = Object.entries(stored.arrays).flatMap(([name, array]) =>
    wrong(array).map(([what, value]) => ({
      what: `array '${name}' ${what}`,
      arrays: { ...stored.arrays, [name]: value },
    })),
  );
  return [
    ...arrays,
    { what: 'one array more', arrays: { ...stored.arrays, stranger: new Int32Array(1) } },
    { what: 'no arrays', arrays: undefined },
    { what: 'arrays null', arrays: null },
  ].map(({ what, arrays: changed }) => ({ what, matrix: { ...stored, arrays: changed } }));
}

const NO_NUMBER: readonly unknown[] = [Number.NaN, Infinity, -1, '1', null, undefined];

function otherHeaders(stored: StoredMatrix): readonly Hostile[] {
  const { shape, nnz, scalars, params } = stored;
  const scalar = Object.entries(scalars).flatMap(([name, value]) =>
    [...NO_NUMBER, value + 1, value + 2 ** 40].map((wrong) => ({ scalars: { ...scalars, [name]: wrong } })),
  );
  const sides = (['rows', 'cols'] as const).flatMap((side) =>
    [...NO_NUMBER, 0.5, 2 ** 31, ...(nnz > 0 ? [0] : [])].map((wrong) => ({ shape: { ...shape, [side]: wrong } })),
  );
  const changes: readonly object[] = [
    ...scalar,
    ...sides,
    ...[...NO_NUMBER, 0.5, nnz + 1, 2 ** 31].map((wrong) => ({ nnz: wrong })),
    ...Object.keys(params).map((name) => ({ params: { ...params, [name]: Number.NaN } })),
    { params: { ...params, stranger: 1 } },
    { shape: undefined },
    { shape: null },
    ...(Object.keys(scalars).length > 0 ? [{ scalars: undefined }, { scalars: null }] : []),
    { valueType: 'f16' },
    { valueType: undefined },
    { format: 'acme/stranger' },
    { format: undefined },
  ];
  return changes.map((change) => ({
    what: JSON.stringify(change, (_key, value: unknown) =>
      typeof value === 'number' || value === undefined ? String(value) : value,
    ),
    matrix: { ...stored, ...change },
  }));
}

/** Findings, or what was thrown. */
function attempt(check: () => readonly Finding[]): readonly Finding[] | string {
  try {
    return check();
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

function ensureFound(outcome: readonly Finding[] | string, what: string, point: FormatPoint, recorder: Recorder): void {
  ensure(typeof outcome !== 'string', HOSTILE, () => `${what}: it threw ${outcome as string}`, point.where);
  ensure(outcome.length > 0, HOSTILE, () => `${what}: nothing was found`, point.where);
  recorder.compare();
}

function hostile({ format }: FormatSubject, point: FormatPoint, recorder: Recorder): void {
  const { stored } = point;
  const nothing: readonly Hostile[] = [null, undefined, 3, 'matrix', []].map((matrix) => ({
    what: `${String(matrix)} for a matrix`,
    matrix,
  }));
  for (const { what, matrix } of [
    ...nothing,
    ...otherHeaders(stored),
    ...otherArrays(stored),
    ...otherLengths(stored),
  ]) {
    ensureFound(
      attempt(() => checkStored(format, matrix as StoredMatrix)),
      what,
      point,
      recorder,
    );
  }
}

const EXTREMES: readonly number[] = [-(2 ** 31), -1, 0, 1, 2 ** 31 - 1];
/** What else an array of whole numbers in f64 may hold. */
const EXTREMES_F64: readonly number[] = [...EXTREMES, 0.5, Number.NaN, Infinity, 2 ** 53];

/** Whether an array holds whole numbers, of whatever type, and no values. */
function holdsIntegers({ layout }: SparseFormat, name: string, array: TypedArray): boolean {
  const declared = layout[name]?.element ?? 'value';
  const elements: readonly string[] = Array.isArray(declared) ? declared : [declared];
  return !elements.includes('value') && elementTypeOf(array) !== 'f32';
}
const FLIPS = 60;

/** What an accepted matrix says its entries are, or what is wrong with that. */
function readBack(format: SparseFormat, matrix: StoredMatrix): string | undefined {
  let coo: CooMatrix;
  try {
    coo = format.toCoo(matrix);
  } catch (error) {
    return `toCoo threw ${String(error)}`;
  }
  return coo.values.length === matrix.nnz
    ? checkCoo(coo)[0]?.message
    : `toCoo gave ${coo.values.length} entries of ${matrix.nnz}`;
}

/** Single integers changed at random: either `check` finds it, or the result is another valid matrix. */
function flipped({ format }: FormatSubject, point: FormatPoint, recorder: Recorder): void {
  const { stored } = point;
  const names = Object.entries(stored.arrays)
    .filter(([name, array]) => array.length > 0 && holdsIntegers(format, name, array))
    .map(([name]) => name);
  if (names.length === 0) return;
  const random = createRandom(17);
  for (let flip = 0; flip < FLIPS; flip++) {
    const name = names[random.integer(names.length)];
    const arrays = copyArrays(stored.arrays);
    const array = arrays[name];
    const k = random.integer(array.length);
    const before = array[k];
    const extremes = array instanceof Float64Array ? EXTREMES_F64 : EXTREMES;
    array[k] = flip % 2 === 0 ? extremes[random.integer(extremes.length)] : before + random.integer(5) - 2;
    const what = `${name}[${k}] = ${array[k]} instead of ${before}`;
    const outcome = attempt(() => format.check({ ...stored, arrays }));
    ensure(typeof outcome !== 'string', HOSTILE, () => `${what}: it threw ${outcome as string}`, point.where);
    if (outcome.length === 0) {
      const wrong = readBack(format, { ...stored, arrays });
      ensure(wrong === undefined, SOUND, () => `${what} was accepted, but ${wrong}`, point.where);
    }
    recorder.compare();
  }
}

/** `check` and `checkStored` of anything but what `build` makes: they protect the memory of a device from foreign arrays. */
export function hostileCases(subject: FormatSubject): readonly ConformanceCase[] {
  const each = (name: string, run: typeof hostile): ConformanceCase =>
    defineCase({
      id: `${subject.format.id}/hostile/${name}`,
      run: (recorder) =>
        tryMatrices(
          { owner: `format '${subject.format.id}'`, others: poolOf(subject.matrices) },
          MATRICES,
          recorder,
          (matrix) => eachFormatPoint(subject, matrix, recorder, (point) => run(subject, point, recorder)),
        ),
    });
  return [each('shapes', hostile), each('integers', flipped)];
}
