import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';
import { filesToKeep } from '../../build/service-worker.ts';

/** Most compressed bytes of the page before kernels. */
const MOST = 300_000;

/** Most compressed bytes of what has to come before a person can choose a matrix: a second of a slow network. */
const MOST_BEFORE = 26_000;

/** The workers that run kernels and solvers, which a page starts when these are asked for: what only they load is kernels, and what launches them. And the library that reads HDF5, for those who open such a file. */
const RUNS = /^(?:(?:run|page|solve)-worker|hdf5_hl)-/u;

/** Compressed bytes of the page, its styles, scripts, panels and workers, by name: whatever is reached without starting a run or reading HDF5. */
function compressedBytes(folder: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const waiting = ['index.html'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path) || RUNS.test(basename(path)) || !existsSync(join(folder, path))) continue;
    const bytes = readFileSync(join(folder, path));
    found.set(path, gzipSync(bytes).length);
    const names = bytes.toString('utf8').matchAll(/[\w.-]+-[\w-]{8}\.(?:js|css)/gu);
    waiting.push(...[...names].map(([name]) => `assets/${name}`));
  }
  return found;
}

test('the page is at most 300 kB compressed before kernels, panels and workers that are loaded later included', () => {
  const bytes = compressedBytes(inject('site'));
  const total = [...bytes.values()].reduce((sum, each) => sum + each, 0);
  for (const part of ['index', 'panel', 'worker'])
    expect([...bytes.keys()].some((path) => path.includes(`assets/${part}-`))).toBe(true);
  expect(total).toBeGreaterThan(100_000);
  expect(total).toBeLessThan(MOST);
});

test('the page is at most 26 kB compressed before a matrix is chosen', () => {
  const folder = inject('site');
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const first = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/gu)].map(([, path]) => path as string);
  expect(first.some((path) => path.endsWith('.css')) && first.some((path) => path.endsWith('.js'))).toBe(true);
  const total = ['index.html', ...first]
    .map((path) => gzipSync(readFileSync(join(folder, path))).length)
    .reduce((sum, each) => sum + each, 0);
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThan(MOST_BEFORE);
});

test('the reader of HDF5 is cached only after its first use', () => {
  const site = inject('site');
  const isLibrary = (path: string): boolean => path.startsWith('assets/hdf5');
  expect(readdirSync(site, { recursive: true }).some((path) => isLibrary(path.toString()))).toBe(true);
  expect(filesToKeep(site).some(([path]) => isLibrary(path))).toBe(false);
});

test('no script stands in the page itself, and nothing comes from elsewhere', () => {
  const page = readFileSync(join(inject('site'), 'index.html'), 'utf8');
  expect([...page.matchAll(/<script(?![^>]*\bsrc=)/gu)]).toEqual([]);
  expect([...page.matchAll(/(?:src|href)="(?!\.\/)[^"]*"/gu)]).toEqual([]);
  expect(page).not.toMatch(/\sstyle=|\son[a-z]+=/u);
});
