import { expect, test } from 'vitest';
import { quickest } from '../../src/solve/total-time.ts';

test('set-up counts, and a method without a solution cannot win', () => {
  const jacobi = { converged: true, setupMs: 1, iterationMs: 32 };
  const multigrid = { converged: true, setupMs: 70, iterationMs: 4 };
  const lost = { converged: false, setupMs: 0, iterationMs: 1 };
  expect(quickest([multigrid, lost, jacobi])).toBe(jacobi);
  expect(quickest([jacobi, lost])).toBeUndefined();
});
