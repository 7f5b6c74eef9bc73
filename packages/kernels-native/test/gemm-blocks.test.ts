import { describe, expect, it } from 'vitest';
import { open } from '../src/functions.ts';
import {
  columnGroups,
  evenParts,
  MOST_DEPTH,
  packedLines,
  packingUnits,
  sharesOf,
  slabsOf,
} from '../src/kernels/gemm-blocks.ts';
import { foundLevels, NO_LEVELS } from './levels.ts';
import { unless } from '../../../tools/needs.ts';

const TEAMS = Array.from({ length: 16 }, (_, t) => t + 1);

const numbersOf = (type: 'F64' | 'F32') => (length: number) =>
  type === 'F64' ? new Float64Array(length) : new Float32Array(length);
const address = ({ buffer }: Float64Array | Float32Array): number => open().addressOf(new Uint8Array(buffer));

/** A, which lies by steps, and B, which lies by lines, as they are packed by these ranges of units. Elements are 1, 2, … */
function packed(level: string, type: 'F64' | 'F32', lines: number, steps: number, ranges: readonly number[][]) {
  const numbers = numbersOf(type);
  const source = numbers(lines * steps).map((_, at) => at + 1);
  const [left, right] = [numbers(packedLines(lines) * steps), numbers(packedLines(lines) * steps)];
  for (const [begin, end] of ranges) {
    const args = {
      steps,
      left: address(source),
      leftPacked: address(left),
      leftLines: lines,
      leftApart: steps,
      leftNext: 1,
      leftBatch: 0,
      leftOrigin: 0,
      leftMatrices: 1,
      right: address(source),
      rightPacked: address(right),
      rightLines: lines,
      rightApart: 1,
      rightNext: lines,
      rightBatch: 0,
      rightOrigin: 0,
      rightMatrices: 1,
      begin,
      end,
    };
    open().bind(`${level}/gemmPack${type}`, Float64Array.from(Object.values(args) as number[]), Object.keys(args))?.();
  }
  return { source, left, right };
}

/** How many elements of C each of so many threads computes, as the addon cuts it: k = 1, A and B are ones, and thread t multiplies with t + 1. */
function cut(level: string, type: 'F64' | 'F32', size: number, threads: number): readonly number[] {
  const numbers = numbersOf(type);
  const [left, right] = [numbers(packedLines(size)).fill(1), numbers(packedLines(size)).fill(1)];
  const out = numbers(size * size);
  const shares = sharesOf(size, size, 1);
  for (let t = 0; t < threads; t++) {
    const [begin, end] = [Math.round((shares / threads) * t), Math.round((shares / threads) * (t + 1))];
    const args = {
      left: address(left),
      right: address(right),
      out: address(out),
      m: size,
      n: size,
      steps: 1,
      depth: 1,
      shares,
      leftBatch: 0,
      rightBatch: 0,
      ld: size,
      outBatch: 0,
      outOrigin: 0,
      alpha: t + 1,
      beta: 0,
      begin,
      end,
    };
    open().bind(`${level}/gemmMultiply${type}`, Float64Array.from(Object.values(args)), Object.keys(args))?.();
  }
  const counts = new Int32Array(threads + 1);
  for (const value of out) counts[value] = (counts[value] as number) + 1;
  expect(counts[0]).toBe(0);
  return [...counts.subarray(1)];
}

/** The largest at the best level alone: it takes seconds. */
const CUTS = foundLevels().flatMap((level, l) =>
  (['F64', 'F32'] as const).flatMap((type) =>
    (l === 0 ? [512, 1000, 2048] : [512, 1000]).map((size) => [level, type, size] as const),
  ),
);

describe('C of a dense product', unless(NO_LEVELS), () => {
  it.each(CUTS)('at %s in %s of %i rows and columns is shared out to 95 % by 1 to 16 threads', (level, type, size) => {
    for (const threads of TEAMS) {
      const most = Math.max(...cut(level, type, size, threads));
      expect((size * size) / threads / most, `${threads} threads`).toBeGreaterThan(0.95);
    }
  });
});

describe('what is packed of A and of B', unless(NO_LEVELS), () => {
  it.each(foundLevels())(
    'at %s does not depend on how its units are shared out, and has each element once',
    (level) => {
      for (const type of ['F64', 'F32'] as const) {
        for (const [lines, steps] of [
          [1, 1],
          [13, 3],
          [101, 37],
          [96, 64],
        ] as const) {
          const units = 2 * packingUnits(lines);
          const { source, left, right } = packed(level, type, lines, steps, [[0, units]]);
          for (const side of [left, right]) expect(side.filter((value) => value !== 0).toSorted()).toEqual(source);
          const one = Array.from({ length: units }, (_, u) => [units - 1 - u, units - u]);
          expect(packed(level, type, lines, steps, one)).toEqual({ source, left, right });
        }
      }
    },
  );
});

describe('shares of a dense product', () => {
  it('are as many as there are squares of eight, and can be counted whatever the batch', () => {
    expect(sharesOf(512, 512, 1)).toBe(4096);
    expect(sharesOf(1, 1, 1)).toBe(1);
    expect(sharesOf(100_000, 100_000, 1)).toBe(2 ** 14);
    expect(2 ** 28 * sharesOf(64, 64, 2 ** 28)).toBeLessThan(2 ** 31);
  });

  it('are groups of columns where rows are few, one for each product on one thread', () => {
    expect(columnGroups(500, 3, 1)).toBe(1);
    expect(columnGroups(2100, 1, 16)).toBe(15);
    expect(columnGroups(1000, 7, 7)).toBe(1);
    expect(columnGroups(10, 1, 16)).toBe(1);
  });
});

describe('what is packed at once', () => {
  it.each([
    [{ m: 1024, n: 1024, k: 1000, batch: 1, sharedLeft: true, sharedRight: true }, 1],
    [{ m: 64, n: 64, k: 64, batch: 1000, sharedLeft: false, sharedRight: false }, 1],
    [{ m: 64, n: 64, k: 64, batch: 1000, sharedLeft: true, sharedRight: false }, 16],
    [{ m: 3000, n: 3000, k: 900, batch: 3, sharedLeft: false, sharedRight: true }, 2],
    [{ m: 30, n: 30, k: 1, batch: 7, sharedLeft: true, sharedRight: true }, 1],
  ])('is every step of every product once: %o on %i threads', (sizes, threads) => {
    const slabs = slabsOf(sizes, 8, threads);
    const steps = Array.from({ length: sizes.batch }, () => 0);
    for (const { first, count, from, steps: here } of slabs) {
      for (let q = first; q < first + count; q++) {
        expect(steps[q]).toBe(from);
        steps[q] = from + here;
      }
      const lines =
        packedLines(sizes.m) * (sizes.sharedLeft ? 1 : count) + packedLines(sizes.n) * (sizes.sharedRight ? 1 : count);
      const room = threads === 1 ? 2 ** 21 : 2 ** 22 * threads;
      expect(lines * here * 8 <= room || (count === 1 && here <= MOST_DEPTH)).toBe(true);
    }
    expect(new Set(steps)).toEqual(new Set([sizes.k]));
  });

  it('is cut into even parts', () => {
    expect([1, 512, 513, 1024].map((k) => evenParts(k, MOST_DEPTH))).toEqual([1, 512, 257, 512]);
  });
});
