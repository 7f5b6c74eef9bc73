import type { CooMatrix } from '@spmv/core';
import { checkCoo } from '@spmv/core';
import fc from 'fast-check';
import { openMatrix } from 'spmv';
import type { Diagonal, MatrixLike } from 'spmv/build';
import {
  add,
  diagonal,
  diags,
  eye,
  fromTriplets,
  get,
  hstack,
  identity,
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
import { build } from 'vite';
import { describe, expect, it } from 'vitest';

type Dense = number[][];
const dense = (rows: number, cols: number, at: (i: number, j: number) => number): Dense =>
  Array.from({ length: rows }, (_, i) => Array.from({ length: cols }, (_, j) => at(i, j) + 0));
/** Rows of numbers: `1 2, 3 4`. */
const rows = (text: string): Dense => text.split(', ').map((row) => row.split(' ').map(Number));
/** The elements of entries that are canonical, −0 as 0. */
function elements(A: CooMatrix): Dense {
  expect(checkCoo(A)).toEqual([]);
  return toDense(A).map((row) => Array.from(row, (value) => value + 0));
}

/** Triplets in any order, of one position several times, and the elements that they come to. */
const size = fc.nat(6);
const matrix = (rows: fc.Arbitrary<number> = size, cols: fc.Arbitrary<number> = size) =>
  fc.tuple(rows, cols).chain(([m, n]) => {
    const triplet = fc.tuple(fc.nat(Math.max(0, m - 1)), fc.nat(Math.max(0, n - 1)), fc.integer({ min: -9, max: 9 }));
    return fc.array(triplet, { maxLength: m * n === 0 ? 0 : 20 }).map((triplets) => {
      const D = dense(m, n, () => 0);
      for (const [i, j, value] of triplets) (D[i] as number[])[j] = ((D[i] as number[])[j] as number) + value;
      return { m, n, D, A: fromTriplets([m, n], triplets), at: (i: number, j: number) => D[i]?.[j] as number };
    });
  });
const ofOneShape = fc.tuple(size, size).chain(([m, n]) => {
  const one = matrix(fc.constant(m), fc.constant(n));
  return fc.tuple(one, one);
});
const total = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

describe('entries are what dense arithmetic says', () => {
  it('those of one matrix agree', () => {
    fc.assert(
      fc.property(matrix(), fc.integer(), fc.array(fc.nat(6), { minLength: 4, maxLength: 4 }), (one, gamma, ends) => {
        const { A, D, m, n, at } = one;
        expect(elements(A)).toEqual(D);
        expect(elements(transpose(A))).toEqual(dense(n, m, (j, i) => at(i, j)));
        expect(elements(scale(A, gamma))).toEqual(dense(m, n, (i, j) => gamma * at(i, j)));
        expect(elements(map(A, (value, i, j) => value * (10 * i + j)))).toEqual(
          dense(m, n, (i, j) => at(i, j) * (10 * i + j)),
        );
        const [top = 0, bottom = 0, left = 0, right = 0] = [
          ...ends
            .slice(0, 2)
            .map((end) => Math.min(end, m))
            .sort((a, b) => a - b),
          ...ends
            .slice(2)
            .map((end) => Math.min(end, n))
            .sort((a, b) => a - b),
        ];
        expect(elements(slice(A, { rows: { from: top, to: bottom }, cols: { from: left, to: right } }))).toEqual(
          dense(bottom - top, right - left, (i, j) => at(top + i, left + j)),
        );
        expect(dense(m, n, (i, j) => get(A, i, j))).toEqual(D);
        expect([...diagonal(A)]).toEqual(Array.from({ length: Math.min(m, n) }, (_, i) => at(i, i)));
        const columns = Array.from({ length: n }, (_, j) => D.map((row) => row[j] as number));
        expect([sum(A), [...sum(A, 0)], [...sum(A, 1)]]).toEqual([total(D.flat()), columns.map(total), D.map(total)]);
        const largest = (lines: Dense): number => Math.max(0, ...lines.map((line) => total(line.map(Math.abs))));
        expect([norm(A, 1), norm(A, Infinity)]).toEqual([largest(columns), largest(D)]);
        expect(norm(A)).toBeCloseTo(Math.hypot(...D.flat()), 12);
      }),
    );
  });

  it('those of two matrices agree', () => {
    fc.assert(
      fc.property(matrix(), matrix(), ofOneShape, fc.integer({ min: -3, max: 3 }), (a, b, [c, d], gamma) => {
        expect(elements(kron(a.A, b.A))).toEqual(
          dense(a.m * b.m, a.n * b.n, (i, j) => {
            const [p, q] = [i % b.m, j % b.n];
            return a.at((i - p) / b.m, (j - q) / b.n) * b.at(p, q);
          }),
        );
        const both = add(c.A, d.A, gamma);
        expect(elements(both)).toEqual(dense(c.m, c.n, (i, j) => c.at(i, j) + gamma * d.at(i, j)));
        const places = new Set(
          [c.A, d.A].flatMap((one) => [...one.values].map((_, k) => `${one.rowIndex[k]} ${one.colIndex[k]}`)),
        );
        expect(both.values.length).toBe(places.size);
        expect(elements(hstack([c.A, d.A, c.A]))).toEqual(c.D.map((row, i) => [...row, ...(d.D[i] ?? []), ...row]));
        expect(elements(vstack([c.A, d.A, c.A]))).toEqual([...c.D, ...d.D, ...c.D]);
      }),
    );
  });

  it('diagonals agree anywhere in matrices of any shape', () => {
    const shaped = fc.tuple(size, size).chain(([m, n]) =>
      fc.record({
        shape: fc.constant([m, n]),
        offsets: fc.uniqueArray(fc.integer({ min: -m, max: n }), { maxLength: 6 }),
        isOne: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      }),
    );
    fc.assert(
      fc.property(shaped, ({ shape, offsets, isOne }) => {
        const [m, n] = shape as [number, number];
        const value = (d: number, t: number): number => 10 * d + 1 + (isOne[d] ? 0 : t);
        const diagonals = offsets.map((k, d): Diagonal => {
          const length = Math.min(m + Math.min(0, k), n - Math.max(0, k));
          return isOne[d] ? value(d, 0) : Float64Array.from({ length }, (_, t) => value(d, t));
        });
        const wanted = dense(m, n, (i, j) => {
          const d = offsets.indexOf(j - i);
          return d < 0 ? 0 : value(d, Math.min(i, j));
        });
        expect(elements(diags(diagonals, offsets, shape))).toEqual(wanted);
        for (const k of [...offsets, m + 3, n + 3, -m - 3])
          expect(elements(eye(m, n, k))).toEqual(dense(m, n, (i, j) => Number(j - i === k)));
      }),
    );
  });

  it('of grids: Kronecker sums of lines', () => {
    const line = (n: number): CooMatrix => (n === 0 ? eye(0) : diags([2, -1, -1], [0, -1, 1], [n, n]));
    const plus = (A: CooMatrix, B: CooMatrix): CooMatrix =>
      add(kron(A, identity(B.shape.rows)), kron(identity(A.shape.rows), B));
    const side = fc.nat(5);
    fc.assert(
      fc.property(side, side, side, (l, m, n) => {
        expect(poisson(n)).toEqual(line(n));
        expect(poisson(m, n)).toEqual(plus(line(m), line(n)));
        expect(poisson(l, m, n)).toEqual(plus(plus(line(l), line(m)), line(n)));
      }),
    );
  });
});

describe('results are those of SciPy', () => {
  const tridiagonal = rows('-2 1 0 0, 1 -2 1 0, 0 1 -2 1, 0 0 1 -2');
  const A = rows('1 2, 3 4');
  it.each<[name: string, made: CooMatrix, wanted: string]>([
    ['arrays', diags(rows('1 2 3 4, 1 2 3, 1 2'), [0, -1, 2]), '1 0 1 0, 1 2 0 2, 0 2 3 0, 0 0 3 4'],
    ['one above', diags([1, 2, 3], 1), '0 1 0 0, 0 0 2 0, 0 0 0 3, 0 0 0 0'],
    ['no offset', diags([1, 2]), '1 0, 0 2'],
    ['a shape', diags([[1, 2, 3]], [2], [3, 5]), '0 0 1 0 0, 0 0 0 2 0, 0 0 0 0 3'],
    ['a corner', diags([[1]], [-2], { rows: 3, cols: 2 }), '0 0, 0 0, 1 0'],
    ['eye', eye(3), '1 0 0, 0 1 0, 0 0 1'],
    ['eye of two numbers and an offset', eye(2, 3, 1), '0 1 0, 0 0 1'],
    ['eye outside', eye(2, 2, 2), '0 0, 0 0'],
    ['kron', kron(rows('0 2, 5 0'), A), '0 0 2 4, 0 0 6 8, 5 10 0 0, 15 20 0 0'],
    ['hstack', hstack([A, rows('5, 6')]), '1 2 5, 3 4 6'],
    ['vstack', vstack([A, rows('5 6')]), '1 2, 3 4, 5 6'],
  ])('%s', (_, made, wanted) => {
    expect(elements(made)).toEqual(rows(wanted));
  });

  it('numbers and arrays of one fill a diagonal', () => {
    for (const each of [[1, -2, 1], rows('1, -2, 1')])
      expect(elements(diags(each, [-1, 0, 1], [4, 4]))).toEqual(tridiagonal);
  });

  it('of sums and norms', () => {
    const a = dense(3, 3, (i, j) => 3 * i + j - 4);
    expect([norm(a), norm(a, 'fro'), norm(a, 1), norm(a, Infinity)]).toEqual([Math.sqrt(60), Math.sqrt(60), 7, 9]);
    expect([sum(A), sum(A, 0), sum(A, 1)]).toEqual([10, Float64Array.of(4, 6), Float64Array.of(3, 7)]);
    const far = [2 ** 700, 2 ** -1070];
    expect(far.map((unit) => norm([[3 * unit, 4 * unit]]))).toEqual(far.map((unit) => 5 * unit));
    expect([norm([[-Infinity]]), norm([[Number.NaN, 1]])]).toEqual([Infinity, Number.NaN]);
  });

  it('zeros stay entries', () => {
    const ofDiagonals = diags([0, 1], [0, 1], [2, 2]);
    expect(ofDiagonals.values).toEqual(Float64Array.of(0, 1, 0));
    expect(fromTriplets([1, 2], rows('0 1 2, 0 1 -2, 0 0 0')).values).toEqual(Float64Array.of(0, 0));
    expect(add(ofDiagonals, ofDiagonals, -1).values.length).toBe(3);
  });
});

describe('a matrix', () => {
  const wanted = rows('4 -1 0, -1 4 -1');
  const triplets = rows('1 2 -1, 0 0 4, 0 1 -1, 1 0 -1, 1 1 3, 1 1 1');
  const shape = [2, 3];
  function* each(): Generator<[row: number, column: number, value: number]> {
    for (const [i = 0, j = 0, value = 0] of triplets) yield [i, j, value];
  }
  const typed = [Float64Array.of(4, -1, 0), Float64Array.of(-1, 4, -1)];
  const unsorted = {
    rowIndex: Int32Array.of(1, 0, 0, 1, 1),
    colIndex: Int32Array.of(2, 1, 0, 0, 1),
    values: Float64Array.of(-1, -1, 4, -1, 4),
  };
  it.each<[name: string, source: MatrixLike & Parameters<typeof openMatrix>[0]]>([
    ['rows', wanted],
    ['typed rows', typed],
    ['triplets', { shape, triplets }],
    ['triplets one by one', { shape: { rows: 2, cols: 3 }, triplets: each() }],
    ['CSR', { shape, rowStart: [0, 2, 5], colIndex: [0, 1, 0, 1, 2], values: [4, -1, -1, 4, -1] }],
    ['CSC', { shape, colStart: [0, 2, 4, 5], rowIndex: [0, 1, 0, 1, 1], values: [4, -1, -1, 4, -1] }],
    ['entries in any order', { shape, ...unsorted }],
    ['dense', { shape, dense: [4, -1, 0, -1, 4, -1] }],
    ['entries', fromTriplets(shape, triplets)],
  ])('is given as %s, here and to openMatrix', async (name, source) => {
    if (name !== 'triplets one by one') expect(elements(scale(source, 1))).toEqual(wanted);
    await using opened = await openMatrix(source, { backend: 'serial' });
    expect([opened.shape, await opened.multiply([1, 2, 3])]).toEqual([{ rows: 2, cols: 3 }, Float64Array.of(2, 4)]);
    expect(elements(add(opened, wanted))).toEqual(rows('8 -2 0, -2 8 -2'));
    expect(get(opened.entries(), 1, 2)).toBe(-1);
  });

  it('is read only', () => {
    const source = { shape: { rows: 2, cols: 3 }, ...unsorted };
    const before = structuredClone(source);
    expect([get(source, 1, 1), get(source, 0, 2)]).toEqual([4, 0]);
    expect(elements(vstack([source, source]))).toEqual([...wanted, ...wanted]);
    expect(source).toEqual(before);
  });

  it('far larger than its entries takes memory and time of these', () => {
    const n = 2 ** 31 - 1;
    const far = diags([[1], [2]], [0, 1 - n], [n, 1]);
    expect([[...far.rowIndex], [...transpose(far).colIndex], norm(far, 1), norm(far, Infinity)]).toEqual([
      [0, n - 1],
      [0, n - 1],
      3,
      2,
    ]);
    const wide = fromTriplets([1, 2 ** 15], [[0, 2 ** 15 - 1, 3]]);
    expect([...kron(wide, transpose(wide)).rowIndex]).toEqual([2 ** 15 - 1]);
    expect([get(far, n - 1, 0), get(far, 5, 0)]).toEqual([2, 0]);
  });
});

it('has norms of what is as large as numbers are', () => {
  for (const large of [Number.MAX_VALUE, Number.MAX_VALUE * (1 - 2 ** -53), Number.MAX_VALUE / 2])
    expect(norm([[large]])).toBe(large);
});

it('carries nothing but functions of data into a bundle', async () => {
  const entry = 'virtual:entry';
  const built = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@spmv/source'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? `\0${entry}` : undefined),
        load: (id) =>
          id === `\0${entry}` ? `export * from '${new URL('../src/build/index.ts', import.meta.url).href}'` : undefined,
      },
    ],
    build: { write: false, rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  });
  const chunks = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  // What writes files of a type is loaded with the first of them.
  const imported = new Set(
    chunks.flatMap((chunk) => ('isEntry' in chunk && chunk.isEntry ? [chunk.fileName, ...chunk.imports] : [])),
  );
  const loaded = chunks.filter(({ fileName }) => imported.has(fileName));
  const modules = loaded.flatMap((chunk) => ('modules' in chunk ? Object.entries(chunk.modules) : []));
  const carried = modules
    .filter(([file, { renderedLength }]) => renderedLength > 0 && !file.startsWith('\0vite/'))
    .map(([file]) => file);
  expect(carried.length).toBeGreaterThan(10);
  for (const file of carried)
    expect(file).toMatch(
      /\/(?:spmv\/src\/(?:build|memory|source|numbers\.ts|save\.ts)|core\/src\/(?:data|errors|params|file\/file-type\.ts|format\/built-mark\.ts))/u,
    );
});
