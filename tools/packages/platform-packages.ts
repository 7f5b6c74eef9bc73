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
  /** `linux-x64-gnu`. */
  readonly platform: string;
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
        platform,
        built: existsSync(join(parent, platform, String(main))),
      },
    ];
  });
}

/**
 * The binary packages to pack: those that were built. Where it is to be `complete`, that is all of them, and it throws when one is missing.
 */
export function packedBinaries(found: readonly PlatformPackage[], complete: boolean): readonly PlatformPackage[] {
  const missing = found.filter(({ built }) => !built);
  if (complete && missing.length > 0) {
    throw new Error(
      `No binary in ${missing.map(({ folder }) => folder).join(', ')}. Run \`pnpm build\` on each of these platforms, or for it with CXX and SPMV_ADDON_PLATFORM, and put what it makes there.`,
    );
  }
  return found.filter(({ built }) => built);
}
