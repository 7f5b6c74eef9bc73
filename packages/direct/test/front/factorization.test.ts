import type { CooMatrix } from '@spmv/core';
import { describe, expect, it, test } from 'vitest';
import { backwardError, factor, factorAndSolve } from '../../src/index.ts';
import { drained } from '../../src/slices.ts';
import { FULL } from '../../../../tools/full-lane.ts';
import { dense, grid, saddlePoint, wilkinson } from '../matrices.ts';

const EPSILON = 2 ** -53;
const ramp = (n: number): Float64Array => Float64Array.from({ length: n }, (_, i) => Math.sin(i + 1));

describe('growth', () => {
  it.each([10, 60, 200])('of 2 to the power of %i − 1 leaves a backward error of rounding', (n) => {
    const coo = wilkinson(n, 1);
    const { x, componentwise } = drained(factorAndSolve(coo, ramp(n)));
    expect(componentwise).toBeLessThanOrEqual(10 * EPSILON);
    expect(backwardError(coo, x, ramp(n)).componentwise).toBe(componentwise);
  });

  it('is said, with what was tried', () => {
    const { factors, before } = drained(factorAndSolve(wilkinson(101, 1), ramp(101)));
    expect(factors.isTransposed).toBe(true);
    expect(before).toEqual([
      expect.stringMatching(/^lu with threshold 0.1: a backward error of /u),
      expect.stringMatching(/^lu with threshold 1: a backward error of /u),
    ]);
  });

  it('out of the range of f64 is followed by other pivots', () => {
    // Each step makes a million times as much: 10³³⁰ is no number of f64. Rows are fewer than fronts are for.
    const { componentwise, before } = drained(factorAndSolve(wilkinson(57, 1e6), ramp(57), { threshold: 1e-7 }));
    expect(componentwise).toBeLessThanOrEqual(10 * EPSILON);
    expect(before[0]).toContain('leave the range of f64');
  });
});

