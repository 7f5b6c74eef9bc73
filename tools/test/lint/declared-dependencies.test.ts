import { expect, test } from 'vitest';
import { declaredDependencies, packageNameOf } from '../../lint/checks/declared-dependencies.ts';
import { examplePackage, findings } from './example-workspace.ts';

const root = { 'package.json': JSON.stringify({ devDependencies: { vitest: '5.1.0' } }) };
const core = examplePackage('packages/core');

test('an import that no manifest declares is found', () => {
  const bad = examplePackage('packages/mmio', { 'src/a.ts': `import { SpmvError } from '@spmv/core';` });
  expect(findings(declaredDependencies, { ...root, ...core, ...bad })).toEqual([
    `packages/mmio/src/a.ts:1: '@spmv/core' is not declared in packages/mmio/package.json [declared-dependencies]`,
  ]);
});

test('sources may not use what only the tests may', () => {
  const dev = { devDependencies: { 'fast-check': '4.0.0' } };
  const bad = examplePackage(
    'packages/mmio',
    { 'src/a.ts': `import 'fast-check';`, 'test/a.test.ts': `import 'fast-check'; import 'vitest';` },
    dev,
  );
  expect(findings(declaredDependencies, { ...root, ...bad })).toEqual([
    expect.stringContaining('packages/mmio/src/a.ts:1'),
  ]);
});

test('a path into another package, and an entry it does not export, are found', () => {
  const bad = examplePackage(
    'packages/mmio',
    {
      'src/a.ts': `import '../../core/src/index.ts';\nimport '@spmv/core/src/coo';\nimport './b.ts';\nimport 'node:fs';`,
    },
    { dependencies: { '@spmv/core': 'workspace:*' } },
  );
  expect(findings(declaredDependencies, { ...root, ...core, ...bad })).toEqual([
    `packages/mmio/src/a.ts:1: '../../core/src/index.ts' leaves @spmv/mmio: import the other package by its name [declared-dependencies]`,
    `packages/mmio/src/a.ts:2: @spmv/core does not export './src/coo' [declared-dependencies]`,
  ]);
});

test('tests, and they alone, may ask what the machine has', () => {
  const asks = `import { needs } from '../../../tools/needs.ts';`;
  const bad = examplePackage('packages/mmio', { 'src/a.ts': asks, 'test/a.test.ts': asks });
  expect(findings(declaredDependencies, { ...root, ...bad })).toEqual([
    expect.stringContaining('packages/mmio/src/a.ts:1'),
  ]);
});

test('package names of specifiers', () => {
  expect(['@a/b/c', 'd/e', 'f'].map(packageNameOf)).toEqual(['@a/b', 'd', 'f']);
});
