import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importsOf } from '../lint/syntax.ts';
import { ROOT } from '../packages/pack-all.ts';

const { imports } = JSON.parse(
  /<script type="importmap">\n([^]*?)<\/script>/u.exec(readFileSync(join(ROOT, 'docs', 'bundlers.md'), 'utf8'))?.[1] ??
    '{}',
) as { readonly imports: Readonly<Record<string, string>> };

/** What a module and all that it leads to import by name. */
function namesIn(file: string, seen: Set<string>): readonly string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  return importsOf(file, readFileSync(file, 'utf8')).flatMap(({ specifier }) =>
    specifier.startsWith('.') ? namesIn(join(file, '..', specifier), seen) : [specifier],
  );
}

it('the import map of the documents has what the packages that it names import', () => {
  const seen = new Set<string>();
  const found = Object.values(imports).flatMap((path) =>
    namesIn(join(ROOT, path.replace('/node_modules/@spmv/', 'packages/')), seen),
  );
  expect(found.length).toBeGreaterThan(0);
  expect([...new Set(found)].filter((name) => imports[name] === undefined)).toEqual([]);
});