describe('a factorization', () => {
  test.each([
    ['cholesky', grid([9, 7])],
    ['ldlt', saddlePoint(60, 20, 1)],
    ['lu', dense(8, (i, j) => (i === j ? 0 : Math.cos(i + 3 * j)))],
  ] as const)('by %s is chosen by the matrix, and solves several right-hand sides at once', async (method, coo) => {
    const n = coo.shape.rows;
    const F = await factor(coo);
    expect([F.method, F.n]).toEqual([method, n]);
    const both = new Float64Array(2 * n);
    both.set(ramp(n));
    both.set(
      ramp(n).map((value) => value ** 3),
      n,
    );
    const X = F.solve(both);
    for (const from of [0, n])
      expect(backwardError(coo, X.slice(from, from + n), both.slice(from, from + n)).componentwise).toBeLessThanOrEqual(
        10 * EPSILON,
      );
    expect(F.condition()).toBeGreaterThan(1);
    F.update(coo.values.map((value) => 2 * value));
    F.solve(ramp(n)).forEach((value, i) => expect(value).toBeCloseTo((X[i] ?? 0) / 2, 10));
  });

  it('goes on with LDLᵀ where a positive diagonal promised too much, also in an update', async () => {
    const band = (beside: number): CooMatrix => dense(6, (i, j) => (i === j ? 1 : Math.abs(i - j) === 1 ? beside : 0));
    expect((await factor(band(2))).method).toBe('ldlt');
    const F = await factor(band(0.3));
    expect(F.method).toBe('cholesky');
    F.update(band(2).values);
    expect([F.method, backwardError(band(2), F.solve(ramp(6)), ramp(6)).componentwise <= 10 * EPSILON]).toEqual([
      'ldlt',
      true,
    ]);
  });

  it('takes new pivots where values leave the old ones behind', async () => {
    const pattern = (a: number): CooMatrix => dense(2, (i, j) => (i === j ? a : 1 + i));
    const F = await factor(pattern(5));
    F.update(pattern(1e-9).values);
    expect(backwardError(pattern(1e-9), F.solve([1, 2]), Float64Array.of(1, 2)).componentwise).toBeLessThanOrEqual(
      10 * EPSILON,
    );
  });

  it('is of any method in an update, and solves nothing after one that failed', async () => {
    const F = await factor(dense(2, (i, j) => [4, 1, 1, 3][2 * i + j]));
    F.update([4, 1, 2, 3]);
    expect([F.method, ...F.solve([5, 5])]).toEqual(['lu', expect.closeTo(1, 14), expect.closeTo(1, 14)]);
    for (const values of [
      [0, 0, 0, 0],
      [1, 2, 2, 4],
    ]) {
      expect(() => F.update(values)).toThrow(expect.objectContaining({ code: 'SOLVER.SINGULAR' }));
      for (const ask of [() => F.solve([1, 2]), () => F.condition()])
        expect(ask).toThrow(expect.objectContaining({ code: 'SOLVER.SINGULAR' }));
    }
    F.update([2, 0, 0, 2]);
    expect(() => F.update([4, 1, 1, '3'] as never)).toThrow('values[3] is');
    expect(() => F.update([4, 1, Number.NaN, 3])).toThrow('values[2] is NaN');
    expect([...F.solve([2, 4])]).toEqual([expect.closeTo(1, 14), expect.closeTo(2, 14)]);
  });

  it.each([
    ['OPERAND.TYPE', ['1', '2']],
    ['OPERAND.TYPE', '12'],
    // oxlint-disable-next-line no-sparse-arrays
    ['OPERAND.TYPE', [, 1]],
    ['SOLVER.NOT_FINITE', [Number.NaN, 1]],
    ['SOLVER.NOT_FINITE', [1, Infinity]],
  ])('refuses as %s what is no finite number: %j', async (code, b) => {
    const F = await factor(dense(2, (i, j) => (i === j ? 2 : 1)));
    expect(() => F.solve(b as never)).toThrow(expect.objectContaining({ code }));
    await expect(factor(dense(2, (i, j) => (i + j === 0 ? Infinity : 1)))).rejects.toMatchObject({
      code: 'SOLVER.NOT_FINITE',
    });
  });

  it.each([
    [2, [1.7e308, 1.7e308, 1.7e308, -1.7e308]],
    [1, [1e-320]],
  ])('has the condition %d at the ends of the range', async (condition, values) => {
    const n = Math.sqrt(values.length);
    const F = await factor(dense(n, (i, j) => values[n * i + j]));
    expect(F.condition()).toBeCloseTo(condition, 3);
  });

  it('of nothing solves nothing', async () => {
    const F = await factor(dense(0, () => 0));
    expect([...F.solve([])]).toEqual([]);
  });

  it('says where there is none', async () => {
    await expect(factor(dense(3, (i, j) => (i + 1) * (j + 2)))).rejects.toMatchObject({ code: 'SOLVER.SINGULAR' });
    await expect(factor(dense(3, (i, j) => (i === j ? Number.NaN : 1)))).rejects.toMatchObject({
      code: 'SOLVER.NOT_FINITE',
    });
    await expect(factor(saddlePoint(6, 2, 1), { method: 'cholesky' })).rejects.toMatchObject({
      code: 'SOLVER.NOT_POSITIVE_DEFINITE',
    });
    await expect(factor(grid([9, 9]), { maxBytes: 100 })).rejects.toMatchObject({ code: 'FORMAT.OUT_OF_MEMORY' });
    await expect(factor(grid([9, 9]), { mostProducts: 10 })).rejects.toMatchObject({ code: 'SOLVER.UNFIT' });
    const F = await factor(grid([3, 3]));
    expect(() => F.solve([1, 2])).toThrow(expect.objectContaining({ code: 'OPERAND.LENGTH' }));
    expect(() => F.update([1, 2])).toThrow(expect.objectContaining({ code: 'OPERAND.LENGTH' }));
    for (const given of [undefined, 5])
      for (const take of [F.solve, F.update])
        expect(() => take(given as never)).toThrow(expect.objectContaining({ code: 'OPERAND.LENGTH' }));
  });

  it('refuses options that say nothing, before anything is done', async () => {
    for (const options of [{ threshold: 2 }, { threshold: Number.NaN }, { maxBytes: -1 }])
      await expect(factor(grid([3, 3]), options)).rejects.toMatchObject({ code: 'PARAM.OUT_OF_RANGE' });
    await expect(factor(grid([3, 3]), { treshold: 1 } as never)).rejects.toMatchObject({
      code: 'PARAM.UNKNOWN',
      fix: expect.stringContaining('threshold'),
    });
  });

  it.each(FULL ? [500, 2000, 8000] : [50])(
    'ends within two seconds of a signal after %i ms',
    async (afterMs) => {
      const coo = grid(FULL ? [50, 50, 50] : [25, 25, 25]);
      for (const method of ['lu', 'ldlt', 'cholesky'] as const) {
        const signal = AbortSignal.timeout(afterMs);
        let since = Infinity;
        signal.addEventListener('abort', () => void (since = performance.now()), { once: true });
        await expect(factor(coo, { method, signal })).rejects.toMatchObject({ name: 'TimeoutError' });
        expect(performance.now() - since).toBeLessThan(2000);
      }
    },
    120_000,
  );

  it('ends by a signal', async () => {
    const reason = new Error('enough');
    await expect(factor(grid([9, 9]), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
