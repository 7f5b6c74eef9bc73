import { expect, test } from 'vitest';
import { pluginEntry } from '../../lint/checks/plugin-entry.ts';
import { examplePackage, findings } from './example-workspace.ts';

const source = (name: string): Record<string, string> => ({
  'src/plugin.ts': `export default definePlugin({ name: '${name}' });`,
});
const field = { entry: './dist/plugin.js', provides: {} };

test('a plugin that says what its manifest says passes', () => {
  expect(findings(pluginEntry, examplePackage('packages/a', source('@spmv/a'), { spmv: field }))).toEqual([]);
});

test('another name is found', () => {
  expect(findings(pluginEntry, examplePackage('packages/a', source('@spmv/b'), { spmv: field }))).toEqual([
    `packages/a/src/plugin.ts:1: name is '@spmv/b', in package.json '@spmv/a' [plugin-entry]`,
  ]);
});

test('a plugin without field, and a field without plugin, are found', () => {
  expect(findings(pluginEntry, examplePackage('packages/a', source('@spmv/a'), {}))).toHaveLength(1);
  expect(findings(pluginEntry, examplePackage('packages/a', {}, { spmv: { entry: './dist/plugin.js' } }))).toHaveLength(
    2,
  );
});
