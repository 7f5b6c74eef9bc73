import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isSpmvError, SpmvError } from '@spmv/core';
import type { Addon } from './addon.ts';

/** Package of the binary for this platform: `linux-x64-gnu`. */
export function platformName(): string {
  const libc = process.platform !== 'linux' ? '' : isGlibc() ? '-gnu' : '-musl';
  return `${process.platform}-${process.arch}${libc}`;
}

function isGlibc(): boolean {
  const report = process.report?.getReport() as
    | { readonly header?: { readonly glibcVersionRuntime?: string } }
    | undefined;
  return report?.header?.glibcVersionRuntime !== undefined;
}

/** Platforms whose binary is published. */
const PUBLISHED = ['linux-x64-gnu'];

function fixFor(platform: string): string {
  const build = 'From a clone on a machine with a C++ compiler, `pnpm --filter @spmv/backend-cuda build` makes one.';
  if (PUBLISHED.includes(platform))
    return `Install @spmv/backend-cuda-${platform}, which npm leaves out with --omit=optional. ${build}`;
  return `Addons are published for ${PUBLISHED.join(', ')} only; use another backend here. ${build}`;
}

/** An addon of another version may call things by other names, or read objects that are laid out in another way. */
function checkVersion(addon: Partial<Addon>, candidate: string, version: string): Addon {
  if (addon.version === version) return addon as Addon;
  const where = candidate.endsWith('.node') ? 'the one built in this package' : candidate;
  const fix = candidate.endsWith('.node')
    ? 'Build it again: `pnpm --filter @spmv/backend-cuda build`.'
    : `Install both in one version: npm install @spmv/backend-cuda@${version} ${candidate}@${version}`;
  throw new SpmvError(
    'BACKEND.UNAVAILABLE',
    `${where} is of version ${addon.version ?? '0.1.0 or earlier'}, @spmv/backend-cuda of ${version}`,
    { fix, details: { candidate, version, found: addon.version } },
  );
}

/** The first of `candidates` that `require` finds, loads and that is of this version. Errors: `BACKEND.UNAVAILABLE`. */
export function chooseAddon(
  candidates: readonly string[],
  version: string,
  require: (candidate: string) => unknown,
  platform: string = platformName(),
): Addon {
  let cause: unknown;
  for (const candidate of candidates) {
    try {
      return checkVersion(require(candidate) as Partial<Addon>, candidate, version);
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
  throw new SpmvError('BACKEND.UNAVAILABLE', `Backend 'cuda' is unavailable: ${reason}.`, {
    fix: isSpmvError(cause) ? cause.fix : cause === undefined ? fixFor(platform) : 'Reinstall @spmv/backend-cuda.',
    details: { platform, reason },
    cause,
  });
}

/** Where the binary may be: the platform's package, or built in this one. */
function candidates(platform: string): readonly string[] {
  return [
    `@spmv/backend-cuda-${platform}`,
    fileURLToPath(new URL(`../../dist/addon/${platform}.node`, import.meta.url)),
  ];
}

/**
 * The addon. It links no CUDA library, so it loads also where there is no driver.
 *
 * Errors: `BACKEND.UNAVAILABLE` when no binary for this platform and of this version is installed, or it does not load.
 */
export function loadAddon(): Addon {
  const require = createRequire(import.meta.url);
  const { version } = require('../../package.json') as { readonly version: string };
  const there = candidates(platformName()).filter((candidate) => !candidate.endsWith('.node') || existsSync(candidate));
  return chooseAddon(there, version, require);
}
