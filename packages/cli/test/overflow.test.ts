import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cooFromEntries, spmvReference } from '@spmv/core';
import { expect, it } from 'vitest';
import { createAgreement } from '../src/engine/agreement.ts';
import type { CheckVariant } from '../src/engine/check-variant.ts';
import { runCli, temporaryFolder } from './helpers/run-cli.ts';

function matrixFile(...lines: readonly string[]): string {
  const path = join(temporaryFolder(), 'a.mtx');
  writeFileSync(path, ['%%MatrixMarket matrix coordinate real general', ...lines, ''].join('\n'));
  return path;
}

interface Validated {
  readonly results: readonly {
    readonly status: string;
    readonly kernel: string;
    readonly unjudged: number | null;
    readonly errorRatio: number | null;
  }[];
  readonly matrices: readonly { readonly agreement: readonly { readonly unlike: number }[] }[];
}

it('validates kernels that are right in another order of summation, and counts what overflowed', async () => {
  const path = matrixFile('1 3 3', '1 1 -4.8e38', '1 2 1.9e38', '1 3 2.8e38');
  const args = [
    'validate',
    path,
    '--backend',
    'serial',
    '--precision',
    'f32',
    '--kernel',
    'js/csr,wasm/csr-simd',
    '--seed',
    '1',
    '--default-params',
  ];
  const text = await runCli(args);
  expect(text.code).toBe(0);
  expect(text.stdout).not.toContain('agree to the bit');
  expect(text.stdout).toContain('3 elements overflowed in some and not in others');
  expect(text.stdout).toContain('overflow: elements that were not judged');
  const { results, matrices } = JSON.parse((await runCli([...args, '--json'])).stdout) as Validated;
  expect(results.map(({ kernel, status, unjudged, errorRatio }) => [kernel, status, unjudged, errorRatio])).toEqual([
    ['js/csr', 'ok', 0, 0],
    ['wasm/csr-simd', 'ok', 3, 0],
  ]);
  expect(matrices[0]?.agreement[0]?.unlike).toBe(3);
}, 120_000);

it('judges the other rows of a matrix of which one overflows', async () => {
  const path = matrixFile('2 3 4', '1 1 -4.8e38', '1 2 1.9e38', '1 3 2.8e38', '2 1 3');
  const { code, stdout } = await runCli([
    'validate',
    path,
    '--backend',
    'serial',
    '--precision',
    'f32',
    '--kernel',
    'wasm/csr-simd',
    '--default-params',
    '--json',
  ]);
  expect(code).toBe(0);
  const [result] = (JSON.parse(stdout) as Validated).results;
  expect(result?.errorRatio).toBeGreaterThan(0);
  expect(result?.errorRatio).toBeLessThanOrEqual(1);
}, 120_000);

it('two results agree only where both are finite, or of one kind', () => {
  const coo = cooFromEntries({ rows: 4, cols: 1 }, { rowIndex: [0], colIndex: [0], values: [1] });
  const operands = { coo, x: new Float64Array(1), y: new Float64Array(4), alpha: 1, beta: 0 };
  const reference = spmvReference(operands, 'f64');
  const { x, y } = operands;
  const variant: CheckVariant = { name: '', scalars: { alpha: 1, beta: 0 }, buffers: { x, y } };
  const unlike = (...results: readonly (readonly number[])[]): number | undefined => {
    const agreement = createAgreement();
    for (const result of results) agreement.add(variant, 'y', result, reference, 'f64');
    return agreement.report()[0]?.unlike;
  };
  expect(unlike([1, 2, Number.NaN, -Infinity], [1, 3, Number.NaN, -Infinity])).toBe(0);
  expect(unlike([Number.NaN, Infinity, 1, 1], [-Infinity, -Infinity, Number.NaN, Infinity])).toBe(4);
  expect(unlike([0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, Number.NaN])).toBe(1);
});
