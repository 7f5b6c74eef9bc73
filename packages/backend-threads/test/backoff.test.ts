import { describe, expect, it } from 'vitest';
import { createBackoff } from '../src/pool/backoff.ts';

/** Numbers from 0 up to 1, the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('backoff with workers', () => {
  // A worker comes in time, comes so late that it gains little, or is stopped within its part for as long as the system likes.
  it.each(Array.from({ length: 40 }, (_, seed) => seed + 1))(
    'whatever the system does with them, products take at most twice as long as alone, and one wait (seed %i)',
    (seed) => {
      const next = random(seed);
      const alone = 10 ** (4 * next() - 2);
      const longestWait = 10 ** (4 * next() - 1);
      const [stops, late] = [next(), next()];
      const backoff = createBackoff();
      let now = 0;
      for (let product = 1; product <= 20_000; product++) {
        if (backoff.isActive(now)) now += alone;
        else {
          const what = next();
          const took = alone / 2 + (what < stops ? longestWait * next() : what < late ? alone * next() : 0);
          now += took;
          if (took === alone / 2) backoff.helped();
          else backoff.record(took - alone, now);
        }
        const most = 2 * product * alone + longestWait + 0.2;
        if (now > most) expect(now, `product ${product}`).toBeLessThanOrEqual(most);
      }
    },
  );

  it('gives workers that sleep the time to wake', () => {
    const backoff = createBackoff();
    let now = 0;
    let products = 0;
    for (; !backoff.isActive(now); products++) backoff.record(0.012, (now += 0.04));
    expect(products).toBe(17);
  });

  it('lasts longer each time that trying again was in vain, up to a bound, and is short again after help', () => {
    const backoff = createBackoff();
    let now = 0;
    const restAfter = (lostMs: number): number => {
      while (!backoff.isActive(now)) backoff.record(lostMs, (now += 1));
      const since = now;
      while (backoff.isActive(now)) now += 0.25;
      return now - since;
    };
    expect(Array.from({ length: 9 }, () => restAfter(0.5))).toEqual([0.5, 1, 2, 4, 8, 16, 32, 32, 32]);
    // Never shorter than what was lost.
    expect(restAfter(50)).toBe(50);
    backoff.helped();
    expect(restAfter(0.5)).toBe(0.5);
    // A machine that slept is no reason to compute alone for long.
    expect(restAfter(3_600_000)).toBe(1000);
  });

  it('products that gain make small losses good', () => {
    const backoff = createBackoff();
    for (let product = 0; product < 100; product++) {
      backoff.record(0.15, product);
      backoff.record(-0.15, product);
    }
    expect(backoff.isActive(99)).toBe(false);
  });
});
