// Builds the addon of a package, `addon/*.cpp` as `addon/build.json` says, with the system's C++ compiler into dist/, unless it is newer than its
// sources; then puts it into the package for this platform.
// Usage: node build-addon.ts [FOLDER]   (CXX: another compiler; SPMV_ADDON_PLATFORM: the platform that it compiles for, as `linux-arm64-gnu`)
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** `addon/build.json`. */
interface AddonBuild {
  /** Name of the binary in the packages for single platforms. */
  readonly name: string;
  readonly flags: readonly string[];
  readonly libraries: readonly string[];
  /** Headers of others, by the Debian package that brings each. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What a build without the addon means for users. */
  readonly without: string;
}

const root = resolve(process.argv[2] ?? '.');
const platform =
  process.env['SPMV_ADDON_PLATFORM'] ??
  `${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : ''}`;
const compiler = process.env['CXX'] ?? 'g++';

const filesIn = (folder: string, pattern: RegExp): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => join(root, folder, name));
const newest = (files: readonly string[]): number => Math.max(...files.map((file) => statSync(file).mtimeMs));
const upToDate = (target: string, sources: readonly string[]): boolean =>
  existsSync(target) && statSync(target).mtimeMs > newest(sources);

/** What is missing here to build it, or `undefined`. */
function missing({ headers = {} }: AddonBuild): string | undefined {
  if (spawnSync(compiler, ['--version'], { stdio: 'ignore' }).status !== 0)
    return `no C++ compiler '${compiler}'. Install g++, or set CXX.`;
  for (const [header, brings] of Object.entries(headers)) {
    const found = spawnSync(compiler, ['-E', '-x', 'c++', '-'], { input: `#include <${header}>\n`, stdio: 'pipe' });
    if (found.status !== 0) return `no header ${header}. Install ${brings}, or add its folder to CPLUS_INCLUDE_PATH.`;
  }
  return undefined;
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
  const build = JSON.parse(readFileSync(description, 'utf8')) as AddonBuild;
  const sources = [...filesIn('addon', /\.(cpp|h)$/), description, manifest, fileURLToPath(import.meta.url)];
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  mkdirSync(dirname(target), { recursive: true });
  if (!upToDate(target, sources)) {
    const lack = missing(build);
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
  const published = join(root, 'npm', platform, `${build.name}.node`);
  if (existsSync(join(dirname(published), 'package.json')) && !upToDate(published, [target]))
    replace(published, (made) => copyFileSync(target, made));
}

buildAddon();
