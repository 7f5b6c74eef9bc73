import { describe, expect, it } from 'vitest';
import { createPatience } from '../src/pool/patience.ts';

describe('patience with workers', () => {
  it('is spent after many products in a row in which they were of no use, for a while', () => {
    const patience = createPatience();
    for (let begin = 0; begin < 15; begin++) {
      patience.lose(begin, begin + 1);
      expect(patience.isSpent(begin + 1)).toBe(false);
    }
    patience.lose(15, 16);
    expect([16, 16.9, 17.1].map((now) => patience.isSpent(now))).toEqual([true, true, false]);
  });

  it('gives workers that sleep the time to wake, however short the products', () => {
    const patience = createPatience();
    for (let k = 0; k < 100; k++) patience.lose(k / 1000, (k + 1) / 1000);
    expect(patience.isSpent(0.1)).toBe(false);
    patience.lose(0.1, 3);
    expect(patience.isSpent(3)).toBe(true);
  });

  it('lasts longer each time that trying again was in vain, up to a bound, and is renewed by help', () => {
    const patience = createPatience();
    let now = 0;
    const restAfter = (): number => {
      while (!patience.isSpent(now)) patience.lose(now, (now += 1));
      const since = now;
      while (patience.isSpent(now)) now += 0.5;
      return now - since;
    };
    expect(Array.from({ length: 8 }, restAfter)).toEqual([1, 2, 4, 8, 16, 32, 32, 32]);
    patience.lose(now, now + 1);
    patience.renew();
    expect(restAfter()).toBe(1);
  });
});
