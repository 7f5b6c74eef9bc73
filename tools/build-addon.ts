// Builds the addon of a package, `addon/*.cpp` as `addon/build.json` says, with the system's C++ compiler into dist/, unless it is newer than its
// sources; then puts what is there into the packages for single platforms.
// Usage: node build-addon.ts [FOLDER]   (CXX: another compiler; SPMV_ADDON_PLATFORM: the platform that it compiles for, as `linux-arm64-gnu`)
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { AddonBuild } from './packages/addon-build.ts';
import { addonBuild, addonPlatform, missingForAddon } from './packages/addon-build.ts';
import { compileAddon, replace, upToDate } from './packages/compile-addon.ts';

const root = resolve(process.argv[2] ?? '.');
const build = readBuild();
const platform = addonPlatform();

const filesIn = (folder: string, pattern: RegExp): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => join(root, folder, name));

function readBuild(): AddonBuild {
  const found = addonBuild(root);
  if (found) return found;
  throw new Error(`${root} has no addon/build.json.`);
}

async function buildAddon(): Promise<void> {
  const target = join(root, 'dist', 'addon', `${platform}.node`);
  const tools = ['build-addon.ts', 'packages/compile-addon.ts'].map((name) =>
    fileURLToPath(new URL(name, import.meta.url)),
  );
  const after = [join(root, 'addon', 'build.json'), ...tools];
  mkdirSync(dirname(target), { recursive: true });
  if (upToDate(target, [...filesIn('addon', /\.(cpp|h)$/u), join(root, 'package.json'), ...after])) return;
  const lack = missingForAddon(build);
  if (lack === undefined) {
    await compileAddon(root, build, join(root, 'dist', 'addon', 'objects', platform), target, { after });
    return;
  }
  process.stderr.write(`spmv ${build.name}: NOT BUILT: ${lack} ${build.without}\n`);
}

/** Puts what was built, here or elsewhere, into the packages for single platforms. */
async function fillPackages(): Promise<void> {
  for (const file of filesIn('dist/addon', /\.node$/u)) {
    const published = join(root, 'npm', basename(file, '.node'), `${build.name}.node`);
    if (existsSync(join(dirname(published), 'package.json')) && !upToDate(published, [file]))
      await replace(published, (made) => copyFileSync(file, made));
  }
}

await buildAddon();
await fillPackages();
