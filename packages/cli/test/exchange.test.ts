import { describe, expect, it } from 'vitest';
import { visibleWidth } from '../src/output/wrap.ts';
import { plainBackend } from './helpers/plain-backend.ts';
import { fakeProject } from './helpers/project.ts';
import { runCli } from './helpers/run-cli.ts';

const plain = plainBackend('two', 'tells the truth');
/** Says what two devices would copy, more of it in f32; and fails each time where `acme/plain` is opened as `lost`. */
const changes = [
  ['const backend = {', 'let lost = false; const backend = {'],
  [
    'return { bytesResident, dispose() {}, apply(',
    `if (lost) throw new Error('the device is lost');
  let products = 0;
  const bytes = precision.precision === 'f64' ? 2000 : 1_500_000;
  const exchange = () => ({ devices: 2, bytes, copies: 2, ...(precision.precision === 'f64' ? {} : { interiorRows: 1234 }), products, movedBytes: products * bytes });
  return { bytesResident, exchange, dispose() {}, apply(`,
  ],
  ['apply(buffers, scalars) {', 'apply(buffers, scalars) { products++;'],
  ['open: async () => ({', `open: async ({ device }) => { lost = device === 'lost'; return {`],
  ["name: 'this engine', kind", "name: '2 × this engine (0, 1)', kind"],
  ['beta * value; }); },\n  }),', 'beta * value; }); },\n  }; },'],
] as const;
const source = changes.reduce((text, [from, to]) => {
  if (!text.includes(from)) throw new Error(`The plain backend has no ${from}.`);
  return text.replace(from, to);
}, plain.files?.['plugin.js'] ?? '');
const cwd = fakeProject({
  packages: [{ ...plain, files: { 'plugin.js': source } }],
  workspace: ['backend-serial', 'formats', 'format-sell', 'format-hyb', 'format-bell'],
});

async function told(args: readonly string[], expected = 0): Promise<string> {
  const { stdout, code } = await runCli([...args, '--backend', 'acme/plain', '--width', '80'], { cwd });
  expect(code).toBe(expected);
  for (const line of stdout.split('\n')) expect(visibleWidth(line)).toBeLessThanOrEqual(80);
  return stdout.replaceAll(/\s+/gu, ' ');
}

describe('several devices', () => {
  it('are named, with what they copy for a product and what was counted', async () => {
    for (const command of [['bench', '--runs', '20'], ['validate']]) {
      const [name = '', ...more] = command;
      const text = await told([name, 'cavity10', '-f', 'csr', ...more]);
      expect(text).toMatch(
        /f64 on acme\/plain, 2 × this engine \(0, 1\): computed by 2 devices, which copy 2\.00 kB between each other for a product, in 2 copies; [\d.]+ kB were counted in \d+ products? of the checks\./u,
      );
      expect(text).toMatch(
        /f32 on acme\/plain, .*: computed by 2 devices, which copy 1\.50 MB between each other for a product, in 2 copies, while 1\s234 rows that need nothing of that are multiplied; [\d.]+ MB/u,
      );
    }
  });

  it('that are lost are said so once, with how many combinations that ended', async () => {
    const args = ['validate', 'cavity10', '--device', 'acme/plain=lost'];
    const text = await told(args, 1);
    expect(text.match(/the device is lost/gu)?.length).toBe(1);
    expect(text).toMatch(
      /failed \d+ combinations on acme\/plain, the first of them acme\/plain \S+ \S+ .*The others: --all\./u,
    );
    const all = await told([...args, '--all'], 1);
    expect(all).not.toContain('The others: --all');
  });
});
