import { expect, test } from 'vitest';
import { tsconfigReferences } from '../../lint/checks/tsconfig-references.ts';
import { examplePackage, findings } from './example-workspace.ts';

const tsconfig = (...paths: readonly string[]): string =>
  JSON.stringify({ references: paths.map((path) => ({ path })) });
const core = examplePackage('packages/core', { 'tsconfig.json': tsconfig() });
const usesCore = { dependencies: { '@spmv/core': 'workspace:*' } };

test('a missing and a needless reference are found, in packages and at the root', () => {
  const bad = {
    'tsconfig.json': tsconfig('packages/core', 'packages/gone'),
    ...core,
    ...examplePackage('packages/a', { 'tsconfig.json': tsconfig() }, usesCore),
    ...examplePackage('packages/b', { 'tsconfig.json': tsconfig('../core') }),
  };
  expect(findings(tsconfigReferences, bad)).toEqual([
    'tsconfig.json: has no reference to packages/a [tsconfig-references]',
    'tsconfig.json: has no reference to packages/b [tsconfig-references]',
    'tsconfig.json: refers to packages/gone without need [tsconfig-references]',
    'packages/a/tsconfig.json: has no reference to packages/core [tsconfig-references]',
    'packages/b/tsconfig.json: refers to packages/core without need [tsconfig-references]',
  ]);
});

test('references that agree pass', () => {
  const good = {
    'tsconfig.json': tsconfig('packages/core', 'packages/a'),
    ...core,
    ...examplePackage('packages/a', { 'tsconfig.json': tsconfig('../core') }, usesCore),
  };
  expect(findings(tsconfigReferences, good)).toEqual([]);
});
