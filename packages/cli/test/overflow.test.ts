import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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
  readonly matrices: readonly {
    readonly agreement: readonly { readonly pairs: readonly { readonly unlike: number }[] }[];
  }[];
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
  expect(text.stdout).toContain('f32: 2 combinations against one another');
  expect(text.stdout).toContain('3 elements are finite in some results and not in others');
  expect(text.stdout).toContain('overflow: elements that were not judged');
  const { results, matrices } = JSON.parse((await runCli([...args, '--json'])).stdout) as Validated;
  expect(results.map(({ kernel, status, unjudged, errorRatio }) => [kernel, status, unjudged, errorRatio])).toEqual([
    ['js/csr', 'ok', 0, 0],
    ['wasm/csr-simd', 'ok', 3, 0],
  ]);
  expect(matrices[0]?.agreement[0]?.pairs[0]?.unlike).toBe(3);
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
