import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage } from '../browser/run-job.ts';
import { esbuildNode, type ModuleFormat, viteNode, webpackNode } from '../bundlers/bundle-node.ts';
import { makeNodeApp, type PackedApp } from '../bundlers/make-app.ts';
import { startNext } from '../bundlers/next.ts';
import { needs } from '../needs.ts';
import { npm } from '../outside-package/make-plugin.ts';
import { runOutside } from '../outside-package/run-outside.ts';
import { installByYarn, yarn } from '../outside-package/yarn.ts';
import { ROOT } from '../packages/pack-all.ts';

const MINUTES = 60_000;
const FORMATS: readonly ModuleFormat[] = ['cjs', 'esm'];
const JEST = 'jest@30.5.2';
const NEXT = ['next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1'];

/** What the program imports. */
const IMPORTED = ['spmv', '@spmv/core', '@spmv/formats', '@spmv/mmio', '@spmv/backend-serial', '@spmv/backend-threads'];

/** What a page reports where everything works. */
const RIGHT_IN_PAGE = {
  product: true,
  solution: true,
  'js/csr on serial': true,
  'wasm/csr-simd on serial': true,
  'js/csr on threads': true,
  'wasm/csr-simd on threads': true,
};
/** What a program does, which reads a large file, too. */
const RIGHT = { ...RIGHT_IN_PAGE, file: true };
const LEAVE_OUT = expect.stringContaining('spmv and @spmv/* out of the bundle') as string;

/** The section of the documentation whose lines are tried here. */
const section = readFileSync(join(ROOT, 'docs', 'bundlers.md'), 'utf8')
  .split('\n## ')
  .find((text) => text.startsWith('For Node'));

async function told(file: string): Promise<unknown> {
  const { code, stdout, stderr } = await runOutside(process.execPath, [file], dirname(file));
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

describe('programs for Node, of packed packages outside the repository', needs('pnpm'), () => {
  let packed: PackedApp;
  let app = '';

  beforeAll(async () => {
    packed = await makeNodeApp();
    ({ app } = packed);
  }, 3 * MINUTES);

  afterAll(() => app !== '' && rmSync(dirname(app), { recursive: true, force: true }), MINUTES);

  describe.each(FORMATS)('as %s', (format) => {
    it('run as webpack builds them, without a warning', { timeout: 3 * MINUTES }, async () => {
      expect(await told(await webpackNode(app, format))).toEqual(RIGHT);
    });

    it('run as webpack builds them where the packages stay outside', { timeout: 3 * MINUTES }, async () => {
      expect(section).toContain("externals: [/^@?spmv\\b/], externalsType: 'import'");
      const more = { externals: [/^@?spmv\b/u], externalsType: 'import' as const };
      expect(await told(await webpackNode(app, format, more))).toEqual(RIGHT);
    });

    it('run as esbuild builds them where the packages stay outside', { timeout: MINUTES }, async () => {
      expect(section).toContain('--packages=external');
      const built = await esbuildNode(app, 'main.mjs', format, { packages: 'external' });
      expect(await told(built)).toEqual(RIGHT);
    });
  });

  it('say what to do where esbuild has taken the packages in', { timeout: MINUTES }, async () => {
    expect(await told(await esbuildNode(app, 'front.mjs', 'cjs'))).toMatchObject({
      code: 'BACKEND.UNAVAILABLE',
      message: 'spmv finds none of its files: a bundler left its import.meta.url empty.',
      fix: LEAVE_OUT,
    });
    expect(await told(await esbuildNode(app, 'front.mjs', 'esm'))).toMatchObject({
      code: 'KERNEL.LOAD_FAILED',
      message: expect.stringContaining('is missing: there is no such file.') as string,
      fix: LEAVE_OUT,
    });
  });

  it('run as Vite builds them for a server', { timeout: MINUTES }, async () => {
    expect(await told(await viteNode(app))).toEqual(RIGHT);
  });

  it("run under Yarn's Plug'n'Play, without CUDA", { timeout: 3 * MINUTES }, async () => {
    const folder = join(dirname(app), 'pnp');
    mkdirSync(folder);
    for (const file of ['main.mjs', 'large-file.mjs', 'report.mjs']) cpSync(join(app, file), join(folder, file));
    const dependencies = Object.fromEntries(IMPORTED.map((name) => [name, '*']));
    await installByYarn(folder, packed.tarballs, { dependencies });
    const { stdout } = await yarn(folder, 'node', 'main.mjs');
    expect(JSON.parse(stdout)).toEqual(RIGHT);
  });

  it('run in Jest, without CUDA', { timeout: 5 * MINUTES }, async () => {
    expect(section).toContain('node --experimental-vm-modules node_modules/jest/bin/jest.js');
    expect(section).toContain('"transform": {}');
    const manifest = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>>;
    const jest = { transform: {}, testMatch: ['**/*.test.mjs'], moduleFileExtensions: ['mjs', 'js', 'json', 'node'] };
    writeFileSync(join(app, 'package.json'), JSON.stringify({ ...manifest, jest }));
    await npm(app, ['install', '--no-save', '--no-audit', '--no-fund', JEST]);
    const args = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js'];
    const { code, stderr } = await runOutside(process.execPath, args, app, { RIGHT: JSON.stringify(RIGHT) });
    expect([code, stderr]).toEqual([0, expect.stringContaining('1 passed')]);
  });

  describe.each([
    ['as it is', {}],
    ['where the packages stay outside', { serverExternalPackages: IMPORTED }],
  ])('run in Next %s', needs('chromium'), (_, settings) => {
    it('on its server and in its page', { timeout: 10 * MINUTES }, async () => {
      expect(section).toContain("serverExternalPackages: ['spmv'");
      await npm(app, ['install', '--no-save', '--no-audit', '--no-fund', ...NEXT]);
      const server = await startNext(app, settings);
      try {
        const answer = await fetch(new URL('api/report', server.url));
        expect(await answer.json()).toEqual(RIGHT);
        const inPage = await openPage(server.url, async (page) => {
          await page.waitForFunction('"report" in globalThis');
          return page.evaluate('globalThis.report');
        });
        expect(inPage).toEqual(RIGHT_IN_PAGE);
      } finally {
        await server.close();
      }
    });
  });
});
