import type { AgreementReport } from '@spmv/core/oracle';
import { describe, expect, it } from 'vitest';
import { plainBackend } from './helpers/plain-backend.ts';
import type { FakePackage } from './helpers/project.ts';
import { csrKernel, fakeProject, manifest } from './helpers/project.ts';
import { ROOT, runCli } from './helpers/run-cli.ts';

interface Validated {
  readonly matrices: readonly { readonly agreement: readonly AgreementReport[] }[];
}

const CSR = ['--kernel', 'js/csr', '--precision', 'f64', '--default-params'];

/** An operation that is the sparse product with a reference of its own, and a kernel for it. */
function ownOperation(change: string): FakePackage {
  const kernel = csrKernel('own', 'js/acme/own', 'y[i] = alpha * sum + (beta === 0 ? 0 : beta * y[i]);');
  const source = (kernel.files?.['plugin.js'] ?? '').replace("operation: 'spmv'", "operation: 'acme/own'");
  const operation = `{ ...spmv, id: 'acme/own', options: {}, checks: [], reference: (problem) => { const found = spmv.reference({ ...problem, options: { transpose: false } }); ${change} return found; } }`;
  return {
    name: 'own',
    manifest: manifest({ operations: ['acme/own'], kernels: ['js/acme/own'] }),
    files: {
      ...kernel.files,
      'plugin.js': `import { spmv } from ${JSON.stringify(`${ROOT}/packages/core/src/index.ts`)};\n${source.replace('kernels: [', `operations: [${operation}], kernels: [`)}`,
    },
  };
}

describe('backends against one another', () => {
  const cwd = fakeProject({
    workspace: ['backend-serial', 'backend-threads', 'formats'],
    packages: [plainBackend('plain', 'is wrong in one element of nine rows', ['f64'])],
  });

  it('names the odd one out, the element with both values, and whom the oracle sides with, in 80 columns', async () => {
    const { code, stdout } = await runCli(['validate', 'cage4', ...CSR, '--width', '80'], { cwd });
    expect(code).toBe(3);
    expect(stdout).toMatch(/ {2}serial +=\n/u);
    expect(stdout).toMatch(/ {2}acme\/plain +[\d.e+]+ +[\d.e+]+ +=\n/u);
    const words = stdout.replaceAll(/\s+/gu, ' ');
    expect(words).toMatch(
      /farthest apart: y\[3\] \(.+\): .+ has [-\d.e]+ \(0x[\da-f]{16}\), .+ has [-\d.e]+ \(0x[\da-f]{16}\)/u,
    );
    expect(words).toContain('the reference sides with serial');
    expect(words).toContain('odd one out: acme/plain');
    expect(words).toMatch(/judged by the oracle \d+, by one another 0, by nobody 0/u);
    expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
  });

  it('is content with another matrix, where that backend is right, and compares kernels on request', async () => {
    const { code, stdout } = await runCli(['validate', 'LF10', ...CSR, '--between', 'kernels', '--json'], { cwd });
    expect(code).toBe(0);
    const [report] = (JSON.parse(stdout) as Validated).matrices[0]?.agreement ?? [];
    expect(report).toMatchObject({ odd: [], unequalBits: [], suspected: { elements: 0 } });
    expect(report?.members).toEqual(['js/csr on serial', 'js/csr on threads', 'js/csr on acme/plain']);
  });

  it('numbers kernels whose names do not fit as heads, without the one backend of all, and says of one alone in a sentence', async () => {
    const kernels = ['--kernel', 'js/csr,js/coo,wasm/csr-merge,wasm/coo-simd', '--precision', 'f64'];
    const between = ['--between', 'kernels', '--backend', 'serial', '--width', '60'];
    const { stdout } = await runCli(['validate', 'LF10', ...kernels, ...between], { cwd });
    expect(stdout).toContain(`
  1 js/coo, 2 wasm/coo-simd, 3 js/csr, 4 wasm/csr-merge
         1      2      3  4
  1      =
  2  0.146      =
  3      =  0.146      =
  4  0.146      =  0.146  =
`);
    const both = ['--kernel', 'js/csr,wasm/csr-simd', '--precision', 'f64', '--backend', 'serial'];
    expect((await runCli(['validate', 'LF10', ...both], { cwd })).stdout.replaceAll(/\s+/gu, ' ')).toMatch(
      /combinations against one another, all of serial: at most 0\.\d+ of both bounds apart/u,
    );
  });

  it('is part of what doctor does', async () => {
    const project = { workspace: ['backend-serial', 'backend-threads', 'formats'] };
    const good = await runCli(['doctor'], { cwd: fakeProject(project) });
    expect(good.stdout.replaceAll(/\s+/gu, ' ')).toMatch(
      /✓ one another serial, threads: largest difference [\d.e-]+ of both bounds/u,
    );
    const packages = [plainBackend('plain', 'drops the last row', ['f64'])];
    const bad = await runCli(['doctor'], { cwd: fakeProject({ ...project, packages }) });
    expect(bad.stdout.replaceAll(/\s+/gu, ' ')).toMatch(/✗ one another .*odd one out: acme\/plain/u);
    expect(bad.code).toBe(3);
    expect(bad.stdout.split('\n').length).toBeLessThan(40);
  });
});

describe("the reference of a stranger's operation", () => {
  const validate = (change: string, ...more: readonly string[]) =>
    runCli(['validate', 'cage4', '--operation', 'acme/own', '--default-params', ...more], {
      cwd: fakeProject({
        workspace: ['backend-serial', 'backend-threads', 'formats'],
        packages: [ownOperation(change)],
      }),
    });

  it('is suspected where all results agree and it does not', async () => {
    const { code, stdout } = await validate('found.y.high[2] += 1;');
    expect(stdout.replaceAll(/\s+/gu, ' ')).toMatch(
      /reference suspected: in 1 element all results agree .* first y\[2\]/u,
    );
    expect(code).toBe(3);
    expect((await validate('')).stdout).not.toContain('suspected');
  });

  it('that judges samples leaves the others to one another, and with --strict to nobody only where that fails', async () => {
    const sampled = `
      for (const [key, values] of Object.entries(found.y)) if (ArrayBuffer.isView(values)) found.y[key] = values.slice(0, 2);
      found.y = { ...found.y, elements: Int32Array.of(0, 1) };`;
    const several = await validate(sampled, '--strict');
    expect(several.stdout.replaceAll(/\s+/gu, ' ')).toContain('judged by the oracle 2, by one another 7, by nobody 0');
    expect(several.code).toBe(0);
    const one = ['--backend', 'serial'] as const;
    const alone = await validate(sampled, ...one, '--strict');
    expect(alone.stdout.replaceAll(/\s+/gu, ' ')).toContain('judged by the oracle 2, by one another 0, by nobody 7');
    expect(alone.stdout).toContain('Nobody judged 7 elements');
    expect(alone.code).toBe(1);
    expect((await validate(sampled, ...one)).code).toBe(0);
  });
});
