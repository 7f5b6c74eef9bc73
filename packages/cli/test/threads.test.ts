import { describe, expect, it } from 'vitest';
import { ROOT, runCli } from './helpers/run-cli.ts';

interface Row {
  readonly status: string;
  readonly code: string | null;
  readonly reason: string | null;
  readonly launchParams: Readonly<Record<string, number | string>>;
}

async function validated(...args: readonly string[]): Promise<readonly Row[]> {
  const { stdout, stderr } = await runCli(
    ['validate', 'cage4', '--backend', 'threads', '--kernel', 'wasm/csr-simd', '--precision', 'f64', '--json', ...args],
    { cwd: ROOT },
  );
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as { readonly results: readonly Row[] }).results;
}

describe('launch parameters of backend threads', () => {
  it('validate tries every possible point once, and no impossible one', async () => {
    const rows = await validated('--param', 'threads=2');
    expect(rows.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(rows.filter(({ launchParams: { schedule, chunk } }) => schedule !== 'dynamic' && chunk !== 0)).toEqual([]);
    const points = rows.map((row) => JSON.stringify(row));
    expect(new Set(points).size).toBe(points.length);
  });

  it('an impossible one that was asked for is refused with the reason', async () => {
    const [row, ...others] = await validated(
      '--param',
      'threads=2',
      '--param',
      'schedule=static',
      '--param',
      'chunk=64',
      '--default-params',
    );
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      status: 'refused',
      code: 'PARAM.REJECTED',
      reason: expect.stringContaining('schedule=dynamic') as string,
    });
  });

  it('more threads than there is room for are refused with the number, and one matrix is one matrix', async () => {
    const args = [
      'validate',
      'cage4',
      '--backend',
      'threads',
      '--kernel',
      'wasm/csr-simd',
      '--precision',
      'f64',
      '--default-params',
      '--param',
      'threads=512',
      '--width',
      '200',
    ];
    const { stdout } = await runCli(args, { cwd: ROOT });
    expect(stdout).toMatch(/cannot start 512 threads here, only \d+: /);
    expect(stdout).toMatch(/^1 matrix: 0 ok, [1-9]\d* refused/m);
  });
});
