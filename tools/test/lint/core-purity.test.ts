import { expect, test } from 'vitest';
import { corePurity } from '../../lint/checks/core-purity.ts';
import { examplePackage, findings } from './example-workspace.ts';

test.each([
  [`import { readFileSync } from 'node:fs';`, `core imports nothing from outside, but 'node:fs'`],
  [`export type T = import('left-pad').T;`, `core imports nothing from outside, but 'left-pad'`],
  [`/// <reference types="node" />`, 'core refers to no types but those of the language'],
  [`export interface Handle { readonly device: GPUDevice }`, `core does not know 'GPUDevice'`],
  [`export function f(): number { return process.uptime(); }`, `core does not know 'process'`],
  [`export const element: HTMLElement | undefined = undefined;`, `core does not know 'HTMLElement'`],
])('%s', (source, message) => {
  const bad = examplePackage('packages/core', { 'src/index.ts': source });
  expect(findings(corePurity, bad)).toEqual([`packages/core/src/index.ts:1: ${message} [core-purity]`]);
});

test('a dependency and compiler options that let hosts in are found', () => {
  const bad = examplePackage(
    'packages/core',
    { 'tsconfig.json': JSON.stringify({ compilerOptions: { lib: ['dom'], types: ['node'] } }) },
    { dependencies: { tslib: '2.0.0' } },
  );
  expect(findings(corePurity, bad)).toHaveLength(3);
});

test("a property called like a global is nobody's global, and other packages may use hosts", () => {
  const good = {
    ...examplePackage('packages/core', {
      'src/index.ts': `import { a } from './a.ts';\nexport const b = { process: a.window };`,
    }),
    ...examplePackage('packages/mmio', { 'src/index.ts': `import 'node:fs';` }),
  };
  expect(findings(corePurity, good)).toEqual([]);
});
