import { describe, expect, it } from 'vitest';
import { createBackoff } from '../src/pool/backoff.ts';

describe('backoff with workers', () => {
  it('begins after many products in a row in which they were of no use, for a while', () => {
    const backoff = createBackoff();
    for (let begin = 0; begin < 15; begin++) {
      backoff.recordUseless(begin, begin + 1);
      expect(backoff.isActive(begin + 1)).toBe(false);
    }
    backoff.recordUseless(15, 16);
    expect([16, 16.9, 17.1].map((now) => backoff.isActive(now))).toEqual([true, true, false]);
  });

  it('gives workers that sleep the time to wake, however short the products', () => {
    const backoff = createBackoff();
    for (let k = 0; k < 100; k++) backoff.recordUseless(k / 1000, (k + 1) / 1000);
    expect(backoff.isActive(0.1)).toBe(false);
    backoff.recordUseless(0.1, 3);
    expect(backoff.isActive(3)).toBe(true);
  });

  it('lasts longer each time that trying again was in vain, up to a bound, and is reset by help', () => {
    const backoff = createBackoff();
    let now = 0;
    const restAfter = (): number => {
      while (!backoff.isActive(now)) backoff.recordUseless(now, (now += 1));
      const since = now;
      while (backoff.isActive(now)) now += 0.5;
      return now - since;
    };
    expect(Array.from({ length: 8 }, restAfter)).toEqual([1, 2, 4, 8, 16, 32, 32, 32]);
    backoff.recordUseless(now, now + 1);
    backoff.reset();
    expect(restAfter()).toBe(1);
  });
});
