import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { buildModule, MODULES } from '../tools/build-wasm.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

it.each(MODULES)(
  '$file is what assembly/$folder compiles to',
  (module) => {
    expect(read(`../${module.file}`)).toBe(buildModule(module));
  },
  60_000,
);

it('the root entry needs nothing of Node', () => {
  const seen = new Set<string>();
  const visit = (url: URL): void => {
    if (seen.has(url.href)) return;
    seen.add(url.href);
    for (const [, from] of readFileSync(url, 'utf8').matchAll(/from '([^']+)'/g)) {
      if (from === undefined || from === '@spmv/core') continue;
      expect(from, url.href).toMatch(/^\.\.?\//);
      visit(new URL(from, url));
    }
  };
  visit(new URL('../src/index.ts', import.meta.url));
  expect(seen.size).toBeGreaterThan(30);
  expect([...seen].filter((url) => url.includes('/src/node/'))).toEqual([]);
});
