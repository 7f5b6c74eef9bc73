import { expect, test } from 'vitest';
import { pluginEntry } from '../../lint/checks/plugin-entry.ts';
import { examplePackage, findings } from './example-workspace.ts';

const source = (name: string, version: string): Record<string, string> => ({
  'src/plugin.ts': `export default definePlugin({ name: '${name}', version: '${version}' });`,
});
const field = { entry: './dist/plugin.js', provides: {} };

test('a plugin that says what its manifest says passes', () => {
  expect(
    findings(pluginEntry, examplePackage('packages/a', source('@spmv/a', '1.0.0'), { version: '1.0.0', spmv: field })),
  ).toEqual([]);
});

test('another name or version is found: a release changes only manifests', () => {
  expect(
    findings(pluginEntry, examplePackage('packages/a', source('@spmv/b', '1.0.0'), { version: '1.1.0', spmv: field })),
  ).toEqual([
    `packages/a/src/plugin.ts:1: name is '@spmv/b', in package.json '@spmv/a' [plugin-entry]`,
    `packages/a/src/plugin.ts:1: version is '1.0.0', in package.json '1.1.0' [plugin-entry]`,
  ]);
});

test('a plugin without field, and a field without plugin, are found', () => {
  expect(
    findings(pluginEntry, examplePackage('packages/a', source('@spmv/a', '1.0.0'), { version: '1.0.0' })),
  ).toHaveLength(1);
  expect(findings(pluginEntry, examplePackage('packages/a', {}, { spmv: { entry: './dist/plugin.js' } }))).toHaveLength(
    2,
  );
});
