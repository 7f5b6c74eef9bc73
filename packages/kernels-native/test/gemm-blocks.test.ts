import { describe, expect, it } from 'vitest';
import { open } from '../src/functions.ts';
import { columnGroups, evenParts, MOST_DEPTH, packingRoom } from '../src/kernels/gemm-blocks.ts';
import { foundLevels, NO_LEVELS } from './levels.ts';
import { unless } from '../../../tools/needs.ts';

const TEAMS = Array.from({ length: 16 }, (_, t) => t + 1);

/** How many elements of C each of so many threads computes, as the addon cuts it: k = 1, A and B are ones, and thread t multiplies with t + 1. */
function cut(level: string, type: 'F64' | 'F32', size: number, workers: number): readonly number[] {
  const { addressOf, bind } = open();
  const numbers = (length: number) => (type === 'F64' ? new Float64Array(length) : new Float32Array(length));
  const address = ({ buffer }: ReturnType<typeof numbers>): number => addressOf(new Uint8Array(buffer));
  const [left, right] = [numbers(size).fill(1), numbers(size).fill(1)];
  const out = numbers(size * size);
  const room = packingRoom(size, 1, out.BYTES_PER_ELEMENT);
  const own = numbers(room * workers);
  for (let t = 0; t < workers; t++) {
    const args = {
      left: address(left),
      right: address(right),
      own: address(own),
      out: address(out),
      workers,
      room,
      m: size,
      n: size,
      batch: 1,
      steps: 1,
      depth: 1,
      leftApart: 1,
      leftNext: 1,
      leftBatch: 0,
      rightApart: 1,
      rightNext: size,
      rightBatch: 0,
      ld: size,
      outBatch: 0,
      alpha: t + 1,
      beta: 0,
      begin: t,
      end: t + 1,
    };
    bind(`${level}/gemmBlocks${type}`, Float64Array.from(Object.values(args)), Object.keys(args))?.();
  }
  const counts = new Int32Array(workers + 1);
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

describe('a dense product', () => {
  it('of a few rows is cut into groups of columns, one for each product on one thread', () => {
    expect(columnGroups(500, 3, 1)).toBe(1);
    expect(columnGroups(2100, 1, 16)).toBe(15);
    expect(columnGroups(1000, 7, 7)).toBe(1);
    expect(columnGroups(10, 1, 16)).toBe(1);
  });

  it('packs a panel of A and all columns of B, or as many as a second-level cache holds', () => {
    expect(packingRoom(100, 64, 8)).toBe((8 + 144) * 64);
    expect(packingRoom(1e6, 384, 4)).toBe(8 * 384 + (5 * 2 ** 18) / 4);
  });

  it('is cut along k into even parts', () => {
    expect([1, 384, 385, 1024].map((k) => evenParts(k, MOST_DEPTH))).toEqual([1, 384, 193, 342]);
  });
});
