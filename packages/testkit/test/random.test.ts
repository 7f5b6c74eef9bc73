import { describe, expect, it } from 'vitest';
import { createRandom, randomFromState } from '../src/random/random.ts';
import { binomial } from '../src/random/binomial.ts';

describe('createRandom', () => {
  it('is xoshiro128**', () => {
    const random = randomFromState([1, 2, 3, 4]);
    const expected = [
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ];
    expect(Array.from({ length: 10 }, () => random.uint32())).toEqual(expected);
  });

  it('repeats for a seed and differs between neighbouring ones', () => {
    const draw = (seed: number): number[] => {
      const random = createRandom(seed);
      return Array.from({ length: 5 }, () => random.uint32());
    };
    expect(draw(7)).toEqual(draw(7));
    expect(new Set([0, 1, -1, 2 ** 32, 2 ** 40, 1e15].flatMap(draw)).size).toBe(30);
  });

  it('keeps its ranges and its mean', () => {
    const random = createRandom(3);
    let sum = 0;
    for (let k = 0; k < 20_000; k++) {
      const signed = random.signed();
      expect(Math.abs(signed)).toBeLessThan(1);
      expect(signed).not.toBe(0);
      expect(random.integer(7)).toBeLessThan(7);
      sum += random.uniform() - 0.5 + random.normal() * 0.1;
    }
    expect(Math.abs(sum / 20_000)).toBeLessThan(0.01);
  });

  it('counts successes with the mean of the binomial distribution', () => {
    const random = createRandom(5);
    for (const [trials, p] of [
      [1000, 0.01],
      [1000, 0.5],
      [10, 0.99],
    ] as const) {
      let sum = 0;
      for (let k = 0; k < 2000; k++) sum += binomial(random, trials, p);
      expect(sum / 2000 / (trials * p)).toBeCloseTo(1, 1);
    }
    expect([binomial(random, 9, 0), binomial(random, 9, 1), binomial(random, 0, 0.5)]).toEqual([0, 9, 0]);
  });
});
