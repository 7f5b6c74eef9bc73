import { describe, expect, test } from 'vitest';
import { fileLength, MAX_LINES } from '../../lint/checks/file-length.ts';
import { forbiddenWords } from '../../lint/checks/forbidden-words.ts';
import { moduleState } from '../../lint/checks/module-state.ts';
import { examplePackage, findings } from './example-workspace.ts';

describe('file length', () => {
  const lines = (count: number): string => 'const a = 1;\n'.repeat(count);

  test('one line too many is found in every language', () => {
    for (const name of ['a.ts', 'a.wgsl', 'a.cu', 'tools/a.mjs']) {
      expect(findings(fileLength, { [name]: lines(MAX_LINES + 1) })).toEqual([
        `${name}: has 301 lines, more than 300: split it by concept [file-length]`,
      ]);
    }
  });

  test('the longest file, generated files and prose pass', () => {
    expect(
      findings(fileLength, { 'a.ts': lines(MAX_LINES), 'b.generated.ts': lines(1000), 'c.md': lines(1000) }),
    ).toEqual([]);
  });
});

describe('forbidden words', () => {
  test.each([
    '/home/me/spmv',
    ['see ', 'work', 'here'].join('/'),
    ['..', 'shared', 'x.md'].join('/'),
    '"/root/.cache"',
    'C:\\Users\\me',
  ])('%s', (text) => {
    expect(findings(forbiddenWords, { 'docs/a.md': `one\n${text}\n` })).toEqual([
      expect.stringContaining('docs/a.md:2: '),
    ]);
  });

  test('paths of the repository and addresses pass', () => {
    expect(findings(forbiddenWords, { 'a.md': 'packages/work/a https://x.org/home/page shared/x ./root/a' })).toEqual(
      [],
    );
  });
});

describe('module state', () => {
  test.each([`let count = 0;`, `export let count = 0;`, `var count = 0;`])('%s', (source) => {
    const found = findings(moduleState, examplePackage('packages/a', { 'src/a.ts': `const x = 1;\n${source}` }));
    expect(found).toEqual([expect.stringContaining('packages/a/src/a.ts:2: module-level')]);
  });

  test('variables of functions, and tests, pass', () => {
    const files = {
      'src/a.ts': `export function f(): number { let n = 0; n++; return n; }`,
      'test/a.test.ts': 'let n = 0;',
    };
    expect(findings(moduleState, examplePackage('packages/a', files))).toEqual([]);
  });
});
