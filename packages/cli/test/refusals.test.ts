import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EXIT } from '../src/exit-codes.ts';
import type { FakePackage } from './helpers/project.ts';
import { csrKernel, fakeProject, manifest, pluginSource } from './helpers/project.ts';
import { ROOT, runCli, temporaryFolder } from './helpers/run-cli.ts';

const CORE = JSON.stringify(`${ROOT}/packages/core/src/index.ts`);

/** A right kernel of csr whose `analyse` throws an SpmvError of this code. */
function refusing(name: string, code: string): FakePackage {
  const made = csrKernel(name, `js/acme/${name}`, 'y[i] = beta === 0 ? alpha * sum : alpha * sum + beta * y[i];');
  const source = made.files?.['plugin.js'] ?? '';
  const throwing = source.replace(
    'params: { axes: {} },',
    `params: { axes: {} }, analyse() { throw new SpmvError('${code}', 'Not this matrix.', { fix: 'Choose another kernel.' }); },`,
  );
  return { ...made, files: { ...made.files, 'plugin.js': `import { SpmvError } from ${CORE};\n${throwing}` } };
}

/** The official CSR under another id, refused by `build`. */
const late: FakePackage = {
  name: 'late',
  manifest: manifest({ formats: ['acme/late'], kernels: ['js/acme/late'] }),
  files: {
    'plugin.js': `import { SpmvError } from ${CORE};
import { csr } from ${JSON.stringify(`${ROOT}/packages/formats/src/index.ts`)};
const format = { ...csr, id: 'acme/late', build() { throw new SpmvError('FORMAT.REFUSED', 'Too many different values.', { fix: 'Use csr.' }); } };
const kernel = { kind: 'kernel', id: 'js/acme/late', operation: 'spmv', target: 'js', format: 'acme/late', title: 'late', sources: [], precisions: [{ precision: 'f64', accumulator: 'f64' }],
  reproducibility: 'bitwise', requires: [], params: { axes: {} }, program: () => ({ passes: [] }) };
${pluginSource('late', 'formats: [format], kernels: [kernel]')}`,
  },
};

const codes = ['KERNEL.REFUSED', 'KERNEL.MISSING_CAPABILITY', 'BACKEND.LIMIT', 'FORMAT.REFUSED'];
const nameOf = (code: string): string => code.toLowerCase().replace(/[._]/g, '-');
const cwd = fakeProject({
  packages: [late, ...codes.map((code) => refusing(nameOf(code), code)), refusing('at-fault', 'KERNEL.BAD_ARGUMENT')],
});

it('the command counts every refusal of core as refused, not as failed', async () => {
  const kernels = ['js/csr', 'js/acme/late', ...codes.map((code) => `js/acme/${nameOf(code)}`)];
  const { code, stdout } = await runCli(
    ['validate', 'cage4', '--backend', 'serial', '--precision', 'f64', '--kernel', kernels.join(','), '--json'],
    { cwd },
  );
  const { results } = JSON.parse(stdout) as {
    results: { kernel: string; status: string; code: string | null; reason: string }[];
  };
  expect(results.map(({ kernel, status, code }) => [kernel, status, code])).toEqual(
    expect.arrayContaining([
      ['js/csr', 'ok', null],
      ['js/acme/late', 'refused', 'FORMAT.REFUSED'],
      ...codes.map((one) => [`js/acme/${nameOf(one)}`, 'refused', one]),
    ]),
  );
  expect(results).toHaveLength(kernels.length);
  expect(code).toBe(0);
});

it('any other error has failed', async () => {
  const { code, stdout } = await runCli(
    ['validate', 'cage4', '--backend', 'serial', '--precision', 'f64', '--kernel', 'js/csr,js/acme/at-fault', '--json'],
    { cwd },
  );
  const { results } = JSON.parse(stdout) as { results: { kernel: string; status: string }[] };
  expect(results.find(({ kernel }) => kernel === 'js/acme/at-fault')?.status).toBe('failed');
  expect(code).toBe(1);
});

