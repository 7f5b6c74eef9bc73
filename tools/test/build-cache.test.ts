import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWorkspace } from '../lint/workspace.ts';
import { recordAt } from '../lint/json.ts';
import { ROOT } from '../packages/pack-all.ts';

// A workspace of one package with this repository's nx.json. The cache is its own: nothing of the real one is touched.
describe('a build that comes from the cache', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-cache-'));
  const own = join(folder, 'packages', 'a');
  const binary = join(own, 'npm', 'linux-x64-gnu', 'a.node');
  const log = join(folder, 'built.log');

  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };

  beforeAll(() => {
    for (const name of ['nx.json', '.gitignore', 'tsconfig.base.json', 'pnpm-lock.yaml'])
      copyFileSync(join(ROOT, name), join(folder, name));
    write('package.json', JSON.stringify({ name: 'w', private: true, type: 'module', workspaces: ['packages/*'] }));
    write('tools/build-ptx.ts', '// a tool of builds');
    write(
      'packages/a/package.json',
      JSON.stringify({ name: 'a', version: '1.0.0', type: 'module', scripts: { build: 'node build.mjs' } }),
    );
    write('packages/a/addon/a.cpp', '// native');
    write('packages/a/src/kernels/a.cu', '// kernel');
    write('packages/a/assembly/index.ts', '// wasm');
    write('packages/a/npm/.gitignore', '*.node\n');
    write(
      'packages/a/npm/linux-x64-gnu/package.json',
      JSON.stringify({ name: 'a-linux-x64-gnu', version: '1.0.0', main: 'a.node' }),
    );
    write(
      'packages/a/build.mjs',
      `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('dist', { recursive: true });
writeFileSync('dist/index.js', 'built');
writeFileSync('npm/linux-x64-gnu/a.node', 'native');
appendFileSync(${JSON.stringify(log)}, 'built ');
`,
    );
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Builds, and says how often the build script has run in all. */
  function build(): number {
    execFileSync(process.execPath, [join(ROOT, 'node_modules', 'nx', 'dist/bin/nx.js'), 'run', 'a:build'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NX_CACHE_DIRECTORY: join(folder, '.cache'),
        NX_WORKSPACE_DATA_DIRECTORY: join(folder, '.data'),
        NX_DAEMON: 'false',
        NX_WORKSPACE_ROOT_PATH: folder,
      },
    });
    return readFileSync(log, 'utf8').trim().split(' ').length;
  }

  test('brings the binary of a platform back, too', { timeout: 300_000 }, () => {
    expect(build()).toBe(1);
    rmSync(join(own, 'dist'), { recursive: true });
    rmSync(binary);
    expect(build()).toBe(1);
    expect(existsSync(join(own, 'dist', 'index.js'))).toBe(true);
    expect(readFileSync(binary, 'utf8')).toBe('native');
  });

  test('is not taken where a source or a tool of the build has changed', { timeout: 300_000 }, () => {
    let builds = build();
    for (const path of [
      'packages/a/addon/a.cpp',
      'packages/a/src/kernels/a.cu',
      'packages/a/assembly/index.ts',
      'tools/build-ptx.ts',
    ]) {
      appendFileSync(join(folder, path), '\n// changed');
      expect(build(), path).toBe(++builds);
    }
  });
});

/** A file, and the files that it imports by a path, and so on. */
function withImports(file: string): readonly string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const imported = [...text.matchAll(/from '(\.\.?\/[^']+)'/gu)].map(([, path = '']) =>
    posix.join(dirname(file), path),
  );
  return [file, ...imported.flatMap(withImports)];
}

test('every tool that a build script names is an input of every build, and so is what it imports', () => {
  const { namedInputs } = JSON.parse(readFileSync(join(ROOT, 'nx.json'), 'utf8')) as {
    readonly namedInputs: Readonly<Record<string, readonly unknown[]>>;
  };
  for (const { name, manifest } of readWorkspace(ROOT).packages) {
    const script = String(recordAt(manifest, 'scripts')?.['build']);
    for (const [, tool = ''] of script.matchAll(/\.\.\/\.\.\/tools\/(\S+)/gu)) {
      for (const file of withImports(`tools/${tool}`))
        expect(namedInputs['sharedGlobals'], name).toContain(`{workspaceRoot}/${file}`);
    }
  }
});
