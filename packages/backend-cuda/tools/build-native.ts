// Builds the addon with the system's C++ compiler into dist/, unless it is newer than its sources.
// Usage: node tools/build-native.ts
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const platform = `${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : ''}`;

const filesIn = (folder: string, pattern: RegExp): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => join(root, folder, name));
const newest = (files: readonly string[]): number => Math.max(...files.map((file) => statSync(file).mtimeMs));
const upToDate = (target: string, sources: readonly string[]): boolean =>
  existsSync(target) && statSync(target).mtimeMs > newest(sources);

function find(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function buildAddon(): void {
  const target = join(root, 'dist', 'addon', `${platform}.node`);
  const binaryPackage = join(root, 'npm', platform);
  const manifest = join(root, 'package.json');
  const sources = [...filesIn('addon', /\.(cpp|h)$/), manifest, fileURLToPath(import.meta.url)];
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  const include = [
    join(root, 'node_modules', 'node-addon-api'),
    join(root, 'node_modules', 'node-api-headers', 'include'),
  ];
  mkdirSync(dirname(target), { recursive: true });
  if (!upToDate(target, sources)) {
    const compiler = process.env['CXX'] ?? 'g++';
    if (!find(compiler)) {
      process.stderr.write(
        `spmv cuda: NOT BUILT: no C++ compiler '${compiler}'. Install g++, or set CXX. The backend will say it is unavailable.\n`,
      );
      return;
    }
    const flags = [
      '-O2',
      '-std=c++17',
      '-fPIC',
      '-shared',
      '-fvisibility=hidden',
      '-Wall',
      '-Wextra',
      '-Wno-cast-function-type',
      '-DNAPI_VERSION=8',
      '-DNODE_ADDON_API_CPP_EXCEPTIONS',
      '-DNODE_ADDON_API_CPP_EXCEPTIONS_ALL',
      `-DSPMV_VERSION="${version}"`,
    ];
    const link =
      process.platform === 'darwin'
        ? ['-undefined', 'dynamic_lookup']
        : ['-Wl,--gc-sections', '-static-libgcc', '-static-libstdc++'];
    const cpp = sources.filter((file) => file.endsWith('.cpp'));
    execFileSync(
      compiler,
      [...flags, ...include.map((folder) => `-I${folder}`), ...cpp, '-o', target, ...link, '-ldl', '-lpthread'],
      { stdio: 'inherit' },
    );
  }
  if (existsSync(join(binaryPackage, 'package.json'))) copyFileSync(target, join(binaryPackage, 'spmv-cuda.node'));
}

buildAddon();
