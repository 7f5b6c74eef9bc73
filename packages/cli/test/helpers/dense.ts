import { expect } from 'vitest';
import type { CliRun } from './run-cli.ts';
import { runCli, STACK_TRACE } from './run-cli.ts';

/** One kernel of dense products, in two precisions or one. */
export const GEMM: readonly string[] = ['--operation', 'gemm', '--backend', 'serial', '--kernel', 'js/gemm-naive'];
export const F64: readonly string[] = [...GEMM, '--precision', 'f64'];

export interface Row {
  readonly matrix: unknown;
  readonly format: unknown;
  readonly status: string;
  readonly reason: string | null;
  readonly compared: number | null;
  readonly elements: number | null;
  readonly errorRatio: number | null;
  readonly problem: {
    readonly name: string;
    readonly hash: string;
    readonly sizes: Readonly<Record<string, number>>;
    readonly operands: Readonly<Record<string, { readonly source: string; readonly hash: string }>>;
  };
}

/** Runs `spmv validate` in a folder, with the rows of its document. */
export function validatedIn(
  cwd: string,
): (args: readonly string[], where?: string) => Promise<CliRun & { readonly rows: readonly Row[] }> {
  return async (args, where = cwd) => {
    const run = await runCli(['validate', ...args, '--json'], { cwd: where });
    expect(run.stderr + run.stdout).not.toMatch(STACK_TRACE);
    return { ...run, rows: (JSON.parse(run.stdout) as { readonly results: readonly Row[] }).results };
  };
}
