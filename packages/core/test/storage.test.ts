import { describe, expect, it } from 'vitest';
import type { SparseFormat } from '../src/index.ts';
import {
  buildMatrix,
  checkStored,
  cooFromEntries,
  elementTypeOf,
  formatBytes,
  headerOf,
  matrixStatistics,
  NO_PARAMS,
  occupiedRowsOf,
  planStorage,
  rowStatistics,
  storageBytes,
  structureOf,
  structureOfRowLengths,
} from '../src/index.ts';
import { thrown } from './thrown.ts';

/** Values only, one slot per entry: enough of a format to test planning. */
const flat: SparseFormat = {
  kind: 'format',
  id: 'flat',
  title: 'Flat',
  sources: [],
  scalars: {},
  params: NO_PARAMS,
  layout: { values: { element: 'value', length: 'nnz', copyOf: 'values', doc: '' } },
  plan: ({ nnz }) => ({ scalars: {}, slots: nnz }),
  build: () => undefined,
  toCoo: () => {
    throw new Error('not needed');
  },
  check: () => [{ invariant: 'own', message: 'asked' }],
};
const coo = cooFromEntries({ rows: 2, cols: 3 }, { rowIndex: [0, 1, 1], colIndex: [0, 0, 2], values: [1, 2, 3] });