it('doctor takes a refused tiny product for no problem', async () => {
  const { code, stdout } = await runCli(['doctor', '--json'], {
    cwd: fakeProject({ packages: [refusing('kernel-refused', 'KERNEL.REFUSED')] }),
  });
  const { checks } = JSON.parse(stdout) as { checks: { what: string; status: string; detail: string }[] };
  expect(checks.find(({ what }) => what === 'serial')).toMatchObject({
    status: 'ok',
    detail: expect.stringMatching(
      /; (\d+) of (?!\1)\d+ tiny products are right, the other \d+ were refused(?:, \d+ of them)?: \S/,
    ) as string,
  });
  expect(code).toBe(0);
});

it('doctor says that compiled code is not there, and what to do, and trusts the products that are right', async () => {
  const { code, stdout } = await runCli(['doctor', '--json'], {
    cwd: fakeProject({ packages: [refusing('kernel-missing', 'BACKEND.UNAVAILABLE')] }),
  });
  const { checks } = JSON.parse(stdout) as { checks: { what: string; status: string; fix: string | null }[] };
  expect(checks.find(({ what }) => what === 'serial')).toMatchObject({
    status: 'note',
    fix: expect.stringMatching(/\S/u) as string,
  });
  expect(code).toBe(0);
});

/** A format that refuses in `plan`, for reasons of its own and with its own advice or none. */
function unwilling(name: string, fix: string): FakePackage {
  return {
    name,
    manifest: manifest({ formats: [`acme/${name}`], kernels: [`js/acme/${name}`] }),
    files: {
      'plugin.js': `import { csr } from ${JSON.stringify(`${ROOT}/packages/formats/src/index.ts`)};
const format = { ...csr, id: 'acme/${name}', plan: ({ values }) => ({ arrays: {}, scalars: {}, slots: 0, refusal: new Set(values).size + ' different values', ${fix} }) };
const kernel = { kind: 'kernel', id: 'js/acme/${name}', operation: 'spmv', target: 'js', format: 'acme/${name}', title: 'no', sources: [], precisions: [{ precision: 'f64', accumulator: 'f64' }],
  reproducibility: 'bitwise', requires: [], params: { axes: {} }, program: () => ({ passes: [] }) };
${pluginSource(name, 'formats: [format], kernels: [kernel]')}`,
    },
  };
}

it("a refusal says what helps: the format's own advice, and a higher limit only where bytes are the reason", async () => {
  const project = fakeProject({
    packages: [unwilling('own', "fix: 'Use csr, or round the values.'"), unwilling('none', '')],
  });
  const { stdout } = await runCli(
    [
      'validate',
      'cage4',
      '--precision',
      'f64',
      '--format',
      'csr,ellpack,acme/own,acme/none',
      '--max-bytes',
      '500',
      '--json',
    ],
    { cwd: project },
  );
  const { results } = JSON.parse(stdout) as { results: { format: string; reason: string; fix: string }[] };
  const told = (format: string) => results.find((result) => result.format === format && result.reason !== null);
  expect(told('acme/own')).toMatchObject({ reason: '20 different values', fix: 'Use csr, or round the values.' });
  expect(told('acme/none')).toMatchObject({ fix: 'Choose another format, such as csr.' });
  expect(told('ellpack')).toMatchObject({
    reason: expect.stringContaining('above the limit of 500 B') as string,
    fix: expect.stringContaining('--max-bytes') as string,
  });
  const { storage } = JSON.parse((await runCli(['info', 'cage4', '--json'], { cwd: project })).stdout) as {
    storage: { format: string; fix: string | null }[];
  };
  expect(storage.find(({ format }) => format === 'acme/own')?.fix).toBe('Use csr, or round the values.');
});

