import type { SolveOptions } from '@spmv/solvers';
import { afterEach, expect, it, vi } from 'vitest';
import { nearer, solvePutOff } from '../src/put-off-solve.ts';

const b = [3, 4];
/** A choice takes 20 ms, and may halve an iteration, of 10 ms. */
const putOff = { leftMs: 20, chooseMs: 20, gain: 2 };

/** What a method does whose iterations leave this part of ‖b − Ax‖, which begins at 5. */
function solverOf(part: number) {
  let ms = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => ms);
  return async ({ callback, signal, rtol = 1e-5 }: SolveOptions) => {
    for (let [iteration, residual] = [1, 5 * part]; ; iteration++, residual *= part) {
      ms += 10;
      callback?.({ iteration, residual });
      const ended = { iterations: iteration, iterationMs: 10 * iteration };
      if (residual <= 5 * rtol) return { ...ended, reason: 'converged' as const };
      if (signal?.aborted) return { ...ended, reason: 'aborted' as const };
    }
  };
}

afterEach(() => void vi.restoreAllMocks());

it.each([
  // No more iterations than choosing takes with what was wasted.
  [0.09, 5],
  [0.25, 9],
])('goes on where what is left does not repay a choice: each leaves %f', async (part, iterations) => {
  const { result, spentMs } = await solvePutOff(solverOf(part), b, { method: 'cg' }, putOff);
  expect(result).toMatchObject({ reason: 'converged', iterations });
  // The first iteration is taken for preparing.
  expect(spentMs).toBe(10 * (iterations - 1));
});

it('ends where a choice is repaid, and tells no iteration twice', async () => {
  const told: number[] = [];
  const options = { method: 'cg', callback: ({ iteration }) => void told.push(iteration) } satisfies SolveOptions;
  const solve = solverOf(0.9);
  const first = await solvePutOff(solve, b, options, putOff);
  expect([first.result, first.spentMs, told]).toEqual([undefined, 20, [1, 2, 3]]);
  const { iterations } = await solve(first.options);
  expect(told).toEqual(Array.from({ length: iterations }, (_, k) => k + 1));
});

it('ends by the signal of the caller, with a result', async () => {
  const ending = new AbortController();
  const callback = (): void => ending.abort();
  const options: SolveOptions = { method: 'cg', callback, signal: ending.signal };
  const { result } = await solvePutOff(solverOf(0.9), b, options, putOff);
  expect(result).toMatchObject({ reason: 'aborted', iterations: 1 });
});

it('leaves methods that follow one another alone', async () => {
  const { result, spentMs } = await solvePutOff(solverOf(0.9), b, {}, putOff);
  expect([result?.reason, spentMs]).toEqual(['converged', result?.iterationMs]);
});

it('gives of an aborted solve that began anew what came nearer', () => {
  const reached = (reason: 'aborted' | 'converged', relativeResidual: number) => ({ reason, relativeResidual });
  const ended = reached('aborted', 0.1);
  expect(nearer(ended, reached('aborted', 1))).toBe(ended);
  expect(nearer(ended, reached('aborted', 0.01)).relativeResidual).toBe(0.01);
  expect(nearer(ended, reached('converged', 0.5)).relativeResidual).toBe(0.5);
});
