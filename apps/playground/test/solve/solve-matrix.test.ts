import type { CooMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';
import { stencil5 } from '@spmv/testkit';
import { expect, test } from 'vitest';
import type { SolvedWay, SolveMessage } from '../../src/solve/solve-matrix.ts';
import { solveMatrix } from '../../src/solve/solve-matrix.ts';

async function told(coo: CooMatrix): Promise<readonly SolveMessage[]> {
  const messages: SolveMessage[] = [];
  await solveMatrix(coo, (message) => void messages.push(message));
  return messages;
}

const solvedOf = (messages: readonly SolveMessage[]): readonly SolvedWay[] =>
  messages.flatMap((message) => (message.kind === 'solved' ? [message.solved] : []));

test('a Poisson problem is solved by three ways to the same x, each with its curve, by multigrid in fewest iterations', async () => {
  const solved = solvedOf(await told(stencil5({ n: 24 })));
  expect(solved.map(({ id, converged }) => [id, converged])).toEqual([
    ['jacobi', true],
    ['multigrid', true],
    ['direct', true],
  ]);
  const [jacobi, multigrid, direct] = solved as [SolvedWay, SolvedWay, SolvedWay];
  expect(multigrid.iterations).toBeLessThan(jacobi.iterations / 3);
  for (const { x, history, relativeResidual } of [jacobi, multigrid]) {
    expect(Math.max(...x.map((value, k) => Math.abs(value - (direct.x[k] ?? 0))))).toBeLessThan(1e-4);
    expect(history[0]?.residual).toBeCloseTo(1, 12);
    expect(history.at(-1)?.residual).toBeLessThan(1.1e-8);
    expect(relativeResidual).toBeLessThan(1e-8);
  }
});

test('other matrices have other ways, and what goes wrong is told of each', async () => {
  const entries = { rowIndex: [0, 0, 1], colIndex: [0, 1, 1], values: [2, 1, 3] };
  const triangle = solvedOf(await told(cooFromEntries({ rows: 2, cols: 2 }, entries)));
  expect(triangle.map(({ id }) => id)).toEqual(['gmres', 'ilut', 'direct']);
  for (const { x } of triangle)
    expect([x[0], x[1]].map((value) => value?.toFixed(6))).toEqual(['0.333333', '0.333333']);
  expect(
    solvedOf(await told(cooFromEntries({ rows: 2, cols: 1 }, { rowIndex: [0], colIndex: [0], values: [1] }))),
  ).toMatchObject([{ id: 'lsqr' }]);
  const bad = await told(cooFromEntries({ rows: 1, cols: 1 }, { rowIndex: [0], colIndex: [0], values: [Number.NaN] }));
  const problems = bad.flatMap((message) => (message.kind === 'failed' ? [message.problem.code] : []));
  expect(problems.length).toBeGreaterThan(0);
  expect(new Set(problems)).toEqual(new Set(['SOLVER.NOT_FINITE']));
  expect(bad.at(-1)).toEqual({ kind: 'ended' });
});
