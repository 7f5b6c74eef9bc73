import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJsonRecord } from '../lint/json.ts';

/** Files of a package, besides its package.json, that say its version, and where in them. */
const PLACES: readonly (readonly [file: string, version: RegExp])[] = [
  ['src/plugin.ts', /(?<=\n {2}version: ')[^']+(?=')/u],
  ['src/run/kit-version.ts', /(?<=KIT_VERSION = ')[^']+(?=')/u],
];

const IN_MANIFEST = /(?<="version": ")[^"]+(?=")/u;

/** Binaries for single platforms, which always have the version of the package they belong to. */
function platformManifests(folder: string): readonly string[] {
  const npm = join(folder, 'npm');
  if (!existsSync(npm)) return [];
  return readdirSync(npm)
    .map((platform) => join(npm, platform, 'package.json'))
    .filter((file) => existsSync(file));
}

function write(file: string, place: RegExp, version: string): readonly string[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const changed = text.replace(place, version);
  if (changed === text) return [];
  writeFileSync(file, changed);
  return [file];
}

/**
 * Writes the version of each package below `root`/packages wherever else it is said: plugins and the conformance kit say their own, since
 * reading a package.json takes Node. Gives the files that changed.
 */
export function writeVersions(root: string): readonly string[] {
  return readdirSync(join(root, 'packages')).flatMap((room) => {
    const folder = join(root, 'packages', room);
    if (!existsSync(join(folder, 'package.json'))) return [];
    const version = String(parseJsonRecord(readFileSync(join(folder, 'package.json'), 'utf8'))['version']);
    return [
      ...PLACES.flatMap(([file, place]) => write(join(folder, file), place, version)),
      ...platformManifests(folder).flatMap((file) => write(file, IN_MANIFEST, version)),
    ];
  });
}
