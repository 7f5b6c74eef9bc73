import { describe, expect, it } from 'vitest';
import type { RowSource, SparseFormat } from '../src/index.ts';
import {
  buildMatrix,
  buildMatrixFromRows,
  checkCoo,
  checkStored,
  cooFromEntries,
  cooOfRows,
  entriesOf,
  forEachBatch,
  INDEX_LIMIT,
  NO_PARAMS,
  planStorage,
  rowsOfCoo,
  structureOfRowLengths,
} from '../src/index.ts';
import { thrown } from './thrown.ts';

/** Row i has i % 5 entries from column i on, with values of its own; `calls` are the rows asked for. */
function staircase(rows: number, calls: (readonly [number, number])[] = []): RowSource {
  const rowLength = Int32Array.from({ length: rows }, (_, i) => i % 5);
  return {
    shape: { rows, cols: rows + 5 },
    rowLength,
    readRows(begin, end, colIndex, values) {
      calls.push([begin, end]);
      for (let i = begin, k = 0; i < end; i++)
        for (let e = 0; e < (rowLength[i] as number); e++, k++) {
          colIndex[k] = i + e;
          values[k] = i + e / 8;
        }
    },
  };
}

/** A format of values alone, built of all entries or row by row. */
function sums(rowByRow: boolean, maxEntries?: number): SparseFormat {
  const format: SparseFormat = {
    kind: 'format',
    id: 'sums',
    title: 'Sums',
    sources: [],
    scalars: {},
    params: NO_PARAMS,
    layout: { values: { element: 'value', length: 'nnz', copyOf: 'values', doc: '' } },
    plan: ({ nnz }) => ({ scalars: {}, slots: nnz }),
    build: () => undefined,
    toCoo: () => {
      throw new Error('not needed');
    },
    check: () => [],
  };
  return {
    ...format,
    ...(maxEntries === undefined ? {} : { maxEntries }),
    ...(rowByRow ? { buildFromRows: (source, { arrays }) => arrays['values']?.set(cooOfRows(source).values) } : {}),
  } as SparseFormat;
}

describe('a source of rows', () => {
  it('is read once, in order, in batches of bounded size, empty rows not asked for alone', () => {
    const calls: (readonly [number, number])[] = [];
    const source = staircase(100_000, calls);
    const seen: number[] = [];
    let buffer: ArrayBufferLike | undefined;
    forEachBatch(source, ({ begin, end, first, colIndex, values }) => {
      seen.push(begin, end);
      expect(first).toBe(entriesOf({ rowLength: source.rowLength.subarray(0, begin) }));
      expect(values[0]).toBe((colIndex[0] as number) - 0);
      expect(colIndex.length).toBe(values.length);
      expect(colIndex.length).toBeLessThanOrEqual(2 ** 16);
      // One batch is all the memory that it takes.
      expect(buffer ?? colIndex.buffer).toBe(colIndex.buffer);
      buffer = colIndex.buffer;
    });
    expect(calls.flat()).toEqual(seen);
    expect([seen[0], seen.at(-1)]).toEqual([0, 100_000]);
    expect(calls.length).toBe(4);
    forEachBatch(staircase(1, calls), () => expect.unreachable());
    expect(calls.length).toBe(4);
  });

  it('has batches as long as its longest row', () => {
    const cols = 200_000;
    const long: RowSource = {
      shape: { rows: 3, cols },
      rowLength: Int32Array.of(1, cols, 1),
      readRows(begin, end, colIndex) {
        for (let i = begin, k = 0; i < end; i++) for (let e = 0; e < (i === 1 ? cols : 1); e++) colIndex[k++] = e;
      },
    };
    const batches: number[] = [];
    forEachBatch(long, ({ colIndex }) => batches.push(colIndex.length));
    expect(batches).toEqual([1, cols, 1]);
  });

  it('gives the COO that it is of, and a COO the source', () => {
    const source = staircase(23);
    const coo = cooOfRows(source);
    expect(checkCoo(coo)).toEqual([]);
    expect(coo.values.length).toBe(entriesOf(source));
    const back = rowsOfCoo(coo);
    expect(back.rowLength).toEqual(source.rowLength);
    expect(cooOfRows(back)).toBe(coo);
    expect(cooOfRows({ ...back, coo: undefined } as never)).toEqual(coo);
    const part = new Int32Array(5);
    back.readRows(7, 9, part, new Float64Array(5));
    expect([...part]).toEqual([7, 8, 8, 9, 10]);
  });

  it.each([
    ['too few lengths', { rowLength: new Int32Array(4) }, '4 row lengths for 5 rows'],
    [
      'a negative length',
      { rowLength: Int32Array.of(0, 1, -1, 0, 0) },
      'row 2 has -1 entries, but the matrix has 10 columns',
    ],
    ['a length beyond the columns', { rowLength: Int32Array.of(0, 1, 11, 0, 0) }, 'row 2 has 11 entries'],
    [
      'a column twice',
      { readRows: (_b: number, _e: number, c: Int32Array) => c.fill(1) },
      'row 2 has column 1 after column 1',
    ],
    [
      'a column outside',
      { readRows: (_b: number, _e: number, c: Int32Array) => c.fill(10) },
      'column 10 after column -1',
    ],
    ['a row that it does not write', { readRows: () => {} }, 'row 1 has column -1 after column -1'],
  ])('with %s is refused', async (_what, change, message) => {
    const source = { ...staircase(5), ...change };
    for (const build of [() => cooOfRows(source), () => buildMatrixFromRows(sums(true), source)]) {
      expect(await thrown(build)).toBe('FORMAT.INVALID');
      expect(build).toThrow(message);
    }
  });
});

