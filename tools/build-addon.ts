// Builds the addon of a package, `addon/*.cpp` as `addon/build.json` says, with the system's C++ compiler into dist/, unless it is newer than its
// sources; then puts what is there into the packages for single platforms.
// Usage: node build-addon.ts [FOLDER]   (CXX: another compiler; SPMV_ADDON_PLATFORM: the platform that it compiles for, as `linux-arm64-gnu`)
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { AddonBuild } from './packages/addon-build.ts';
import { addonBuild, addonCompiler, addonPlatform, missingForAddon } from './packages/addon-build.ts';

const root = resolve(process.argv[2] ?? '.');
const build = readBuild();
const platform = addonPlatform();
const compiler = addonCompiler();

const filesIn = (folder: string, pattern: RegExp): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => join(root, folder, name));
const newest = (files: readonly string[]): number => Math.max(...files.map((file) => statSync(file).mtimeMs));
const upToDate = (target: string, sources: readonly string[]): boolean =>
  existsSync(target) && statSync(target).mtimeMs > newest(sources);

function readBuild(): AddonBuild {
  const found = addonBuild(root);
  if (found) return found;
  throw new Error(`${root} has no addon/build.json.`);
}

/** Makes a file beside its place and moves it there: a process that runs the old one keeps it, where writing into it would end that process. */
function replace(target: string, make: (made: string) => void): void {
  const made = `${target}.${process.pid}`;
  make(made);
  renameSync(made, target);
}

function buildAddon(): void {
  const target = join(root, 'dist', 'addon', `${platform}.node`);
  const manifest = join(root, 'package.json');
  const description = join(root, 'addon', 'build.json');
  const sources = [...filesIn('addon', /\.(cpp|h)$/), description, manifest, fileURLToPath(import.meta.url)];
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  mkdirSync(dirname(target), { recursive: true });
  if (!upToDate(target, sources)) {
    const lack = missingForAddon(build, compiler);
    if (lack !== undefined) {
      process.stderr.write(`spmv ${build.name}: NOT BUILT: ${lack} ${build.without}\n`);
      return;
    }
    const include = ['addon', 'node_modules/node-addon-api', 'node_modules/node-api-headers/include'].map((path) =>
      join(root, path),
    );
    const flags = [
      '-fPIC',
      '-shared',
      '-fvisibility=hidden',
      '-Wall',
      '-Wextra',
      ...build.flags,
      `-DSPMV_VERSION="${version}"`,
      ...include.map((folder) => `-I${folder}`),
    ];
    const link = platform.startsWith('darwin')
      ? ['-undefined', 'dynamic_lookup']
      : ['-Wl,--gc-sections', '-static-libgcc', '-static-libstdc++'];
    const cpp = sources.filter((file) => file.endsWith('.cpp'));
    replace(target, (made) =>
      execFileSync(compiler, [...flags, ...cpp, '-o', made, ...link, ...build.libraries], { stdio: 'inherit' }),
    );
  }
}

/** Puts what was built, here or elsewhere, into the packages for single platforms. */
function fillPackages(): void {
  for (const file of filesIn('dist/addon', /\.node$/u)) {
    const published = join(root, 'npm', basename(file, '.node'), `${build.name}.node`);
    if (existsSync(join(dirname(published), 'package.json')) && !upToDate(published, [file]))
      replace(published, (made) => copyFileSync(file, made));
  }
}

buildAddon();
fillPackages();
