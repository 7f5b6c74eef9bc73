import { describe, expect, it } from 'vitest';
import { fitTwo, measureRanks } from '../src/measure-ranks.ts';
import { recordedConstants } from '../src/recorded-constants.ts';
import { syntheticMatrix } from '../src/synthetic.ts';
import { missing } from './missing.ts';
import { unless } from '../../../tools/needs.ts';

const lack = await missing();

function expectConstants({ hosts }: typeof recordedConstants, ranks: readonly number[]): void {
  expect(hosts.map((host) => host.ranks)).toEqual(ranks);
  for (const { local, jumps = [], productSeconds, messageSeconds, byteSeconds } of hosts) {
    expect(local.length).toBeGreaterThan(0);
    const numbers = [
      productSeconds,
      messageSeconds,
      byteSeconds,
      ...local.flatMap((one) => Object.values(one) as number[]),
      ...local.map(({ surpriseSeconds = Number.NaN }) => surpriseSeconds),
    ];
    expect(numbers.every((value) => value >= 0 && value < Infinity)).toBe(true);
    expect(local.map(({ bytes }) => bytes)).toEqual(local.map(({ bytes }) => bytes).toSorted((a, b) => a - b));
    expect(jumps.every(({ seconds }) => seconds >= 0 && seconds < Infinity)).toBe(true);
    expect(jumps.map(({ bytes }) => bytes)).toEqual(jumps.map(({ bytes }) => bytes).toSorted((a, b) => a - b));
    expect(local.every(({ rowSeconds, entrySeconds }) => rowSeconds + entrySeconds > 0)).toBe(true);
  }
}

describe('constants', () => {
  it('of two kinds are found again, and never negative', () => {
    const times = [
      [1, 8, 3],
      [7, 56, 21],
      [1, 8000, 3 + 7992 * 0.25],
      [3, 24_000, 9 + 23_976 * 0.25],
    ] as const;
    expect(fitTwo(times)).toEqual([expect.closeTo(1, 9), expect.closeTo(0.25, 9)]);
    expect(fitTwo([])).toEqual([0, 0]);
    expect(
      fitTwo([
        [1, 8, 5],
        [1, 8000, 4],
        [1, 0, -2],
      ]),
    ).toEqual([expect.closeTo(4.39, 2), 0]);
  });

  it('that were recorded are such as are measured', () => {
    expectConstants(
      recordedConstants,
      recordedConstants.hosts.map(({ ranks }) => ranks),
    );
    expect(recordedConstants.hosts.some(({ ranks, messageSeconds }) => ranks > 1 && messageSeconds > 0)).toBe(true);
    expect([recordedConstants.machine, recordedConstants.software]).not.toContain('');
  });
});

describe('a matrix to measure with', () => {
  it('is a band in the block of each rank, and its first rows need columns of neighbours', () => {
    const { shape, rowStart, colIndex } = syntheticMatrix({ ranks: 3, rows: 4, length: 2, neighbours: 2, shared: 1 });
    expect(shape).toEqual({ rows: 12, cols: 12 });
    const rows = Array.from({ length: 12 }, (_, i) => [...colIndex.subarray(rowStart[i], rowStart[i + 1])]);
    expect(rows.slice(0, 5)).toEqual([
      [0, 1, 4, 8],
      [1, 2],
      [2, 3],
      [2, 3],
      [0, 4, 5, 8],
    ]);
    expect(rows[8]).toEqual([0, 4, 8, 9]);
  });

  it('has rows of a length that nobody guesses where that is asked for, the same in each block', () => {
    const spread = { ranks: 2, rows: 1000, length: 5, spread: 2, neighbours: 0, shared: 0 };
    const { rowStart, colIndex } = syntheticMatrix(spread);
    const lengths = rowStart.subarray(1).map((end, i) => end - (rowStart[i] as number));
    expect(new Set(lengths)).toEqual(new Set([3, 4, 5, 6, 7]));
    expect(lengths.subarray(1000)).toEqual(lengths.subarray(0, 1000));
    expect(colIndex).toHaveLength(rowStart.at(-1) as number);
  });
});

describe('a matrix of columns by chance', () => {
  it('has as many entries in each row, in order, all over the block of each rank', () => {
    const { rowStart, colIndex } = syntheticMatrix({
      ranks: 2,
      rows: 500,
      length: 8,
      scattered: true,
      neighbours: 0,
      shared: 0,
    });
    expect(new Set(rowStart.subarray(1).map((end, i) => end - (rowStart[i] as number)))).toEqual(new Set([8]));
    for (let i = 0; i < 1000; i++) {
      const columns = [...colIndex.subarray(8 * i, 8 * i + 8)];
      expect(columns).toEqual([...new Set(columns)].toSorted((a, b) => a - b));
      expect(columns.every((j) => Math.floor(j / 500) === Math.floor(i / 500))).toBe(true);
    }
    expect(new Set(colIndex).size).toBeGreaterThan(900);
  });
});

describe('a machine', unless(lack), () => {
  it('is measured with one rank, two and as many as are opened', async () => {
    const root = { allowRoot: true, oversubscribe: true };
    const constants = await measureRanks(
      root,
      { device: '3' },
      {
        sizes: [2 ** 12, 2 ** 14],
        jumpSizes: [2 ** 10, 2 ** 18],
        seconds: 0.001,
      },
    );
    // In 1 KiB of x nothing jumps.
    expect(constants.hosts.map(({ jumps = [] }) => jumps.map(({ bytes }) => bytes))).toEqual([
      [2 ** 18],
      [2 ** 18],
      [2 ** 18],
    ]);
    expectConstants(constants, [1, 2, 3]);
    expect(constants.software).toMatch(/^PETSc 3.*Open MPI/u);
    const [one, two] = constants.hosts;
    expect([one?.messageSeconds, one?.byteSeconds]).toEqual([0, 0]);
    expect(two?.messageSeconds).toBeGreaterThan(0);
  });
});