describe('planStorage and buildMatrix', () => {
  it('plans no second time what was planned, suggests nothing where all is given, and refuses what the plan refused', () => {
    const asked: string[] = [];
    const axes = { width: { values: [1, 2], default: 1, doc: '' } };
    const suggest = () => (asked.push('suggest'), { width: 2 });
    const counted: SparseFormat = {
      ...flat,
      params: { axes, suggest },
      plan: ({ nnz }) => (asked.push('plan'), { scalars: {}, slots: nnz }),
    };
    const plan = planStorage(counted, structureOf(coo), {}, 'f64');
    expect([plan.params, asked.splice(0)]).toEqual([{ width: 2 }, ['suggest', 'plan']]);
    expect(buildMatrix(counted, coo, { plan })).toMatchObject({ params: { width: 2 }, valueType: 'f64' });
    expect(asked.splice(0)).toEqual([]);
    planStorage(counted, structureOf(coo), { width: 1 }, 'f64');
    expect(asked.splice(0)).toEqual(['plan']);
    const refused = planStorage(flat, structureOf(coo), {}, 'f64', { maxBytes: 1 });
    expect(() => buildMatrix(flat, coo, { plan: refused })).toThrow(
      expect.objectContaining({ code: 'FORMAT.REFUSED' }) as Error,
    );
  });

  it('prices a plan and refuses past the limit or past 2^31-1 elements', () => {
    const plan = planStorage(flat, structureOf(coo), {}, 'f32');
    expect(plan).toMatchObject({ bytes: 12, padding: 0, slots: 3, format: 'flat' });
    expect(plan.refusal).toBeUndefined();
    expect(planStorage(flat, structureOf(coo), {}, 'f64', { maxBytes: 23 }).refusal).toBe(
      'needs 24 B, above the limit of 23 B',
    );
    expect(plan.hostBytes).toBe(12);
    // Values are priced as they are stored; what the host cannot hold is refused all the same.
    const half = planStorage(flat, structureOf(coo), {}, 'f16', { maxBytes: 12 });
    expect(half).toMatchObject({ bytes: 6, hostBytes: 12, valueType: 'f32' });
    expect(half.refusal).toBeUndefined();
    expect(planStorage(flat, structureOf(coo), {}, 'f16', { maxBytes: 11 }).refusal).toBe(
      'needs 12 B, above the limit of 11 B',
    );
    expect(planStorage(flat, structureOf(coo), {}, 'df64')).toMatchObject({
      bytes: 24,
      hostBytes: 24,
      valueType: 'f64',
    });
    const huge = { ...structureOf(coo), nnz: 2 ** 31 };
    expect(planStorage(flat, huge, {}, 'f64', { maxBytes: Infinity }).refusal).toContain('can number only 2^31-1');
  });

  it('gives plan the values, and keeps the fix of a format that refuses because of them', async () => {
    const negative: SparseFormat = {
      ...flat,
      plan: (structure, ...rest) => ({
        ...flat.plan(structure, ...rest),
        ...(structure.values?.every((value) => value > 0)
          ? {}
          : { refusal: 'not all values are positive', fix: 'Negate them.' }),
      }),
    };
    expect(planStorage(negative, structureOf(coo), {}, 'f64').refusal).toBeUndefined();
    const mixed = { ...coo, values: coo.values.map((value) => -value) };
    expect(planStorage(negative, structureOf(mixed), {}, 'f64')).toMatchObject({
      refusal: 'not all values are positive',
      fix: 'Negate them.',
    });
    await expect(async () => buildMatrix(negative, mixed)).rejects.toMatchObject({
      code: 'FORMAT.REFUSED',
      fix: 'Negate them.',
      message: expect.stringContaining('not all values are positive') as string,
    });
  });

  it('advises a higher limit where the limit is the reason, and nowhere else', () => {
    const fixes = (format: SparseFormat, structure = structureOf(coo)) =>
      planStorage(format, structure, {}, 'f64', { maxBytes: 23 }).fix;
    expect(fixes(flat)).toContain('raise the limit: maxBytes');
    expect(fixes({ ...flat, plan: (...given) => ({ ...flat.plan(...given), refusal: 'no use' }) })).toBe(
      'Choose another format, such as csr.',
    );
    expect(fixes({ ...flat, id: 'csr' })).not.toContain('csr');
    expect(fixes(flat, { ...structureOf(coo), nnz: 2 ** 31 })).not.toContain('raise');
    expect(planStorage(flat, structureOf(coo), {}, 'f64').fix).toBeUndefined();
  });

  it('builds what was planned, or says what it would have taken', async () => {
    expect(storageBytes(buildMatrix(flat, coo))).toBe(24);
    expect(await thrown(() => buildMatrix(flat, coo, { maxBytes: 8 }))).toBe('FORMAT.REFUSED');
    expect(
      await thrown(() =>
        buildMatrix(
          {
            ...flat,
            build: () => {
              throw new RangeError('Array buffer allocation failed');
            },
          },
          coo,
        ),
      ),
    ).toBe('FORMAT.OUT_OF_MEMORY');
    expect(
      await thrown(() =>
        buildMatrix(
          {
            ...flat,
            build: () => {
              throw new TypeError('bug');
            },
          },
          coo,
        ),
      ),
    ).toContain('bug');
    expect(
      await thrown(() =>
        buildMatrix(
          {
            ...flat,
            build: () => {
              throw new RangeError('Maximum call stack size exceeded');
            },
          },
          coo,
        ),
      ),
    ).toContain('call stack');
  });

  it('checkStored compares with the plan before asking the format', () => {
    const stored = buildMatrix(flat, coo);
    const structure = structureOf(coo);
    const found = (change: object) => checkStored(flat, { ...stored, ...change }, structure).map((f) => f.invariant);
    expect(found({})).toEqual(['own']);
    expect(found({ format: 'csr' })).toEqual(['format.id']);
    expect(found({ arrays: {} })).toEqual(['layout.names']);
    expect(found({ arrays: { values: new Float64Array(3), extra: new Int8Array(1) } })).toEqual(['layout.names']);
    expect(found({ arrays: { values: new Float32Array(3) } })).toEqual(['layout.elements']);
    expect(found({ arrays: { values: new Float64Array(4) } })).toEqual(['layout.lengths']);
  });

  it('plans the arrays by the formulas of the layout, and says which name there is not', async () => {
    const lengths = (length: string, scalars = {}): readonly unknown[] => {
      const layout = { a: { element: ['u16', 'f64', 'u8'], bits: '4 · rows', length, doc: '' } } as const;
      const params = { axes: { order: { values: ['row', 'column'], default: 'row', doc: '' } } };
      const format: SparseFormat = { ...flat, layout, params, plan: () => ({ scalars, slots: 3 }) };
      const { arrays } = planStorage(format, structureOf(coo), {}, 'f64');
      return [arrays['a']?.element, arrays['a']?.length];
    };
    expect(lengths('rows + 2 · cols + nnz')).toEqual(['u8', 11]);
    expect(lengths('⌈cols/rows⌉ · width + 1', { width: 5 })).toEqual(['u8', 11]);
    expect(lengths('rows, or cols when order = row')).toEqual(['u8', 3]);
    expect(lengths('rows, or cols when order = column')).toEqual(['u8', 2]);
    expect(lengths('rows, or cols when order = row', { order: 7, rows: 8, cols: 9 })).toEqual(['u8', 3]);
    expect(await thrown(() => lengths('rows · width'))).toBe('PLUGIN.INVALID');
    expect(await thrown(() => lengths('rows, or 1 when oder = row'))).toBe('PLUGIN.INVALID');
  });

  it('headerOf leaves out the contents', () => {
    expect(headerOf(buildMatrix(flat, coo))).toMatchObject({ format: 'flat', lengths: { values: 3 } });
  });
});

