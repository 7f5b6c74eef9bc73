import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWorkspace, type WorkspacePackage } from '../lint/workspace.ts';
import { contentProblems } from '../packages/check-contents.ts';
import { expectedKinds, hasCompiler } from '../packages/expected-kinds.ts';
import { packAll, ROOT, type Tarball } from '../packages/pack-all.ts';
import { packedBinaries, platformPackages } from '../packages/platform-packages.ts';
import { readTarball } from '../packages/read-tarball.ts';
import { sizeTable } from '../packages/size-table.ts';

describe('what is in the packed packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-packed-'));
  const workspace = readWorkspace(ROOT);
  const names = workspace.packages.filter(({ folder: own, manifest }) => own.startsWith('packages/') && manifest['private'] !== true).map(({ name }) => name);
  const packed = new Map<string, readonly [Tarball, ReadonlyMap<string, Buffer>]>();

  beforeAll(async () => {
    for (const tarball of await packAll(folder, { withoutBinaries: !hasCompiler() })) packed.set(tarball.name, [tarball, readTarball(tarball.file)]);
    process.stdout.write(`\nBytes of what is published:\n${sizeTable([...packed.values()])}\n\n`);
  }, 60_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(names)('%s has what its users need and nothing else', (name) => {
    const owner = workspace.packages.find((each) => each.name === name);
    const files = packed.get(name)?.[1];
    if (owner === undefined || files === undefined) throw new Error(`${name} was not packed.`);
    expect(contentProblems(files, { kinds: expectedKinds(ROOT, workspace, owner) })).toEqual([]);
  });
});

describe('packages of a binary for one platform', () => {
  const root = mkdtempSync(join(tmpdir(), 'spmv-platform-'));
  const owner = (optionalDependencies: Readonly<Record<string, string>>): WorkspacePackage => ({ name: '@spmv/a', folder: 'packages/a', room: 'a', manifest: { optionalDependencies } });

  beforeAll(() => {
    for (const platform of ['linux-x64-gnu', 'win32-x64']) {
      mkdirSync(join(root, 'packages', 'a', 'npm', platform), { recursive: true });
      writeFileSync(join(root, 'packages', 'a', 'npm', platform, 'package.json'), JSON.stringify({ name: `@spmv/a-${platform}`, version: '1.0.0', main: 'a.node' }));
    }
    writeFileSync(join(root, 'packages', 'a', 'npm', 'linux-x64-gnu', 'a.node'), '');
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('belong to the package that names them among its optional dependencies', () => {
    expect(platformPackages(root, owner({}))).toEqual([]);
    expect(platformPackages(root, owner({ '@spmv/a-linux-x64-gnu': 'workspace:*', '@spmv/a-win32-x64': 'workspace:*' }))).toEqual([
      { name: '@spmv/a-linux-x64-gnu', version: '1.0.0', folder: 'packages/a/npm/linux-x64-gnu', built: true },
      { name: '@spmv/a-win32-x64', version: '1.0.0', folder: 'packages/a/npm/win32-x64', built: false },
    ]);
  });

  test('are not packed without their binaries unless asked to', () => {
    const found = platformPackages(root, owner({ '@spmv/a-linux-x64-gnu': 'workspace:*', '@spmv/a-win32-x64': 'workspace:*' }));
    expect(() => packedBinaries(found, false)).toThrow('No binary in packages/a/npm/win32-x64. Run `pnpm build`');
    expect(packedBinaries(found, true).map(({ name }) => name)).toEqual(['@spmv/a-linux-x64-gnu']);
    expect(packedBinaries(found.slice(0, 1), false)).toHaveLength(1);
  });
});

describe('the check of packed packages', () => {
  const text = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
  const manifest = {
    license: 'MIT', type: 'module', sideEffects: false, publishConfig: { access: 'public', provenance: true }, repository: { url: 'git+https://example.org/a.git' },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  };
  const whole = { 'package.json': text(manifest), 'README.md': text('#'), LICENSE: text('MIT'), 'dist/index.js': text(''), 'dist/index.d.ts': text('') };
  const problems = (changes: Readonly<Record<string, Buffer | undefined>>, kinds: readonly string[] = []): readonly string[] =>
    contentProblems(new Map(Object.entries({ ...whole, ...changes }).flatMap(([path, content]) => (content === undefined ? [] : [[path, content] as const]))), { kinds });

  test('accepts a whole package', () => {
    expect(problems({})).toEqual([]);
  });

  test('misses files', () => {
    expect(problems({ LICENSE: undefined, 'dist/index.d.ts': undefined }, ['wasm'])).toEqual(['has no LICENSE', 'exports ./dist/index.d.ts, which is not packed', 'has no .wasm file']);
    expect(problems({ 'dist/index.js': text(`new URL('./wasm/a.wasm', import.meta.url)`) })).toEqual(['dist/index.js names dist/wasm/a.wasm, which is not packed']);
  });

  test('knows what npm does not', () => {
    expect(problems({ 'package.json': text({ ...manifest, dependencies: { other: 'workspace:*' } }) })).toEqual([`needs other of 'workspace:*', which npm does not know`]);
    expect(problems({ 'package.json': text({ ...manifest, sideEffects: true }), 'dist/.tsbuildinfo': text('') })).toEqual(['has dist/.tsbuildinfo', 'does not say "sideEffects": false']);
  });
});
