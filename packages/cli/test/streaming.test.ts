import { describe, expect, it } from 'vitest';
import { plainBackend } from './helpers/plain-backend.ts';
import { fakeProject } from './helpers/project.ts';
import { runCli } from './helpers/run-cli.ts';

/** Stripes one after another, of which each sees its part of the operands. */
const STRIPES = `
async function prepareStripes(striped) {
  const parts = [];
  for (let s = 0; s < striped.count; s++) {
    const { offsets, ...stripe } = striped.at(s);
    const { apply } = await prepare(stripe);
    parts.push((buffers, scalars) => apply(buffers.map(({ data }, b) => ({ data: data.subarray(offsets[b], offsets[b] + stripe.signature.buffers[b].length) })), scalars));
  }
  const streaming = { pieces: striped.count, bytes: striped.bytes, bytesPerSecond: 2e9 };
  return { bytesResident: 1000, streaming, dispose() {}, apply: (buffers, scalars) => parts.forEach((part) => part(buffers, scalars)) };
}
const backend = {`;

const plain = plainBackend('small', 'tells the truth');
const changes = [
  ['const backend = {', STRIPES],
  ['prepare, createVector', 'prepare, prepareStripes, createVector'],
  ['open: async () =>', 'open: async ({ options: { memoryBytes = 2 ** 40 } = {} }) =>'],
  ['limits: {}', 'limits: { memoryBytes, maxStripeBytes: 100_000 }'],
] as const;
const source = changes.reduce((text, [from, to]) => {
  if (!text.includes(from)) throw new Error(`The plain backend has no ${from}.`);
  return text.replace(from, to);
}, plain.files?.['plugin.js'] ?? '');
const cwd = fakeProject({
  packages: [{ ...plain, files: { 'plugin.js': source } }],
  workspace: ['backend-serial', 'formats', 'format-sell', 'format-hyb', 'format-bell', 'spmm'],
});

interface Row {
  readonly format: string;
  readonly kernel: string;
  readonly status: string;
  readonly reason: string | null;
  readonly streaming?: { readonly pieces: number; readonly bytes: number };
}

async function rows(args: readonly string[], expected = 0): Promise<readonly Row[]> {
  const { stdout, code } = await runCli([...args, '--backend', 'acme/plain', '--json'], { cwd });
  expect(code).toBe(expected);
  return (JSON.parse(stdout) as { readonly results: readonly Row[] }).results;
}

describe('--device-memory', () => {
  it('has matrices beyond it prepared in stripes, in every format, and says so of each row', async () => {
    const found = await rows(['validate', 'cavity10', '--device-memory', '300kB']);
    const ok = found.filter(({ status }) => status === 'ok');
    expect(new Set(ok.map(({ format }) => format))).toEqual(
      new Set(['bell', 'coo', 'csc', 'csr', 'csr-padded', 'csr64', 'ellpack', 'ellpack-r', 'hyb', 'sell']),
    );
    for (const { kernel, streaming } of ok) expect([kernel, (streaming?.pieces ?? 0) > 3]).toEqual([kernel, true]);
    expect(found.filter(({ status }) => status !== 'ok' && status !== 'refused')).toEqual([]);
  });

  it('has several vectors at once in stripes, too', async () => {
    const found = await rows([
      'validate',
      'cavity10',
      '--operation',
      'spmm',
      '--device-memory',
      'acme/plain=300kB',
      '-p',
      'f64',
    ]);
    const ok = found.filter(({ status }) => status === 'ok');
    expect(ok.length).toBeGreaterThan(0);
    expect(ok.every(({ streaming }) => streaming !== undefined)).toBe(true);
  });

  it('changes nothing where the matrix fits or no memory is named', async () => {
    for (const memory of [[], ['--device-memory', '1GiB']]) {
      const found = await rows(['validate', 'cavity10', '-f', 'csr', ...memory]);
      expect(found.filter(({ status, streaming }) => status === 'ok' && !streaming).length).toBeGreaterThan(0);
      expect(found.filter(({ streaming }) => streaming)).toEqual([]);
    }
  });

  it('is told to people: how much is copied, and what it takes at the least', async () => {
    for (const command of [['bench', '--runs', '20'], ['validate']]) {
      const [name = '', ...more] = command;
      const args = ['cavity10', '-f', 'csr', '-p', 'f64', '--backend', 'acme/plain', '--device-memory', '300kB'];
      const { stdout } = await runCli([name, ...args, ...more], { cwd });
      expect(stdout.replaceAll(/\s+/gu, ' ')).toContain(
        'f64 on acme/plain: the matrix is beyond the device and stays on the host: each product copies 927 kB, at 2.00 GB/s, which takes 0.463 ms at the least.',
      );
    }
  });

  it('is refused of a variant to whose results all stripes add, with the reason', async () => {
    const found = await rows(['validate', 'cavity10', '-f', 'csr', '--transpose', '--device-memory', '300kB'], 1);
    expect(found.length).toBeGreaterThan(0);
    for (const { status, reason } of found)
      expect([status, reason]).toEqual(['refused', expect.stringContaining('part in all of y')]);
  });

  it('is a size, of a backend that runs', async () => {
    const wrong = await runCli(['validate', 'cavity10', '--device-memory', 'acme/plain=much'], { cwd });
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'much' is not a number of bytes") as string,
    });
    const other = await runCli(['validate', 'cavity10', '-b', 'serial', '--device-memory', 'acme/plain=1G'], { cwd });
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('not among those to run') as string });
  });
});