it('formatBytes keeps three digits in powers of ten', () => {
  expect([0, 999, 1000, 1234567, 160.1e9, 999_600].map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '1.00 kB',
    '1.23 MB',
    '160 GB',
    '1.00 MB',
  ]);
});

it('elementTypeOf tells the typed arrays apart', () => {
  expect([new Float64Array(1), new Uint16Array(1), [1], undefined].map(elementTypeOf)).toEqual([
    'f64',
    'u16',
    undefined,
    undefined,
  ]);
});

describe('statistics', () => {
  it('are those the papers define', () => {
    const rows = rowStatistics({ rows: 4, cols: 9 }, Int32Array.of(0, 2, 4, 6));
    expect(rows).toMatchObject({ nnz: 12, mean: 3, min: 0, max: 6, maxMinusMean: 3, emptyRows: 1 });
    expect(rows.standardDeviation).toBeCloseTo(Math.sqrt(5));
    expect(rows.relativeStandardDeviation).toBeCloseTo((100 * Math.sqrt(5)) / 3);
    expect(rows.percentAverageDeviation).toBeCloseTo((100 * 2) / 3);
  });

  it('count the empty rows that are not listed', () => {
    const listed = rowStatistics({ rows: 4, cols: 9 }, Int32Array.of(2, 4));
    const whole = rowStatistics({ rows: 4, cols: 9 }, Int32Array.of(0, 2, 0, 4));
    expect(listed).toEqual(whole);
    expect(rowStatistics({ rows: 2 ** 31 - 1, cols: 1 }, Int32Array.of(1))).toMatchObject({
      nnz: 1,
      min: 0,
      max: 1,
      emptyRows: 2 ** 31 - 2,
    });
  });

  it('cost what the entries cost, however many rows and columns there are', async () => {
    const most = 2 ** 31 - 1;
    const few = cooFromEntries(
      { rows: most, cols: most },
      { rowIndex: [0, 7, most - 1, most - 1], colIndex: [7, 0, 0, most - 1], values: [1, 1, 5, 2] },
    );
    expect(occupiedRowsOf(few)).toEqual({ row: Int32Array.of(0, 7, most - 1), start: Int32Array.of(0, 1, 2, 4) });
    expect(matrixStatistics(few)).toMatchObject({
      rows: most,
      emptyRows: most - 3,
      max: 2,
      bandwidth: most - 1,
      patternSymmetry: 2 / 3,
      valueSymmetry: 2 / 3,
    });
    const structure = structureOf(few, { maxRows: 1000 });
    expect(structure.rows.max).toBe(2);
    expect(() => structure.rowLength).toThrow('2147483647 rows');
    expect(await thrown(() => structure.rowLength)).toBe('FORMAT.REFUSED');
  });

  it('are zeros without rows, and the structure of row lengths alone has no positions', () => {
    const empty = structureOfRowLengths({ rows: 0, cols: 3 }, new Int32Array(0));
    expect(empty.rows).toMatchObject({ nnz: 0, mean: 0, min: 0, max: 0, percentAverageDeviation: 0 });
    expect(empty.positions).toBeUndefined();
  });

  it('know band and symmetry', () => {
    const full = matrixStatistics(
      cooFromEntries({ rows: 3, cols: 3 }, { rowIndex: [0, 0, 1, 2], colIndex: [0, 2, 0, 0], values: [1, 5, 2, 5] }),
    );
    expect(full).toMatchObject({ lowerBandwidth: 2, upperBandwidth: 2, bandwidth: 2 });
    expect(full.patternSymmetry).toBeCloseTo(2 / 3);
    expect(full.valueSymmetry).toBeCloseTo(2 / 3);
    expect(matrixStatistics(coo)).toMatchObject({ patternSymmetry: 0, density: 0.5 });
    expect(
      matrixStatistics(cooFromEntries({ rows: 0, cols: 0 }, { rowIndex: [], colIndex: [], values: [] })),
    ).toMatchObject({ density: 0, patternSymmetry: 1 });
  });
});

it('entries found canonical once are so for every format, but not when an array or the shape was exchanged', async () => {
  const own = { ...coo };
  buildMatrix(flat, own);
  buildMatrix(flat, own);
  for (const change of [
    { colIndex: Int32Array.of(0, 0, 9) },
    { rowIndex: Int32Array.of(1, 0, 1) },
    { values: new Float64Array(2) },
    { shape: { rows: 2, cols: 1 } },
  ]) {
    const exchanged = { ...coo };
    buildMatrix(flat, exchanged);
    Object.assign(exchanged, change);
    expect(await thrown(() => buildMatrix(flat, exchanged))).toBe('FORMAT.INVALID');
  }
});
