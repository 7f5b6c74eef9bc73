// Builds the addon with the system's C++ compiler and the kernels with nvcc, into dist/. Skips what is newer than its sources.
// Usage: node tools/build-native.ts [--addon | --kernels]
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

/** One kernel file: PTX that every device from compute capability 7.5 translates, and machine code for 9.0. */
function buildKernel(source: string, headers: readonly string[]): void {
  const stem = source.slice(source.lastIndexOf('/') + 1, -'.cu'.length);
  const base = join(root, 'dist', 'kernels', stem);
  const flags = ['-O3', '-std=c++17', '--restrict', '-lineinfo'];
  const outputs: readonly (readonly [string, readonly string[]])[] = [
    [`${base}.ptx`, ['-ptx', '-arch=compute_75', ...flags.slice(0, 3)]],
    [`${base}.sm_90.cubin`, ['-cubin', '-arch=sm_90', ...flags.slice(0, 3)]],
  ];
  for (const [target, options] of outputs) {
    if (!upToDate(target, [source, ...headers]))
      execFileSync('nvcc', [...options, source, '-o', target], { stdio: 'inherit' });
  }
}

function buildKernels(): void {
  const headers = filesIn('src/kernels', /\.cuh$/);
  const sources = filesIn('src/kernels', /\.cu$/);
  mkdirSync(join(root, 'dist', 'kernels'), { recursive: true });
  // The sources travel too: NVRTC compiles them where no PTX was made.
  for (const file of [...headers, ...sources])
    copyFileSync(file, join(root, 'dist', 'kernels', file.slice(file.lastIndexOf('/') + 1)));
  if (!find('nvcc')) {
    process.stderr.write(
      'spmv cuda: NO PTX: nvcc is not installed. Kernels will be compiled by NVRTC on the machine that runs them, or refused where it is missing.\n',
    );
    return;
  }
  for (const source of sources) buildKernel(source, headers);
}

const only = process.argv[2];
if (only !== '--kernels') buildAddon();
if (only !== '--addon') buildKernels();