describe('buildMatrixFromRows', () => {
  it('plans from the lengths, refuses what does not fit, and marks what it made as built', async () => {
    const made = buildMatrixFromRows(sums(true), staircase(12));
    expect(made).toEqual(buildMatrix(sums(true), cooOfRows(staircase(12))));
    expect(Object.isFrozen(made)).toBe(true);
    const calls: (readonly [number, number])[] = [];
    expect(await thrown(() => buildMatrixFromRows(sums(true), staircase(12, calls), { maxBytes: 8 }))).toBe(
      'FORMAT.REFUSED',
    );
    expect(calls).toEqual([]);
  });

  it('builds a format that needs all entries of the COO that a source has, and refuses without, with a way out', () => {
    const coo = cooOfRows(staircase(12));
    expect(buildMatrixFromRows(sums(false), rowsOfCoo(coo))).toEqual(buildMatrix(sums(false), coo));
    expect(() => buildMatrixFromRows(sums(false), staircase(12))).toThrow(
      expect.objectContaining({ code: 'FORMAT.REFUSED', fix: expect.stringContaining('cooOfRows') as string }) as Error,
    );
  });
});

describe('beyond 2^31 - 1 entries', () => {
  /** 3 · 10⁹ entries in 1500 rows: of the lengths alone is anything made. */
  const huge: RowSource = {
    shape: { rows: 1500, cols: 2_500_000 },
    rowLength: new Int32Array(1500).fill(2_000_000),
    readRows: () => expect.unreachable(),
  };
  const structure = structureOfRowLengths(huge.shape, huge.rowLength);

  it('a format is refused unless it says that it numbers so many, whatever its arrays', () => {
    const unlimited = { maxBytes: Infinity };
    expect(planStorage(sums(true), structure, {}, 'f64', unlimited)).toMatchObject({
      refusal: "needs 24.0 GB: the matrix has 3000000000 entries, and 'sums' can number only 2^31-1",
      fix: expect.stringContaining('csr64') as string,
    });
    // Packed: arrays within 2^31 elements for entries that are not.
    const packed: SparseFormat = {
      ...sums(true),
      plan: ({ nnz }) => ({ arrays: { values: { element: 'f64', length: 5 } }, scalars: {}, slots: nnz }),
    };
    expect(planStorage(packed, structure, {}, 'f64', unlimited).refusal).toContain('3000000000 entries');
    expect(planStorage(sums(true, 2 ** 40), structure, {}, 'f64', unlimited).refusal).toBeUndefined();
    expect(planStorage(sums(true, 2 ** 40), structure, {}, 'f64').refusal).toBe(
      'needs 24.0 GB, above the limit of 4.29 GB',
    );
    expect(planStorage(sums(true, 2.5e9), structure, {}, 'f64', unlimited).refusal).toContain(
      'can number only 2500000000',
    );
  });

  it('COO is refused with the number, before anything is made', async () => {
    const refused = expect.objectContaining({
      code: 'FORMAT.REFUSED',
      message: 'COO holds at most 2^31-1 entries, and there are 3000000000.',
    }) as Error;
    expect(() => cooOfRows(huge)).toThrow(refused);
    const list = { length: 3e9 };
    expect(() => cooFromEntries({ rows: 5, cols: 5 }, { rowIndex: list, colIndex: list, values: list })).toThrow(
      refused,
    );
    const array = Object.defineProperty(new Int32Array(0), 'length', { value: 3e9 });
    const values = Object.defineProperty(new Float64Array(0), 'length', { value: 3e9 });
    expect(checkCoo({ shape: { rows: 5, cols: 5 }, rowIndex: array, colIndex: array, values })).toEqual([
      { invariant: 'coo.lengths', message: 'there are 3000000000 entries, more than 2^31-1' },
    ]);
  });

  it('a stored matrix is found to be wrong where its format does not number so many', () => {
    const stored = buildMatrixFromRows(sums(true), staircase(5));
    const large = (nnz: number, length = nnz): object => {
      const values = Object.defineProperty(new Float64Array(0), 'length', { value: length });
      return { ...stored, shape: { rows: 2 ** 20, cols: 2 ** 20 }, nnz, arrays: { values } };
    };
    const invariants = (format: SparseFormat, matrix: object) =>
      checkStored(format, matrix as never).map(({ invariant }) => invariant);
    expect(invariants(sums(true), large(INDEX_LIMIT))).toEqual([]);
    expect(invariants(sums(true), large(INDEX_LIMIT + 1))).toEqual(['header.nnz']);
    expect(invariants(sums(true, 2 ** 40), large(INDEX_LIMIT + 1))).toEqual([]);
    expect(invariants(sums(true, 2 ** 40), large(2 ** 41))).toEqual(['header.nnz']);
    expect(invariants(sums(true), large(4, 2 ** 31))).toEqual(['layout.lengths']);
  });
});
