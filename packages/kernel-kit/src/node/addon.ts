import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isSpmvError, SpmvError } from '@spmv/core';
import { libc } from './libc.ts';

/** A package whose compiled code comes as optional dependencies, `NAME-linux-x64-gnu` and so on, one for each platform. */
export interface AddonPackage {
  /** Its name: `@spmv/backend-cuda`. */
  readonly name: string;
  /** What does not work without the addon, to begin a sentence with: `Backend 'cuda' is`. */
  readonly subject: string;
  /** Platforms whose binary is published. */
  readonly published: readonly string[];
  /** What to use where no addon is published. */
  readonly instead: string;
}

/** What every addon says of itself. */
export interface VersionedAddon {
  /** Version of the package that it was built from. */
  readonly version: string;
}

/** Package of the binary for this platform: `linux-x64-gnu`. */
export function platformName(): string {
  const library = process.platform === 'linux' ? `-${libc()}` : '';
  return `${process.platform}-${process.arch}${library}`;
}

/** What of a package.json is read. */
interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** What builds a package of a clone. */
const buildOf = (name: string): string => `pnpm build packages/${name.slice(name.indexOf('/') + 1)}`;

function fixFor({ name, published, instead }: AddonPackage, platform: string): string {
  const build = `From a clone on a machine with a C++ compiler, \`${buildOf(name)}\` makes one.`;
  if (published.includes(platform))
    return `Install ${name}-${platform}, which npm leaves out with --omit=optional. ${build}`;
  return `Addons are published for ${published.join(', ')} only; ${instead}. ${build}`;
}

/** An addon of another version may call things by other names, or read objects that are laid out in another way. */
function checkVersion(found: string | undefined, candidate: string, version: string, { name }: AddonPackage): void {
  if (found === version) return;
  const where = candidate.endsWith('.node') ? 'the one built in this package' : candidate;
  const fix = candidate.endsWith('.node')
    ? `Build it again: \`${buildOf(name)}\`.`
    : `Install both in one version: npm install ${name}@${version} ${candidate}@${version}`;
  throw new SpmvError(
    'BACKEND.UNAVAILABLE',
    `${where} is of version ${found ?? '0.1.0 or earlier'}, ${name} of ${version}`,
    {
      fix,
      details: { candidate, version, found },
    },
  );
}

/** The first of `candidates` that `require` finds, loads and that is of this version. Errors: `BACKEND.UNAVAILABLE`. */
export function chooseAddon<A extends VersionedAddon>(
  owner: AddonPackage,
  candidates: readonly string[],
  version: string,
  require: (candidate: string) => A,
  platform: string = platformName(),
): A {
  let cause: unknown;
  for (const candidate of candidates) {
    try {
      const addon = require(candidate);
      checkVersion(addon.version, candidate, version, owner);
      return addon;
    } catch (error) {
      // A package that is not installed is the usual case in a clone; anything else is worth telling.
      if ((error as { readonly code?: unknown }).code !== 'MODULE_NOT_FOUND') cause ??= error;
    }
  }
  const reason = isSpmvError(cause)
    ? cause.message
    : cause instanceof Error
      ? `its addon does not load: ${cause.message}`
      : `there is no addon for ${platform}`;
  throw new SpmvError('BACKEND.UNAVAILABLE', `${owner.subject} unavailable: ${reason}.`, {
    fix: isSpmvError(cause) ? cause.fix : cause === undefined ? fixFor(owner, platform) : `Reinstall ${owner.name}.`,
    details: { platform, reason },
    cause,
  });
}

/** The version that a package's own package.json says. A module in a bundle finds none there, or that of a program. Errors: `BACKEND.UNAVAILABLE`. */
function versionOf({ name, subject }: AddonPackage, manifest: string): string {
  const found = existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as Partial<Manifest>) : {};
  if (found.name === name && found.version !== undefined) return found.version;
  throw new SpmvError(
    'BACKEND.UNAVAILABLE',
    `${subject} unavailable: ${manifest} is not the package.json of ${name}.`,
    {
      fix: `Keep ${name} out of the bundle: https://github.com/spmv/spmv/blob/main/docs/bundlers.md#for-node`,
      details: { manifest },
    },
  );
}

/**
 * The addon of a package: of the platform's package or, in a clone, built in the package itself, whose package.json is at `manifest`.
 *
 * Errors: `BACKEND.UNAVAILABLE` when no binary for this platform and of this version is installed, or it does not load.
 */
export function loadAddon(owner: AddonPackage, manifest: URL): VersionedAddon {
  // Not imported: webpack replaces that `createRequire` by its own, which finds nothing.
  const require = process.getBuiltinModule('node:module').createRequire(manifest);
  const version = versionOf(owner, fileURLToPath(manifest));
  const platform = platformName();
  const built = fileURLToPath(new URL(`dist/addon/${platform}.node`, manifest));
  const candidates = [`${owner.name}-${platform}`, ...(existsSync(built) ? [built] : [])];
  return chooseAddon(owner, candidates, version, (candidate) => require(candidate) as VersionedAddon);
}
