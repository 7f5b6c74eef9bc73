import { expect, test } from 'vitest';
import { complexPlaces } from '../../lint/checks/complex-places.ts';
import { findings } from './example-workspace.ts';

const LIST = 'tools/lint/complex-places.json';
const DOCUMENT = 'docs/what-adding-touches.md';
const listed = {
  [LIST]: '{ "lists": ["packages/a/src/kernels/"], "files": ["packages/b/src/read.ts"] }',
  [DOCUMENT]: '\n| lists | 1 | why |\n| files | 1 | why |\n',
  'packages/a/src/kernels/csr.ts': "const precisions = ['c128'];\n",
  'packages/b/src/read.ts': 'const { imaginary } = file;\n',
};

test('a new source that names complex numbers is found by its line', () => {
  const text = "/* Of complex\n numbers. */\nif (precision === 'c64') scale();\n";
  expect(findings(complexPlaces, { ...listed, 'packages/b/src/new.ts': text })).toEqual([
    `packages/b/src/new.ts:3: names complex numbers: ask PRECISIONS, or list it with its reason in ${LIST} [complex-places]`,
  ]);
});

test('what is listed, asks the record, only speaks of them, is a test or a text of a kernel passes', () => {
  expect(
    findings(complexPlaces, {
      ...listed,
      'packages/a/src/kernels/ellpack.cu': '// also complex\nstruct complex {};\n',
      'packages/b/src/asks.ts': '// Of complex numbers two.\nconst { components } = PRECISIONS[precision];\n',
      'packages/b/test/read.test.ts': "const precision = 'c128';\n",
      'packages/b/src/levels.ts': 'const operatorComplexity = 2;\n',
    }),
  ).toEqual([]);
});

test('what is listed and names them no longer, and a wrong count, are found', () => {
  expect(findings(complexPlaces, { ...listed, 'packages/b/src/read.ts': 'const file = 1;\n' })).toEqual([
    `${LIST}: 'packages/b/src/read.ts' names no complex numbers: take it out [complex-places]`,
    `${DOCUMENT}: does not say that 0 sources name complex numbers for 'files' [complex-places]`,
  ]);
});
