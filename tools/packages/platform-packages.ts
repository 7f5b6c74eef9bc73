import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJsonRecord } from '../lint/json.ts';
import { dependenciesOf, type WorkspacePackage } from '../lint/workspace.ts';

/** A package of one binary for one platform, which another package names among its optional dependencies. */
export interface PlatformPackage {
  readonly name: string;
  readonly version: string;
  /** Relative to the root: `packages/backend-cuda/npm/linux-x64-gnu`. */
  readonly folder: string;
  /** Whether the binary was made on this machine. */
  readonly built: boolean;
}

/** The binary packages in `npm/` of a package. One that it does not depend on is nobody's, and is not published. */
export function platformPackages(root: string, { folder, manifest }: WorkspacePackage): readonly PlatformPackage[] {
  const wanted = dependenciesOf(manifest, 'optionalDependencies');
  const parent = join(root, folder, 'npm');
  if (!existsSync(parent)) return [];
  return readdirSync(parent).flatMap((platform) => {
    const file = join(parent, platform, 'package.json');
    if (!existsSync(file)) return [];
    const { name, version, main } = parseJsonRecord(readFileSync(file, 'utf8'));
    if (typeof name !== 'string' || !wanted.has(name)) return [];
    return [
      {
        name,
        version: String(version),
        folder: `${folder}/npm/${platform}`,
        built: existsSync(join(parent, platform, String(main))),
      },
    ];
  });
}

/** The binary packages to pack: those that were built, which have to be all unless some may be left out. Throws when one is missing. */
export function packedBinaries(
  found: readonly PlatformPackage[],
  withoutBinaries: boolean,
): readonly PlatformPackage[] {
  const missing = found.filter(({ built }) => !built);
  if (missing.length > 0 && !withoutBinaries) {
    throw new Error(
      `No binary in ${missing.map(({ folder }) => folder).join(', ')}. Run \`pnpm build\` where there is a C++ compiler (g++, or what CXX names), or pass --without-binaries.`,
    );
  }
  return found.filter(({ built }) => built);
}
