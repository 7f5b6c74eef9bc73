import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { SpmvError } from '@spmv/core';
import type { Addon } from './addon.ts';

/** Package of the binary for this platform: `linux-x64-gnu`. */
export function platformName(): string {
  const libc = process.platform !== 'linux' ? '' : isGlibc() ? '-gnu' : '-musl';
  return `${process.platform}-${process.arch}${libc}`;
}

function isGlibc(): boolean {
  const report = process.report?.getReport() as { readonly header?: { readonly glibcVersionRuntime?: string } } | undefined;
  return report?.header?.glibcVersionRuntime !== undefined;
}

/** Platforms whose binary is published. */
const PUBLISHED = ['linux-x64-gnu'];

function fixFor(platform: string): string {
  const build = 'From a clone on a machine with a C++ compiler, `pnpm --filter @spmv/backend-cuda build` makes one.';
  if (PUBLISHED.includes(platform)) return `Install @spmv/backend-cuda-${platform}, which npm leaves out with --omit=optional. ${build}`;
  return `Addons are published for ${PUBLISHED.join(', ')} only; use another backend here. ${build}`;
}

/** Where the binary may be: the platform's package, or built in this one. */
function candidates(platform: string): readonly string[] {
  return [`@spmv/backend-cuda-${platform}`, fileURLToPath(new URL(`../../dist/addon/${platform}.node`, import.meta.url))];
}

/**
 * The addon. It links no CUDA library, so it loads also where there is no driver.
 *
 * Errors: `BACKEND.UNAVAILABLE` when no binary for this platform is installed or it does not load.
 */
export function loadAddon(): Addon {
  const require = createRequire(import.meta.url);
  const platform = platformName();
  let cause: unknown;
  for (const candidate of candidates(platform)) {
    if (candidate.endsWith('.node') && !existsSync(candidate)) continue;
    try {
      return require(candidate) as Addon;
    } catch (error) {
      // A package that is not installed is the usual case in a clone; anything else is worth telling.
      if ((error as { readonly code?: unknown }).code !== 'MODULE_NOT_FOUND') cause = error;
    }
  }
  const reason = cause instanceof Error ? `its addon does not load: ${cause.message}` : `there is no addon for ${platform}`;
  throw new SpmvError('BACKEND.UNAVAILABLE', `Backend 'cuda' is unavailable: ${reason}.`, {
    fix: cause === undefined ? fixFor(platform) : 'Reinstall @spmv/backend-cuda.',
    details: { platform, reason },
    cause,
  });
}
