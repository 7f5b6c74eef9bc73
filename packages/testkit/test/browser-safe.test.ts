import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('nothing outside src/node knows Node', () => {
  const root = new URL('../src/', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/^node[\\/]/.test(file),
  );
  const offenders = files.filter((file) =>
    /['"]node:|\bprocess\.|\bBuffer\b|\.\/node\//.test(readFileSync(new URL(file, root), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(30);
  expect(offenders).toEqual([]);
});
