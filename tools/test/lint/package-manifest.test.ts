import { expect, test } from 'vitest';
import { packageManifest } from '../../lint/checks/package-manifest.ts';
import { examplePackage, findings } from './example-workspace.ts';

const published = { types: './dist/index.d.ts', default: './dist/index.js' };

test('a complete manifest passes', () => {
  expect(findings(packageManifest, examplePackage('packages/mmio'))).toEqual([]);
});

test.each([
  ['sideEffects', true, 'needs "sideEffects": false'],
  ['license', 'ISC', 'needs "license": "MIT"'],
  ['engines', { node: '>=24' }, 'needs "engines"'],
  ['author', 'Me', 'needs "author"'],
  ['homepage', 'https://example.org', 'needs "homepage"'],
  ['bugs', undefined, 'needs "bugs.url"'],
  ['files', ['src'], 'needs "dist" in "files"'],
  ['repository', {}, 'needs "repository.directory": "packages/mmio"'],
  ['publishConfig', {}, 'needs "publishConfig.access": "public"'],
  ['scripts', { postinstall: 'node build.js' }, `must not have the script 'postinstall'`],
  ['dependencies', { threads: '^1.7.0' }, `'threads' is '^1.7.0': pin one version`],
  ['exports', { './*': './dist/*.js', './package.json': './package.json' }, `"exports" has './*': name every entry`],
  ['exports', { '.': published }, 'needs "./package.json" in "exports"'],
  ['exports', undefined, 'needs "exports", an object'],
])('%s: %j', (field, value, message) => {
  const found = findings(packageManifest, examplePackage('packages/mmio', {}, { [field]: value }));
  expect(found.join('\n')).toContain(message);
});

test('the published exports must be the ones that the tests used', () => {
  const wrong = {
    access: 'public',
    exports: { '.': { default: './dist/index.js' }, './package.json': './package.json' },
  };
  expect(findings(packageManifest, examplePackage('packages/mmio', {}, { publishConfig: wrong }))).toEqual([
    expect.stringContaining(`"publishConfig.exports" must be "exports" without '@spmv/source'`),
  ]);
});

test('a template and the binaries of a platform need the same Nodes, and what needs none says none', () => {
  const wrong = (file: string): Record<string, string> => ({
    [file]: JSON.stringify({ private: file.startsWith('examples'), engines: { node: '>=20' } }),
  });
  for (const file of ['examples/plugin-template/package.json', 'packages/backend-cuda/npm/linux-x64/package.json']) {
    expect(findings(packageManifest, wrong(file))).toEqual([
      expect.stringContaining('needs "engines": { "node": "^20.19.0 || >=22.12.0" }'),
    ]);
  }
  expect(findings(packageManifest, { 'examples/multiply/package.json': '{ "private": true }' })).toEqual([]);
});

test('the sources of WebAssembly are published with it', () => {
  expect(findings(packageManifest, examplePackage('packages/mmio', { 'assembly/index.ts': '' }))).toEqual([
    expect.stringContaining('needs "assembly"'),
  ]);
});

test('a package without README is found, a private one is not judged', () => {
  const missing = examplePackage('packages/mmio', { 'README.md': '' });
  expect(findings(packageManifest, missing)).toEqual([expect.stringContaining('needs a README.md')]);
  expect(
    findings(packageManifest, examplePackage('examples/x', { 'README.md': '' }, { private: true, license: 'none' })),
  ).toEqual([]);
});
