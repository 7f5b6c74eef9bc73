import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, expect, test } from 'vitest';
import { checkTarball } from '../packages/check-tarball.ts';
import type { Tarball } from '../packages/pack-all.ts';

const folder = mkdtempSync(join(tmpdir(), 'spmv-tarball-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A packed package of one module and its types. */
function pack(name: string, types: string, more: Readonly<Record<string, unknown>> = {}): Tarball {
  const source = join(folder, name);
  mkdirSync(join(source, 'dist'), { recursive: true });
  const repository = { type: 'git', url: 'git+https://github.com/spmv/spmv.git' };
  const exports = { '.': { types, default: './dist/index.js' } };
  writeFileSync(
    join(source, 'package.json'),
    JSON.stringify({
      name,
      version: '1.0.0',
      type: 'module',
      license: 'MIT',
      sideEffects: false,
      repository,
      exports,
      files: ['dist'],
      ...more,
    }),
  );
  writeFileSync(join(source, 'dist', 'index.js'), 'export const one = 1;\n');
  writeFileSync(join(source, 'dist', 'index.d.ts'), 'export declare const one = 1;\n');
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: source,
    shell: process.platform === 'win32', // npm is a .cmd file there
  });
  return { name, folder: source, file: join(folder, `${name}-1.0.0.tgz`) };
}

test('a sound package passes', async () => {
  expect(await checkTarball(pack('sound', './dist/index.d.ts'))).toEqual([]);
});

test('types that are not in the package are found by both tools', async () => {
  const problems = (await checkTarball(pack('broken', './dist/gone.d.ts'))).join('\n');
  expect(problems).toContain('publint: ');
  expect(problems).toContain('attw: ');
});

test("the field 'browser' may leave files out, and nothing else", async () => {
  expect(
    await checkTarball(pack('leaves-out', './dist/index.d.ts', { browser: { './dist/index.js': false } })),
  ).toEqual([]);
  expect(
    (
      await checkTarball(pack('replaces', './dist/index.d.ts', { browser: { './dist/index.js': './dist/page.js' } }))
    ).join('\n'),
  ).toContain('browser');
});