it.each([
  ['multiply', 'cage4'],
  ['print', 'cage4'],
  ['convert', 'cage4', '-'],
])('%s has the option that its refusal names', async (...args) => {
  const run = (limit: string) => runCli([...args, '--format', 'ellpack', '--max-bytes', limit], { cwd });
  expect(await run('100')).toMatchObject({ code: 1, stderr: expect.stringContaining('--max-bytes') as string });
  expect((await run('1M')).code).toBe(0);
});

const declared = join(temporaryFolder(), 'declared.mtx');
writeFileSync(declared, '%%MatrixMarket matrix coordinate real general\n2147483647 2147483647 1\n1 1 1\n');

it.each(['rank', 'solve', 'reorder'])(
  '%s refuses a shape that is out of proportion to the entries',
  async (command) => {
    const { code, stderr } = await runCli([command, declared], { cwd });
    expect([code, stderr]).toEqual([EXIT.badInput, expect.stringMatching(/has 1 entry: .*out\s+of\s+proportion/su)]);
  },
);

const more = fakeProject({ workspace: ['backend-serial', 'format-hyb', 'spmm'] });

it.each([
  [['--kernel', 'js/csr,js/coo', '--format', 'coo'], /'js\/csr' takes format csr and not coo/, '--format csr'],
  [
    ['--kernel', 'js/csr-transposed'],
    /computes operation 'spmv' with transpose=true and not/,
    '--operation spmv --option transpose=true',
  ],
  [
    ['--kernel', 'js/spmm-csr'],
    /computes operation 'spmm' with transpose=false and not operation 'spmv'/,
    '--operation spmm --option transpose=false',
  ],
])('%j: a kernel that the rest leaves out', async (flags, words, fix) => {
  for (const command of ['validate', 'bench', 'tune']) {
    const { code, stderr } = await runCli([command, 'LF10', ...flags], { cwd: more });
    const flat = stderr.replace(/\s+/g, ' ');
    expect(flat).toMatch(words);
    expect(flat).toContain(fix);
    expect(code).toBe(2);
  }
  const [kernel = ''] = (flags[1] ?? '').split(',');
  const followed = await runCli(['validate', 'LF10', '--kernel', kernel, ...fix.split(' ')], { cwd: more });
  expect(followed).toMatchObject({ code: 0, stderr: '' });
});

it('a kernel of a language that the backends asked for do not run, or no installed one', async () => {
  const asked = await runCli(['validate', 'LF10', '--kernel', 'cuda/hyb', '--backend', 'serial'], { cwd: more });
  expect(asked.stderr.replace(/\s+/g, ' ')).toContain(
    "Kernel 'cuda/hyb' is written in cuda, which backend serial does not run. Leave out --backend.",
  );
  expect(asked.code).toBe(2);
  const any = await runCli(['validate', 'LF10', '--kernel', 'cuda/hyb'], { cwd: more });
  expect(any.stderr).toContain('which no installed backend runs');
  expect(any.code).toBe(6);
});

it.each([
  [['validate'], /^refused {2}(\d+) combinations on serial, the first of them js\/\S+:/gm],
  [['advise', '--trials', '1'], /^refused {2}(\d+) kernels, the first of them js\/\S+, on serial:/gm],
])('%j says once, with a count, what every kernel is refused for', async ([command = '', ...flags], line) => {
  const args = [command, 'LF10', '--backend', 'serial', '--precision', 'bf16', '--format', 'csr,coo,ellpack', ...flags];
  const { stdout } = await runCli([...args, '--width', '400'], { cwd });
  const found = [...stdout.matchAll(line)];
  expect(found.map(([, count]) => Number(count) > 5)).toEqual([true]);
  expect(stdout.match(/does not compute in bf16/g)).toHaveLength(1);
  expect(stdout).toContain('Ask for one of: f64, f32. The others: --all.');
  const { stdout: all } = await runCli([...args, '--width', '400', '--all'], { cwd });
  expect(all.match(/does not compute in bf16/g)?.length).toBe(Number(found[0]?.[1]));
});
