import { analyzeSymmetric, factor, factorCholesky, loadWasmFronts, refined, solveCholesky } from '@spmv/direct';
import { expect, test } from 'vitest';
import { grid, random } from './matrices.ts';

const fronts = await loadWasmFronts();
const coo = grid([12, 13, 14]);
const b = Float64Array.from({ length: coo.shape.rows }, random(3));

test('factors say that WebAssembly computed them, and take other values in its memory', async () => {
  for (const method of ['cholesky', 'ldlt', 'lu'] as const) {
    const F = await factor(coo, { method, ...(fronts ? { fronts } : {}) });
    expect([F.method, F.code]).toEqual([method, 'WebAssembly']);
    const other = {
      ...coo,
      values: coo.values.map((value, k) => (coo.rowIndex[k] === coo.colIndex[k] ? value + 1 : value)),
    };
    F.update(other.values);
    expect(F.code).toBe('WebAssembly');
    expect(refined(other, b, (v) => F.solve(v)).componentwise).toBeLessThanOrEqual(10 * 2 ** -53);
  }
});

test('a factor that lies elsewhere, as one that was sent, is solved with by JavaScript', () => {
  const L = factorCholesky(analyzeSymmetric(coo), coo, fronts);
  const sent = { ...L, panels: L.panels.slice() };
  expect(fronts?.holds?.(L.panels)).toBe(true);
  expect(fronts?.holds?.(sent.panels)).toBe(false);
  expect(solveCholesky(sent, b, undefined, fronts)).toEqual(solveCholesky(sent, b));
});

test('more numbers than 32 bits address have no such memory', () => {
  expect(fronts?.memory?.(2 ** 29)).toBeUndefined();
});
