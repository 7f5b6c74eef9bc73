import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDoubleDouble, emptyReference, sumReference, twoProduct } from '../src/oracle/index.ts';

describe('sumReference', () => {
  it.each(['Σ yᵢzᵢ', 'Σ yᵢ²'])('%s has the bits of its steps, one after another', (which) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.double(), fc.double({ min: -0.5, max: 0.5 }), fc.double())), (rows) => {
        const y = emptyReference('f64', rows.length);
        for (const [i, [high, part]] of rows.entries()) {
          y.high[i] = high;
          y.low[i] = Number.isFinite(high) ? part * high * 2 ** -53 : 0;
          y.magnitude[i] = Number.isFinite(high) ? Math.abs(high) : 0;
        }
        const z = which === 'Σ yᵢ²' ? undefined : Float64Array.from(rows, ([, , factor]) => factor);
        const factors = rows.map((_, i) => (z ? [z[i], 0] : [y.high[i], y.low[i]]) as [number, number]);
        // Those of larger numbers are computed in integers.
        const isLarge = (size: number): boolean => Number.isFinite(size) && Math.abs(size) >= 2 ** 490;
        if ([...y.high, ...(z ?? [])].some(isLarge)) return;
        let sum = { high: 0, low: 0 };
        let magnitude = 0;
        for (const [i, [first, second]] of factors.entries()) {
          const [high, low] = [y.high[i] ?? 0, y.low[i] ?? 0];
          sum = addDoubleDouble(sum, twoProduct(high, first));
          if (!Number.isFinite(high) || !Number.isFinite(first)) continue;
          sum = addDoubleDouble(sum, { high: high * second + low * first, low: 0 });
          magnitude += Math.abs(high * first);
        }
        const found = sumReference(y, z);
        expect([found.high[0], found.low[0], found.magnitude[0]]).toEqual([sum.high, sum.low, magnitude]);
      }),
      { numRuns: 1000 },
    );
  });
});
