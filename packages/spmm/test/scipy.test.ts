import { serial } from '@spmv/backend-serial';
import type { Backend } from '@spmv/core';
import { buildMatrix, cooFromEntries, openBackend } from '@spmv/core';
import { csr } from '@spmv/formats';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jsCsr, jsCsrTransposed, spmm } from '../src/index.ts';

interface Recorded {
  readonly rows: number;
  readonly cols: number;
  readonly vectors: number;
  readonly rowIndex: readonly number[];
  readonly colIndex: readonly number[];
  readonly values: readonly string[];
  readonly X: readonly string[];
  readonly Z: readonly string[];
  readonly AX: readonly string[];
  readonly ATZ: readonly string[];
}

const recorded = JSON.parse(readFileSync(new URL('data/scipy.json', import.meta.url), 'utf8')) as Recorded;
const numbers = (hex: readonly string[]): Float64Array =>
  Float64Array.from(hex, (digits) => Buffer.from(digits, 'hex').readDoubleBE());

let backend: Backend;
beforeAll(async () => {
  backend = await openBackend(serial);
});
afterAll(() => backend.dispose());

const { rows, cols, vectors, rowIndex, colIndex } = recorded;
const matrix = buildMatrix(
  csr,
  cooFromEntries({ rows, cols }, { rowIndex, colIndex, values: numbers(recorded.values) }),
);

for (const [what, kernel, given, expected] of [
  ['A @ X', jsCsr, recorded.X, recorded.AX],
  ['A.T @ Z', jsCsrTransposed, recorded.Z, recorded.ATZ],
] as const)
  it(`has the bits of SciPy's ${what}`, async () => {
    const [length, results] = kernel === jsCsr ? [cols, rows] : [rows, cols];
    const operator = await backend.prepare({ operation: spmm, matrix, kernel, sizes: { vectors } });
    const X = backend.dense(length, vectors, { data: numbers(given) });
    const Y = backend.dense(results, vectors);
    operator.apply(X, Y);
    expect(await Y.read()).toEqual(numbers(expected));
  });
