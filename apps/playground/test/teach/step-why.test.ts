import { cooFromEntries } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { edited, editedText, editsOf } from '../../src/teach/edits.ts';
import { rectanglesOf } from '../../src/teach/rectangles.ts';
import type { LaneRows } from '../../src/teach/step-why.ts';
import { stepWords } from '../../src/teach/step-words.ts';
import { rangesText, stepWhy, storedBy } from '../../src/teach/step-why.ts';

const LENGTHS = [3, 3, 0, 1];
const ROWS: LaneRows = { rows: 4, firstRow: 0, rowOf: (t) => t, workOf: (t) => LENGTHS[t] ?? 0, blockSize: 64 };
const place = { launch: 0, block: 0, warp: 0, line: 1, text: '' };
const branch = (lanes: number, taken: number) => ({ ...place, kind: 'branch', lanes, taken }) as const;
const load = (elements: readonly number[], kind: 'load' | 'store' = 'load', sectors = [0, 1]) =>
  ({
    ...place,
    kind,
    buffer: 'y',
    lanes: elements.reduce((mask, element, lane) => (element < 0 ? mask : mask | (1 << lane)), 0),
    elements: Int32Array.from({ length: 32 }, (_, lane) => elements[lane] ?? -1),
    width: 1,
    addresses: new Float64Array(32),
    bytes: 8,
    sectors,
  }) as const;

describe('why a step is as it is', () => {
  it('names the rows that are empty or shorter, and lanes without a row', () => {
    expect(stepWhy(branch(0b1111, 0b0100), ROWS)).toBe('row 2 has no entry for lane 2, which skips the loop');
    expect(stepWhy(branch(0b1011, 0b1000), ROWS)).toBe('row 3 is shorter: lane 3 is done, and waits for lanes 0–1');
    expect(stepWhy(branch(0b11111, 0b01111), ROWS)).toBe('lane 4 has no row: there are 4');
  });

  it('names rows as the whole matrix does', () => {
    const words = stepWhy(branch(0b1011, 0b1000), { ...ROWS, firstRow: 1792 });
    expect(words).toBe('row 1795 is shorter: lane 3 is done, and waits for lanes 0–1');
  });

  it('calls one lane neither coalesced nor not', () => {
    expect(stepWords(load([7], 'load', [1]))).toBe('block 0, warp 0: load y, 1 lane of 8 bytes: 1 sector');
    expect(stepWords(load([6, 7], 'load', [1]))).toMatch(/, coalesced$/u);
  });

  it('gives no reason with which a lane disagrees', () => {
    expect(stepWhy(branch(0b1111, 0b0001), ROWS)).toBe('');
    expect(stepWhy(branch(0b1111, 0b0001), undefined)).toBe('');
    expect(stepWhy(load([7]), undefined)).toBe('');
  });

  it('tells neighbours in memory from elements that are apart, and from one that all want', () => {
    expect(stepWhy(load([4, 5, 6, 7]), undefined)).toContain('neighbours in memory');
    expect(stepWhy(load([5, 5, 5]), undefined)).toContain('the same element');
    expect(stepWhy(load([0, 3, 6]), undefined)).toContain('lane 0 wants element 0 and lane 1 element 3');
    expect(stepWhy(load([0, 3, 1], 'load', [0]), undefined)).toBe('');
    expect(stepWhy(load([0, 3, -1, -1]), ROWS)).toMatch(
      /lanes 4–31 have no row: there are 4; row 2 .*; row 3 is shorter/u,
    );
  });

  it('joins numbers, and knows what was stored so far', () => {
    expect(rangesText([0, 2, 3, 4, 9])).toBe('0, 2–4, 9');
    const steps = [load([0, 1], 'store'), load([3]), load([2], 'store')];
    expect([...storedBy(steps, 1, 'y')]).toEqual([0, 1]);
    expect([...storedBy(steps, 2, 'y')]).toEqual([0, 1, 2]);
  });
});

describe('a matrix that is edited', () => {
  const coo = cooFromEntries({ rows: 2, cols: 3 }, { rowIndex: [0, 1], colIndex: [2, 0], values: [5, 6] });

  it('loses entries that are clicked, and gains 1 where there was none; what is elsewhere is let be', () => {
    const { rowIndex, colIndex, values } = edited(coo, editsOf('10.22_10.21_1.1_x_99.20'), { row: 10, col: 20 });
    expect([[...rowIndex], [...colIndex], [...values]]).toEqual([
      [0, 1],
      [1, 0],
      [1, 6],
    ]);
    expect(edited(coo, editsOf(undefined), { row: 0, col: 0 })).toBe(coo);
  });

  it('is as it was after a second click', () => {
    const once = editedText(editsOf('0.0'), 1, 1);
    expect(once).toBe('0.0_1.1');
    expect(editedText(editsOf(once), 1, 1)).toBe('0.0');
  });
});

describe('arrays of rows that are padded', () => {
  const stored = (params: object, scalars: object, arrays: object) =>
    ({ shape: { rows: 2, cols: 9 }, params, scalars, arrays }) as never;

  it('are rectangles in either order, slices of their own widths, and none where other places are among them', () => {
    const values = new Float64Array(6);
    expect(rectanglesOf(stored({}, { width: 3, stride: 2 }, { values }), 'values')).toEqual([
      [
        [0, 2, 4],
        [1, 3, 5],
      ],
    ]);
    const byRow = stored({ order: 'row' }, { width: 3, stride: 3 }, { values });
    expect(rectanglesOf(byRow, 'values')).toEqual([
      [
        [0, 1, 2],
        [3, 4, 5],
      ],
    ]);
    const sell = stored({ C: 2 }, {}, { values, sliceStart: Int32Array.of(0, 4, 6) });
    expect(rectanglesOf(sell, 'values')).toEqual([
      [
        [0, 2],
        [1, 3],
      ],
      [[4], [5]],
    ]);
    expect(rectanglesOf(stored({}, { width: 2, stride: 2 }, { values }), 'values')).toBeUndefined();
    expect(rectanglesOf(stored({}, {}, { values }), 'values')).toBeUndefined();
  });
});
