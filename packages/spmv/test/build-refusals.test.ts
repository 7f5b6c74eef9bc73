import type { CooMatrix, ShapeLike } from 'spmv/build';
import {
  add,
  diags,
  eye,
  fromTriplets,
  get,
  hstack,
  kron,
  map,
  norm,
  poisson,
  scale,
  slice,
  sum,
  toDense,
  transpose,
  vstack,
} from 'spmv/build';
import { expect, it } from 'vitest';

/** What a caller without types may give. */
const any = (value: unknown): never => value as never;
const A = eye(2);
const shape: ShapeLike = [2, 2];

function refusal(run: () => unknown): readonly [code: string, words: string] {
  try {
    run();
  } catch (error) {
    const { code, message, fix } = error as Record<'code' | 'message' | 'fix', string>;
    return [code, `${message} ${fix}`];
  }
  return ['', 'nothing was refused'];
}

it.each<[code: string, words: string, run: () => unknown]>([
  ['FORMAT.SHAPE', 'The shape is undefined. Give shape as [rows, columns]', () => fromTriplets(any(undefined), [])],
  ['FORMAT.SHAPE', 'an array of 3 elements', () => fromTriplets([1, 2, 3], [])],
  ['FORMAT.SHAPE', 'rows = -1', () => fromTriplets([-1, 2], [])],
  ['FORMAT.SHAPE', 'cols = 1.5', () => eye(1, 1.5)],
  ['FORMAT.INVALID', 'triplets is 3', () => fromTriplets(shape, any(3))],
  ['FORMAT.INVALID', 'triplets[0]', () => fromTriplets(shape, [[0, 1]])],
  ['FORMAT.INDEX_RANGE', '(0, 2), outside the 2 × 2', () => fromTriplets(shape, [[0, 2, 1]])],
  ['OPERAND.MATRIX', 'it is undefined', () => transpose(any(undefined))],
  ['OPERAND.MATRIX', "it is 'a.mtx'", () => transpose(any('a.mtx'))],
  ['FORMAT.INVALID', "element (0, 0) is '1'", () => kron(any([['1']]), A)],
  ['FORMAT.INVALID', 'pairs in values', () => kron(any([[{ re: 1, im: 1 }]]), A)],
  ['PARAM.OUT_OF_RANGE', "offset of a diagonal is '1'", () => eye(2, 2, any('1'))],
  ['FORMAT.INVALID', 'Diagonal 0 has 2 elements, and that of offset 0', () => diags([[1, 2]], [0], [3, 4])],
  ['FORMAT.INVALID', 'Give it 3 elements, or one for all', () => diags([[1, 2]], [0], [3, 4])],
  ['FORMAT.INVALID', 'in a matrix of 2 × 2 has 1.', () => diags([A.values, A.values], [0, 1], shape)],
  ['FORMAT.INVALID', 'Diagonal 1 has 2 elements', () => diags([A.values, A.values], [0, 1])],
  ['FORMAT.INDEX_RANGE', 'Give offsets from -4 to 4', () => diags([[1]], [-5], [4, 4])],
  ['FORMAT.INVALID', '2 diagonals at the offsets 1, 1', () => diags([1, 2], [1, 1], shape)],
  ['FORMAT.INVALID', '2 diagonals at the offsets 0', () => diags([[1], [2]], [0])],
  ['FORMAT.SHAPE', 'Give shape', () => diags([], [])],
  ['FORMAT.SHAPE', 'The first diagonal is 1', () => diags([1, 2], [0, 1])],
  ['OPERAND.TYPE', "diagonal 0[0] is '1'", () => diags(any([['1']]), [0])],
  ['OPERAND.TYPE', 'diagonal 0 is null', () => diags(any(null))],
  ['PARAM.OUT_OF_RANGE', 'offset of a diagonal is 0.5', () => diags([[1]], [0.5])],
  ['PARAM.OUT_OF_RANGE', 'offset of a diagonal is null', () => diags([1], any(null))],
  ['FORMAT.INVALID', 'no matrices', () => hstack([])],
  ['FORMAT.INVALID', 'Matrix 1 has 3 rows and matrix 0 has 2', () => hstack([A, eye(3)])],
  ['FORMAT.INVALID', 'Matrix 1 has 3 columns and matrix 0 has 2', () => vstack([A, eye(3)])],
  ['FORMAT.INVALID', '2 × 2 and one of 3 × 3', () => add(A, eye(3))],
  ['OPERAND.SCALAR', "'2'", () => add(A, A, any('2'))],
  ['OPERAND.SCALAR', 'null', () => scale(A, any(null))],
  ['PARAM.OUT_OF_RANGE', 'f is 2', () => map(A, any(2))],
  [
    'FORMAT.INVALID',
    'undefined for entry (0, 0)',
    () =>
      map(
        A,
        any(() => {}),
      ),
  ],
  ['FORMAT.INDEX_RANGE', '0 … 3', () => slice(A, { rows: { to: 3 } })],
  ['FORMAT.INDEX_RANGE', 'no column -1 in a matrix of', () => get(A, 0, -1)],
  ['PARAM.OUT_OF_RANGE', 'axis is 2', () => sum(A, any(2))],
  ['PARAM.OUT_OF_RANGE', "Give 'fro', 1 or Infinity.", () => norm(A, 2)],
  ['PARAM.OUT_OF_RANGE', 'one, two or three', () => (poisson as () => unknown)()],
  ['PARAM.OUT_OF_RANGE', '(2, 0.5)', () => poisson(2, 0.5)],
])('%s: %s', (code, words, run) => {
  expect(refusal(run)).toEqual([code, expect.stringContaining(words)]);
});

const full = { shape: [300, 300], dense: new Float64Array(90_000).fill(1) };
it.each<[code: string, words: string, run: (A: CooMatrix) => unknown]>([
  ['FORMAT.REFUSED', '8100000000', () => kron(full, full)],
  ['FORMAT.SHAPE', 'rows = 10000000000', (A) => kron(A, A)],
  ['FORMAT.SHAPE', 'cols = 3000000000', (A) => hstack(Array.from({ length: 30_000 }, () => A))],
  ['FORMAT.REFUSED', '2999900000', () => poisson(20_000, 30_000)],
  ['FORMAT.SHAPE', 'rows = 8000000000', () => poisson(2000, 2000, 2000)],
  ['FORMAT.REFUSED', '4294967293', () => diags([1, 1], [0, 1], [2 ** 31 - 1, 2 ** 31 - 1])],
  ['FORMAT.REFUSED', '10000000000 numbers', (A) => toDense(A)],
])('before memory is taken, %s: %s', (code, words, run) => {
  const A = eye(100_000);
  const before = process.memoryUsage();
  expect(refusal(() => run(A))).toEqual([code, expect.stringContaining(words)]);
  const after = process.memoryUsage();
  expect(after.rss + after.arrayBuffers - before.rss - before.arrayBuffers).toBeLessThan(2 ** 28);
});
