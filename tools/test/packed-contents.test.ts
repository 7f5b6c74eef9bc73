import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WorkspacePackage } from '../lint/workspace.ts';
import { contentProblems } from '../packages/check-contents.ts';
import { packedBinaries, platformPackages } from '../packages/platform-packages.ts';

describe('packages of a binary for one platform', () => {
  const root = mkdtempSync(join(tmpdir(), 'spmv-platform-'));
  const owner = (optionalDependencies: Readonly<Record<string, string>>): WorkspacePackage => ({
    name: '@spmv/a',
    folder: 'packages/a',
    room: 'a',
    manifest: { optionalDependencies },
  });

  beforeAll(() => {
    for (const platform of ['linux-x64-gnu', 'win32-x64']) {
      mkdirSync(join(root, 'packages', 'a', 'npm', platform), { recursive: true });
      writeFileSync(
        join(root, 'packages', 'a', 'npm', platform, 'package.json'),
        JSON.stringify({ name: `@spmv/a-${platform}`, version: '1.0.0', main: 'a.node' }),
      );
    }
    writeFileSync(join(root, 'packages', 'a', 'npm', 'linux-x64-gnu', 'a.node'), '');
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('belong to the package that names them among its optional dependencies', () => {
    expect(platformPackages(root, owner({}))).toEqual([]);
    expect(
      platformPackages(root, owner({ '@spmv/a-linux-x64-gnu': 'workspace:*', '@spmv/a-win32-x64': 'workspace:*' })),
    ).toEqual([
      {
        name: '@spmv/a-linux-x64-gnu',
        version: '1.0.0',
        folder: 'packages/a/npm/linux-x64-gnu',
        platform: 'linux-x64-gnu',
        built: true,
      },
      {
        name: '@spmv/a-win32-x64',
        version: '1.0.0',
        folder: 'packages/a/npm/win32-x64',
        platform: 'win32-x64',
        built: false,
      },
    ]);
  });

  test('are not packed without their binaries, and all must have theirs where it is to be complete', () => {
    const found = platformPackages(
      root,
      owner({ '@spmv/a-linux-x64-gnu': 'workspace:*', '@spmv/a-win32-x64': 'workspace:*' }),
    );
    expect(() => packedBinaries(found, true)).toThrow('No binary in packages/a/npm/win32-x64. Run `pnpm build`');
    expect(packedBinaries(found, false).map(({ name }) => name)).toEqual(['@spmv/a-linux-x64-gnu']);
    expect(packedBinaries(found.slice(0, 1), true)).toHaveLength(1);
  });
});

describe('the check of packed packages', () => {
  const text = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
  const manifest = {
    license: 'MIT',
    author: 'Me',
    homepage: 'https://example.org',
    bugs: { url: 'https://example.org' },
    type: 'module',
    sideEffects: false,
    publishConfig: { access: 'public', provenance: true },
    repository: { url: 'git+https://example.org/a.git' },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  };
  const README = `# a\n\n${'What it is. '.repeat(80)}\n\n\`\`\`sh\nnpm install a\n\`\`\`\n\n[spmv](https://github.com/spmv/spmv)\n`;
  const whole = {
    'package.json': text(manifest),
    'README.md': text(README),
    LICENSE: text('MIT'),
    'CHANGELOG.md': text('#'),
    'dist/index.js': text(''),
    'dist/index.d.ts': text(''),
  };
  const problems = (
    changes: Readonly<Record<string, Buffer | undefined>>,
    kinds: readonly string[] = [],
  ): readonly string[] =>
    contentProblems(
      new Map(
        Object.entries({ ...whole, ...changes }).flatMap(([path, content]) =>
          content === undefined ? [] : [[path, content] as const],
        ),
      ),
      { kinds },
    );

  test('accepts a whole package', () => {
    expect(problems({})).toEqual([]);
  });

  test('misses files', () => {
    expect(problems({ LICENSE: undefined, 'dist/index.d.ts': undefined }, ['wasm'])).toEqual([
      'has no LICENSE',
      'exports ./dist/index.d.ts, which is not packed',
      'has no .wasm file',
    ]);
    expect(problems({ 'dist/index.js': text(`new URL('./wasm/a.wasm', import.meta.url)`) })).toEqual([
      'dist/index.js names dist/wasm/a.wasm, which is not packed',
    ]);
  });

  test('wants a README worth reading, a change log, and somebody to ask', () => {
    expect(problems({ 'README.md': text('# a\n'), 'CHANGELOG.md': undefined })).toEqual([
      'has no CHANGELOG.md',
      'has a README.md of 4 characters, which says too little',
      'has a README.md that does not say how to install it',
      'has a README.md that does not link to the repository',
    ]);
    expect(problems({ 'README.md': text(`${README}[guide](../../docs/guide.md) [here](./dist/index.js)`) })).toEqual([
      'has a README.md with a link to ../../docs/guide.md, which is not packed',
    ]);
    expect(
      problems({ 'package.json': text({ ...manifest, author: undefined, homepage: undefined, bugs: undefined }) }),
    ).toEqual(['names no author', 'names no homepage', 'does not say where to report bugs']);
  });

  test('knows what npm does not', () => {
    expect(problems({ 'package.json': text({ ...manifest, dependencies: { other: 'workspace:*' } }) })).toEqual([
      `needs other of 'workspace:*', which npm does not know`,
    ]);
    expect(
      problems({ 'package.json': text({ ...manifest, sideEffects: true }), 'dist/.tsbuildinfo': text('') }),
    ).toEqual(['has dist/.tsbuildinfo', 'does not say "sideEffects": false']);
  });
});
