import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entryPoints } from '../api-docs/entry-points.ts';
import { readWorkspace } from '../lint/workspace.ts';
import { ROOT } from '../packages/pack-all.ts';

describe('the API reference', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-api-'));
  const modules = entryPoints(readWorkspace(ROOT));
  let told = '';

  beforeAll(async () => {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [join(ROOT, 'tools', 'api-docs', 'main.ts'), folder],
      { cwd: ROOT, env: { ...process.env, NO_COLOR: '1' } },
    );
    told = stdout + stderr;
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const page = (path: string): string =>
    existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : '';

  test('is made by one command, without a warning', () => {
    expect(told).not.toMatch(/\[(?:warning|error)\]/u);
  });

  test.each(modules.map(({ name }) => name))('has a page of %s', (name) => {
    const path = `modules/${name.replaceAll(/[@/]/gu, '_')}.html`;
    expect(page(path)).toContain(name);
    expect(page('modules.html')).toContain(path);
  });

  test('says what a format promises, and where it is written', () => {
    const text = page('interfaces/_spmv_core.SparseFormat.html');
    expect(text).toContain('toCoo');
    const written = /https:\/\/github\.com\/spmv\/spmv\/blob\/main\/([\w./-]+)#L\d+/u.exec(text)?.[1] ?? '';
    expect(written).toBe('packages/core/src/format/sparse-format.ts');
    expect(existsSync(join(ROOT, written))).toBe(true);
  });
});
