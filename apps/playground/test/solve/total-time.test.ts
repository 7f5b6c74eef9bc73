import { expect, test } from 'vitest';
import { quickest } from '../../src/solve/total-time.ts';

test('setup counts, and who did not come to a solution has not won', () => {
  const jacobi = { converged: true, setupMs: 1, iterationMs: 32 };
  const multigrid = { converged: true, setupMs: 70, iterationMs: 4 };
  const lost = { converged: false, setupMs: 0, iterationMs: 1 };
  expect(quickest([multigrid, lost, jacobi])).toBe(jacobi);
  expect(quickest([jacobi, lost])).toBeUndefined();
});
