import { expect, test } from 'vitest';
import { filesByUrl } from '../../lint/checks/files-by-url.ts';
import { examplePackage, findings } from './example-workspace.ts';

const KERNEL = `export const url = new URL('./js/loop.ts', import.meta.url).href;`;

test('a kernel that stands alone and is named by a literal passes', () => {
  const good = examplePackage('packages/format-x', {
    'src/kernel.ts': `${KERNEL}\nexport const wasm = new URL('../dist/wasm/simd.wasm', import.meta.url);\nexport const here = import.meta.url;\nexport const cu = (name: string): URL => new URL(name, here);`,
    'src/js/loop.ts': `import type { A } from '@spmv/core';\nexport function loop(a: A): void {}`,
  });
  expect(findings(filesByUrl, good)).toEqual([]);
});

test.each([
  ['a variable', `export const url = (name: string): URL => new URL(name, import.meta.url);`],
  ['a template', 'export const url = (name: string): URL => new URL(`./${name}.js`, import.meta.url);'],
])('%s in the place of the literal is found', (_, source) => {
  const [found] = findings(filesByUrl, examplePackage('packages/format-x', { 'src/kernel.ts': source }));
  expect(found).toContain(
    'packages/format-x/src/kernel.ts:1: `new URL(…, import.meta.url)` names its file by a literal',
  );
});

test('what compiled code is reached by must not be copied alone either, by bundlers for Node', () => {
  const source = (url: string) =>
    examplePackage('packages/kernels-native', {
      'src/kernel.ts': `export const url = ${url};`,
      'src/functions.ts': `import { f } from './f.ts';\nexport const open = f;`,
    });
  expect(findings(filesByUrl, source(`new URL('./functions.ts', import.meta.url)`))).toHaveLength(1);
  expect(findings(filesByUrl, source(`unbundledUrl('./functions.ts', import.meta.url)`))).toEqual([]);
});

test('a file that only Node needs is left alone', () => {
  const source = {
    'src/node-only.ts': KERNEL,
    'src/js/loop.ts': `import { f } from './f.ts';\nexport const loop = f;`,
  };
  expect(
    findings(filesByUrl, examplePackage('packages/format-x', source, { browser: { './dist/node-only.js': false } })),
  ).toEqual([]);
});

test('a kernel that imports something is found', () => {
  const bad = examplePackage('packages/format-x', {
    'src/kernel.ts': KERNEL,
    'src/js/loop.ts': `import { f } from './f.ts';\nexport const loop = f;`,
  });
  expect(findings(filesByUrl, bad)).toEqual([
    `packages/format-x/src/kernel.ts:1: './js/loop.ts' is loaded by its URL and must stand alone, but imports './f.ts' [files-by-url]`,
  ]);
});
