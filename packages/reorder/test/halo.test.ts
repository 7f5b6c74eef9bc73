import type { CooMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import type { RankConstants } from '../src/index.ts';
import {
  createJumpCounter,
  createSurpriseCounter,
  equalParts,
  haloOf,
  partBytes,
  partsByWork,
  predictProduct,
} from '../src/index.ts';

function matrix(rows: number, cols: number, at: readonly (readonly [number, number])[]): CooMatrix {
  return cooFromEntries(
    { rows, cols },
    { rowIndex: at.map(([i]) => i), colIndex: at.map(([, j]) => j), values: at.map(() => 1) },
  );
}

const row = (i: number, columns: readonly number[]): readonly (readonly [number, number])[] =>
  columns.map((j) => [i, j]);
const upTo = (n: number): number[] => Array.from({ length: n }, (_, k) => k);
/** One row that is full. */
const giant = matrix(8, 8, [...row(3, upTo(8)), ...upTo(8).map((i) => [i, i] as const)]);

describe('parts of rows', () => {
  it('are equal as PETSc has them: the first ones are one longer', () => {
    expect([...equalParts(10, 4)]).toEqual([0, 3, 6, 8, 10]);
    expect([...equalParts(2, 4)]).toEqual([0, 1, 2, 2, 2]);
    expect([...equalParts(0, 3)]).toEqual([0, 0, 0, 0]);
  });

  it('by work have as many rows and entries each, and a row that is longer than a share alone', () => {
    const triangle = matrix(
      100,
      100,
      upTo(100).flatMap((i) => row(i, upTo(i + 1))),
    );
    const bounds = partsByWork(triangle, 4);
    const work = [1, 2, 3, 4].map((p) => {
      let sum = 0;
      for (let i = bounds[p - 1] as number; i < (bounds[p] as number); i++) sum += i + 2;
      return sum;
    });
    expect(Math.max(...work) / Math.min(...work)).toBeLessThan(1.1);
    expect([...partsByWork(giant, 4)].map((bound) => bound >= 4)).toEqual([false, false, true, true, true]);
    expect([...partsByWork(matrix(0, 5, []), 2)]).toEqual([0, 0, 0]);
    expect(partsByWork(giant, 40)).toHaveLength(41);
  });

  it.each([0, 1.5, -1, Number.NaN])('are not %d', (parts) => {
    expect(() => equalParts(5, parts)).toThrow(expect.objectContaining({ code: 'PARAM.OUT_OF_RANGE' }) as Error);
    expect(() => partsByWork(giant, parts)).toThrow(expect.objectContaining({ code: 'PARAM.OUT_OF_RANGE' }) as Error);
  });
});

describe('a halo', () => {
  it('counts each element once for each part that needs it, and the neighbours of each part', () => {
    const four = equalParts(8, 4);
    const { rows, entries, near, far } = haloOf(giant, four, four);
    expect([[...rows], [...entries]]).toEqual([
      [2, 2, 2, 2],
      [2, 9, 2, 2],
    ]);
    expect([[...near.received], [...near.sources]]).toEqual([
      [0, 6, 0, 0],
      [0, 3, 0, 0],
    ]);
    expect([[...near.sent], [...near.targets]]).toEqual([
      [2, 0, 2, 2],
      [1, 0, 1, 1],
    ]);
    expect(far.received.every((count) => count === 0)).toBe(true);
  });

  it('counts a column once that several rows of a part need', () => {
    const column = matrix(
      4,
      4,
      upTo(4).map((i) => [i, 0] as const),
    );
    const { near } = haloOf(column, equalParts(4, 2), equalParts(4, 2));
    expect([[...near.received], [...near.sent]]).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it('of groups is apart inside and between', () => {
    const { near, far } = haloOf(giant, equalParts(8, 4), equalParts(8, 4), 2);
    expect([near.received[1], near.sources[1], far.received[1], far.sources[1]]).toEqual([2, 1, 4, 2]);
  });

  it('of a matrix that is not square, without rows or without entries', () => {
    const wide = matrix(2, 9, [
      [0, 8],
      [1, 0],
    ]);
    expect([...haloOf(wide, equalParts(2, 3), equalParts(9, 3)).near.received]).toEqual([1, 1, 0]);
    expect([...haloOf(matrix(0, 4, []), equalParts(0, 2), equalParts(4, 2)).near.received]).toEqual([0, 0]);
    expect([...haloOf(matrix(4, 0, []), equalParts(4, 2), equalParts(0, 2)).entries]).toEqual([0, 0]);
  });

  it('of bounds that do not fit is refused', () => {
    for (const bounds of [Int32Array.of(0, 9), Int32Array.of(0, 5, 4, 8), Int32Array.of(1, 8)])
      expect(() => haloOf(giant, bounds, bounds)).toThrow(expect.objectContaining({ code: 'OPERAND.MATRIX' }) as Error);
  });
});

describe('rows whose length', () => {
  const surprises = (lengths: readonly number[]): number => {
    let at = 0;
    const starts = [0, ...lengths.map((length) => (at += length))];
    return createSurpriseCounter().count(starts, 0, lengths.length);
  };

  it('is that of the row before, or follows a pattern, are no surprise once they are known', () => {
    expect(surprises(upTo(1000).map(() => 7))).toBe(3);
    expect(surprises(upTo(1000).map((i) => [4, 5, 6, 4][i % 4] as number))).toBeLessThan(10);
    expect(surprises([])).toBe(0);
  });

  it('comes by chance are mostly surprises, and each part has its own', () => {
    let state = 1;
    const lengths = upTo(1000).map(() => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return 3 + Math.floor((state / 2 ** 32) * 5);
    });
    expect(surprises(lengths)).toBeGreaterThan(700);
    const coo = matrix(8, 8, [...row(1, upTo(8)), ...row(6, [0])]);
    expect([...haloOf(coo, equalParts(8, 2), equalParts(8, 2)).surprises]).toEqual([4, 3]);
  });

  it('is a surprise takes what was measured for that, and nothing where it was not', () => {
    const halo = haloOf(giant, equalParts(8, 1), equalParts(8, 1));
    const seconds = (surpriseSeconds: number | undefined): number => {
      const local = [
        { bytes: 1, rowSeconds: 0, entrySeconds: 0, ...(surpriseSeconds === undefined ? {} : { surpriseSeconds }) },
      ];
      const hosts = [{ ranks: 1, productSeconds: 0, local, messageSeconds: 0, byteSeconds: 0 }];
      return predictProduct(halo, { machine: '', software: '', hosts }, { ranksPerHost: 1 }).seconds;
    };
    expect([seconds(undefined), seconds(2)]).toEqual([0, 2 * (halo.surprises[0] as number)]);
  });
});

describe('entries', () => {
  const jumps = (columns: readonly number[], cols = 1_000_000): number =>
    createJumpCounter(cols).count(columns, 0, columns.length);

  it('entries of bands and of distant diagonals hardly jump', () => {
    expect(jumps(upTo(5000))).toBe(1);
    expect(jumps(upTo(5000).flatMap((i) => [i, i + 100_000, i + 500_000]))).toBe(3);
    expect(jumps([])).toBe(0);
  });

  it('jump in columns by chance, unless a first cache holds all of x', () => {
    let state = 1;
    const chance = (cols: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * cols);
    };
    expect(jumps(upTo(10_000).map(() => chance(1_000_000)))).toBeGreaterThan(9500);
    expect(jumps(upTo(10_000).map(() => chance(800)))).toBeLessThan(200);
  });

  it('jump again in each part, whose processor has a cache of its own', () => {
    const full = matrix(2, 64, [...row(0, upTo(64)), ...row(1, upTo(64))]);
    const halo = haloOf(full, Int32Array.of(0, 1, 2), equalParts(64, 2));
    expect([...halo.jumps]).toEqual([1, 1]);
    expect([...halo.reads]).toEqual([64, 64]);
    expect([...haloOf(giant, Int32Array.of(0, 0, 8), equalParts(8, 2)).reads]).toEqual([0, 8]);
    expect([...haloOf(matrix(0, 0, []), Int32Array.of(0, 0), Int32Array.of(0, 0)).jumps]).toEqual([0]);
  });

  it('that jump take what was measured for as much of x, and nothing where it was not', () => {
    const halo = haloOf(giant, equalParts(8, 1), equalParts(8, 1));
    const local = [{ bytes: 1, rowSeconds: 0, entrySeconds: 0 }];
    const seconds = (jumps: readonly { readonly bytes: number; readonly seconds: number }[] | undefined): number => {
      const host = { ranks: 1, productSeconds: 0, local, messageSeconds: 0, byteSeconds: 0 };
      const hosts = [{ ...host, ...(jumps ? { jumps } : {}) }];
      return predictProduct(halo, { machine: '', software: '', hosts }, { ranksPerHost: 1 }).seconds;
    };
    const [count] = halo.jumps;
    expect([seconds(undefined), seconds([])]).toEqual([0, 0]);
    expect(seconds([{ bytes: 1e6, seconds: 2 }])).toBe(2 * (count as number));
    // 64 bytes of x are read: between 32 and 128, in the middle by the logarithm.
    const both = [
      { bytes: 32, seconds: 1 },
      { bytes: 128, seconds: 3 },
    ];
    expect(seconds(both)).toBeCloseTo(2 * (count as number), 12);
  });
});

describe('the model', () => {
  const constants: RankConstants = {
    machine: '',
    software: '',
    hosts: [1, 4].map((ranks) => ({
      ranks,
      productSeconds: 0,
      local: [
        { bytes: 100, rowSeconds: 0, entrySeconds: 1 },
        { bytes: 10_000, rowSeconds: 0, entrySeconds: 3 },
      ],
      messageSeconds: ranks === 1 ? 0 : 10,
      byteSeconds: ranks === 1 ? 0 : 0.5,
    })),
  };
  const at = (parts: number): Parameters<typeof predictProduct>[0] =>
    haloOf(giant, equalParts(8, parts), equalParts(8, parts), 4);

  it('is rows and entries of the slowest rank, its messages and their bytes', () => {
    const { localSeconds, messageSeconds, byteSeconds, ...rest } = predictProduct(at(4), constants, {
      ranksPerHost: 4,
    });
    const entry = 1 + (2 * Math.log(partBytes(2, 9) / 100)) / Math.log(100);
    expect(localSeconds).toBeCloseTo(9 * entry, 9);
    expect([messageSeconds, byteSeconds]).toEqual([30, 24]);
    expect(rest).toMatchObject({ ranks: 4, hosts: 1, slowest: 1 });
    expect(rest.seconds).toBe(localSeconds + 54);
  });

  it('counts what a rank sends where that is more than it receives', () => {
    // Rank 0 has all entries but those by which the others need its x.
    const star = matrix(8, 8, [...row(0, [0, 1]), ...row(1, [0, 1]), ...[2, 4, 6].map((i) => [i, 0] as const)]);
    const halo = haloOf(star, equalParts(8, 4), equalParts(8, 4), 4);
    expect(halo.near.received[0]).toBe(0);
    const found = predictProduct(halo, constants, { ranksPerHost: 4 });
    expect(found).toMatchObject({ slowest: 0, messageSeconds: 30, byteSeconds: 12 });
  });

  it('sends nothing with one rank, and takes the nearest constants beyond those measured', () => {
    expect(predictProduct(at(1), constants, { ranksPerHost: 4 })).toMatchObject({ messageSeconds: 0, byteSeconds: 0 });
    const tiny = haloOf(matrix(1, 1, [[0, 0]]), equalParts(1, 1), equalParts(1, 1));
    expect(predictProduct(tiny, constants, { ranksPerHost: 4 }).seconds).toBe(1);
  });

  it('has messages between hosts cost what the network says, whose bytes the ranks of a host share', () => {
    const halo = at(8);
    const without = predictProduct(halo, constants, { ranksPerHost: 4 });
    expect(without).toMatchObject({ hosts: 2, slowest: 3, messageSeconds: 70, byteSeconds: 28 });
    const network = { messageSeconds: 100, bytesPerSecond: 4 };
    const found = predictProduct(halo, constants, { ranksPerHost: 4, network });
    expect([found.messageSeconds, found.byteSeconds]).toEqual([3 * 10 + 4 * 100, 24 * 0.5 + 32]);
  });

  it('says where there are no constants', () => {
    const [first] = constants.hosts;
    for (const hosts of [[], [first as (typeof constants.hosts)[number]]])
      expect(() => predictProduct(at(4), { ...constants, hosts }, { ranksPerHost: 4 })).toThrow(
        expect.objectContaining({ code: 'PARAM.OUT_OF_RANGE' }) as Error,
      );
  });
});
