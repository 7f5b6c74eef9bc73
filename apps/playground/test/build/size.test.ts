import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';

/** Most compressed bytes of the page before kernels, which are fetched when they run. */
const MOST = 300_000;

/** Compressed bytes of the page, its styles, all of its scripts and workers: all but matrices and compiled kernels. */
function compressedBytes(folder: string): ReadonlyMap<string, number> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => /\.(?:html|js|css|svg)$/u.test(path));
  return new Map(paths.map((path) => [path.slice(folder.length + 1), gzipSync(readFileSync(path)).length]));
}

test('the page is at most 300 kB compressed, panels and workers that are loaded later included', () => {
  const bytes = compressedBytes(inject('site'));
  const total = [...bytes.values()].reduce((sum, each) => sum + each, 0);
  expect([...bytes.keys()].some((path) => path.includes('worker'))).toBe(true);
  expect(total).toBeGreaterThan(30_000);
  expect(total).toBeLessThan(MOST);
});

test('no script stands in the page itself, and nothing comes from elsewhere', () => {
  const page = readFileSync(join(inject('site'), 'index.html'), 'utf8');
  expect([...page.matchAll(/<script(?![^>]*\bsrc=)/gu)]).toEqual([]);
  expect([...page.matchAll(/(?:src|href)="(?!\.\/)[^"]*"/gu)]).toEqual([]);
  expect(page).not.toMatch(/\sstyle=|\son[a-z]+=/u);
});
