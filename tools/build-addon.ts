// Builds the addon of a package, `addon/*.cpp` as `addon/build.json` says, with the system's C++ compiler into dist/, unless it is newer than its
// sources; then puts what is there into the packages for single platforms.
// Usage: node build-addon.ts [--here] [FOLDER]   (--here: what this machine's processor chooses, for tests; CXX: another compiler; SPMV_ADDON_PLATFORM: the platform that it compiles for, as `linux-arm64-gnu`)
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { AddonBuild } from './packages/addon-build.ts';
import { addonBuild, addonPlatform, flagsForHere, missingForAddon } from './packages/addon-build.ts';
import { compileAddon, replace, upToDate } from './packages/compile-addon.ts';

const given = process.argv.slice(2);
const root = resolve(given.find((one) => one !== '--here') ?? '.');
const build = readBuild();
const isForHere = given.includes('--here');
const flags = isForHere ? flagsForHere(build) : [];
const together = isForHere && build.together === true;
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
  // What stands beside an addon that is not whole: a whole one serves for tests, too.
  const partial = `${target}.flags`;
  const isWhole = !existsSync(partial) || readFileSync(partial, 'utf8') === flags.join(' ');
  if (isWhole && upToDate(target, [...filesIn('addon', /\.(cpp|h)$/u), join(root, 'package.json'), ...after])) return;
  const lack = missingForAddon(build);
  if (lack === undefined) {
    const objects = join(root, 'dist', 'addon', 'objects', isForHere ? `${platform}-here` : platform);
    await compileAddon(root, build, objects, target, { after, flags, together });
    if (flags.length > 0) writeFileSync(partial, flags.join(' '));
    else rmSync(partial, { force: true });
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
