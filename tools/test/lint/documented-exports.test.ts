import { expect, test } from 'vitest';
import { documentedExports } from '../../lint/checks/documented-exports.ts';
import { examplePackage, findings } from './example-workspace.ts';

const said = (files: Readonly<Record<string, string>>): readonly string[] =>
  findings(documentedExports, examplePackage('packages/a', files));

test('exports with a doc comment pass, wherever it stands', () => {
  expect(
    said({
      'src/index.ts': `export { one } from './one.ts';\n/** Two. */\nexport { two } from './two.ts';\nexport { default as plugin } from './plugin.ts';`,
      'src/one.ts': `/** One. */\nexport const one = 1;\nexport const hidden = 2;`,
      'src/two.ts': 'export const two = 2;',
      'src/plugin.ts': '/** What it brings. */\nconst plugin = {};\nexport default plugin;',
    }),
  ).toEqual([]);
});

test('exports without one are found where they are declared', () => {
  expect(
    said({
      'src/index.ts': `export type { Two as Second } from './two.ts';\nexport * from './all.ts';\nexport { default as plugin } from './plugin.ts';`,
      'src/two.ts': '// Two.\nexport interface Two {}',
      'src/all.ts': `export { three } from './three.ts';\n/** Four. */\nexport function four() {}`,
      'src/three.ts': '/* Three. */\nconst three = 3;\nexport { three };',
      'src/plugin.ts': 'export default {};',
    }),
  ).toEqual([
    `packages/a/src/two.ts:2: 'Two' is exported without a doc comment [documented-exports]`,
    `packages/a/src/three.ts:3: 'three' is exported without a doc comment [documented-exports]`,
    `packages/a/src/plugin.ts:1: 'default' is exported without a doc comment [documented-exports]`,
  ]);
});

test('private packages export nothing to anybody', () => {
  const files = examplePackage('packages/a', { 'src/index.ts': 'export const one = 1;' }, { private: true });
  expect(findings(documentedExports, files)).toEqual([]);
});
