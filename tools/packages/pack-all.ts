import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readWorkspace } from '../lint/workspace.ts';
import { packedBinaries, platformPackages } from './platform-packages.ts';
import { removeStale } from './remove-stale.ts';

/** The root of the repository. */
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url));

/** A package as npm would get it. */
export interface Tarball {
  readonly name: string;
  /** Relative to the root: `packages/core`. */
  readonly folder: string;
  /** Absolute. */
  readonly file: string;
}

/** What is packed, and what may be missing. */
export interface PackOptions {
  /** Rooms (`core`) to pack; all when absent. */
  readonly rooms?: readonly string[];
  /** Whether the binaries of all platforms have to be there, as in a release. Default: those that are there. */
  readonly complete?: boolean;
  /** Platforms whose binaries are not packed. */
  readonly without?: readonly string[];
}

/**
 * Packs the public packages into `destination`, as `pnpm publish` would. They must be built, the binary packages for single platforms,
 * too, where they are to be packed; what was built from sources that are gone is removed.
 */
export async function packAll(
  destination: string,
  { rooms, complete = false, without = [] }: PackOptions = {},
): Promise<readonly Tarball[]> {
  mkdirSync(destination, { recursive: true });
  const packages = readWorkspace(ROOT).packages.filter(
    ({ folder, manifest, room }) =>
      folder.startsWith('packages/') && manifest['private'] !== true && (rooms?.includes(room) ?? true),
  );
  const unbuilt = packages.filter(({ folder }) => !existsSync(join(ROOT, folder, 'dist')));
  if (unbuilt.length > 0)
    throw new Error(`Not built: ${unbuilt.map(({ folder }) => folder).join(', ')}. Run \`pnpm build\` first.`);
  for (const { folder } of packages) removeStale(join(ROOT, folder));
  const binaries = packages.flatMap((owner) =>
    packedBinaries(
      platformPackages(ROOT, owner).filter(({ platform }) => !without.includes(platform)),
      complete,
    ),
  );
  const all = [
    ...packages.map(({ name, folder, manifest }) => ({ name, folder, version: String(manifest['version']) })),
    ...binaries,
  ].map(({ name, folder, version }) => {
    const file = join(destination, `${name.replace(/^@/u, '').replace('/', '-')}-${version}.tgz`);
    return { name, folder, file };
  });
  // In one process: one for each package takes four times as long.
  if (all.length > 0) {
    const chosen = all.map(({ folder }) => `--filter=./${folder}`);
    await promisify(execFile)('pnpm', [...chosen, 'pack', '--pack-destination', destination], {
      cwd: ROOT,
      maxBuffer: 2 ** 26,
      shell: process.platform === 'win32', // pnpm is a .cmd file there
    });
  }
  for (const { name, file } of all) if (!existsSync(file)) throw new Error(`pnpm pack of ${name} left no ${file}.`);
  return all;
}
