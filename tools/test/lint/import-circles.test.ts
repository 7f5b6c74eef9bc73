import { expect, test } from 'vitest';
import { importCircles } from '../../lint/checks/import-circles.ts';
import { examplePackage, findings } from './example-workspace.ts';

const found = (files: Readonly<Record<string, string>>): readonly string[] =>
  findings(importCircles, examplePackage('packages/a', files));

test('files that import one another are found once, with the way round', () => {
  const circle = {
    'src/one.ts': `\nimport { two } from './two.ts';`,
    'src/three.ts': `import { one } from './one.ts';`,
    'src/two.ts': `import { three } from './three.ts';`,
    'src/user.ts': `import { one } from './one.ts';`,
  };
  expect(found(circle)).toEqual([
    'packages/a/src/three.ts:1: packages/a/src/one.ts → packages/a/src/two.ts → packages/a/src/three.ts → packages/a/src/one.ts [import-circles]',
  ]);
});

test.each([
  ['types', `import type { B } from './b.ts';`],
  ['types among values', `import { type B } from './b.ts';`],
  ['types named in place', `export type A = import('./b.ts').B;`],
  ['types exported again', `export type { B } from './b.ts';`],
  ['everything exported again', `export * from './b.ts';`],
  ['modules loaded later', `export const b = () => import('./b.ts');`],
  ['nothing but effects', `import './b.ts';`],
  ['the entry, by path', `import { b } from './index.ts';`],
  ["the entry, by the package's own name", `import { b } from '@spmv/a';`],
  ['files without an ending, as AssemblyScript names them', `import { b } from './b';`],
])('a circle of %s is one', (_, source) => {
  const files = {
    'src/a.ts': source,
    'src/b.ts': `import type { A } from './a.ts';`,
    'src/index.ts': `export { b } from './b.ts';`,
  };
  expect(found(files)).toHaveLength(1);
});

test('a circle through two packages is one', () => {
  const files = {
    ...examplePackage('packages/a', { 'src/index.ts': `export type { B } from '@spmv/b';` }),
    ...examplePackage('packages/b', { 'src/index.ts': `import type { A } from '@spmv/a';` }),
  };
  expect(findings(importCircles, files)).toHaveLength(1);
});

test('two ways to one file are no circle', () => {
  const files = {
    'src/index.ts': `export { a } from './a.ts';\nexport { b } from './b.ts';`,
    'src/a.ts': `import { c } from './c.ts';`,
    'src/b.ts': `import { c } from './c.ts';\nimport type { A } from './a.ts';`,
    'src/c.ts': `import { readFileSync } from 'node:fs';`,
  };
  expect(found(files)).toEqual([]);
});
