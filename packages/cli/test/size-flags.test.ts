import { describe, expect, it } from 'vitest';
import { fakeProject } from './helpers/project.ts';
import { runCli } from './helpers/run-cli.ts';

const cwd = fakeProject({ workspace: ['backend-serial', 'formats', 'gemm', 'spmm'] });
const SPMM = ['LF10', '--operation', 'spmm', '--kernel', 'js/spmm-csr', '--backend', 'serial', '--precision', 'f64'];

/** The sizes of every problem of a run. */
async function sizesOf(args: readonly string[]): Promise<readonly Readonly<Record<string, number>>[]> {
  const run = await runCli(['validate', ...args, '--json'], { cwd });
  expect(run.code, run.stderr).toBe(0);
  const { results } = JSON.parse(run.stdout) as {
    readonly results: readonly { readonly problem: { readonly sizes: Readonly<Record<string, number>> } }[];
  };
  return results.map(({ problem }) => problem.sizes);
}

describe('a size of an operation', () => {
  it('is a flag of its name, which is --size in short', async () => {
    expect(await sizesOf([...SPMM, '--vectors', '1,3'])).toEqual([{ vectors: 1 }, { vectors: 3 }]);
    expect(await sizesOf([...SPMM, '--vectors=2'])).toEqual([{ vectors: 2 }]);
    const gemm = ['--operation', 'gemm', '--kernel', 'js/gemm-naive', '--backend', 'serial', '--precision', 'f64'];
    expect(await sizesOf([...gemm, '--m', '3', '--size', 'n=4', '--k', '5'])).toEqual([{ m: 3, n: 4, k: 5, batch: 1 }]);
  }, 240_000);

  it('is one only with its operation, and takes numbers', async () => {
    const without = await runCli(['validate', 'LF10', '--vectors', '3'], { cwd });
    expect(without.stderr).toContain("unknown option '--vectors'");
    const near = await runCli(['validate', ...SPMM, '--vector', '3'], { cwd });
    expect(near.stderr).toContain('Did you mean --vectors?');
    const word = await runCli(['validate', ...SPMM, '--vectors', 'many'], { cwd });
    expect(word.stderr).toContain("'many' is not a non-negative integer.");
    expect([without.code, near.code, word.code]).toEqual([2, 2, 2]);
  }, 120_000);

  it('is in the help of commands that compute, where the operation is named', async () => {
    const { stdout } = await runCli(['tune', '--operation', 'spmm', '--help', '--width', '80'], { cwd });
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('--vectors <values> size of spmm, with commas for several');
    const { stdout: plain } = await runCli(['tune', '--help'], { cwd });
    expect(plain).not.toContain('--vectors');
  }, 120_000);
});

describe('a size with the name of a flag', () => {
  const operation = `{
    kind: 'operation', id: 'acme/timed', title: '', formula: 'y ← x', sources: [], options: {},
    sizes: { n: { default: 3, doc: '' }, seed: { default: 2, doc: '' } },
    operands: () => [
      { role: 'vector', name: 'x', length: 'n', access: 'read' },
      { role: 'vector', name: 'y', length: 'n', access: 'write' },
    ],
    trivial: { sizes: ['n'], scalars: [] }, flops: () => 0, reference: () => ({}), checks: [],
  }`;
  const project = (sizes: readonly string[]): string =>
    fakeProject({
      workspace: ['backend-serial'],
      packages: [
        {
          name: 'acme-timed',
          manifest: { apiVersion: 2, entry: './plugin.js', provides: { operations: ['acme/timed'], sizes } },
          files: { 'plugin.js': `export default { name: 'acme-timed', apiVersion: 2, operations: [${operation}] };` },
        },
      ],
    });
  const named = project(['acme/timed:n', 'acme/timed:seed']);

  it('is none: --size names it, and the flag alone is refused', async () => {
    const flag = await runCli(['validate', '--operation', 'acme/timed', '--seed', '7'], { cwd: named });
    expect(flag.stderr).toContain("--seed is a flag of this command, and 'seed' is a size of the operation");
    expect(flag.stderr).toContain('--size seed=…');
    expect(flag.code).toBe(2);
    const both = ['validate', '--operation', 'acme/timed', '--seed', '7', '--size', 'seed=4', '--n', '5'];
    const { stdout } = await runCli([...both, '--json'], { cwd: named });
    const { options } = JSON.parse(stdout) as { readonly options: { readonly seed: number } };
    expect(options.seed).toBe(7);
  }, 120_000);

  it('has to be one that the operation has', async () => {
    const run = await runCli(['operations'], { cwd: project(['acme/timed:n', 'acme/timed:depth']) });
    expect(run.stderr + run.stdout).toContain('promises sizes that it does not bring: acme/timed:depth');
  }, 120_000);
});
