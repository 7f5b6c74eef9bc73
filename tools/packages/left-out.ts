import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace, WorkspacePackage } from '../lint/workspace.ts';
import { lack } from '../machine.ts';
import { addonBuild, addonPlatform, missingForAddon } from './addon-build.ts';
import { platformPackages } from './platform-packages.ts';

/** Why a package lacks its binary for this platform, or undefined. */
function withoutBinary(root: string, owner: WorkspacePackage): string | undefined {
  const own = platformPackages(root, owner).find(({ platform }) => platform === addonPlatform());
  if (own === undefined || own.built) return undefined;
  const build = addonBuild(join(root, owner.folder));
  return `the binary of ${owner.name}: ${(build && missingForAddon(build)) ?? 'it was not built'}`;
}

function lacksPtx(root: string, { folder }: WorkspacePackage): boolean {
  const kernels = join(root, folder, 'src', 'kernels');
  if (!existsSync(kernels) || !readdirSync(kernels).some((name) => name.endsWith('.cu'))) return false;
  const made = join(root, folder, 'dist', 'kernels');
  return !existsSync(made) || !readdirSync(made).some((name) => /\.(?:ptx|cubin)$/u.test(name));
}

/** Whether a folder of what was made has the mark of a build for tests. */
function isForTests(folder: string, mark: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(mark));
}

/** What of the public packages is not there to be packed, and why, in one line; undefined where all is. */
export function leftOut(root: string, { packages }: Workspace): string | undefined {
  const published = packages.filter(
    ({ folder, manifest }) => folder.startsWith('packages/') && manifest['private'] !== true,
  );
  const binaries = published.flatMap((owner) => withoutBinary(root, owner) ?? []);
  const ptx = published.filter((owner) => lacksPtx(root, owner)).length;
  const partial = published.flatMap(({ folder }) => [
    ...(isForTests(join(root, folder, 'dist', 'addon'), '.flags')
      ? [`all but this processor's instructions of ${folder} (pnpm build makes it whole)`]
      : []),
    ...(isForTests(join(root, folder, 'dist', 'kernels'), '.for-tests')
      ? [`fast PTX of ${folder} (pnpm build makes it)`]
      : []),
    ...(isForTests(join(root, folder, 'dist', 'wasm'), '.for-tests')
      ? [`fast WebAssembly of ${folder} for engines without relaxed SIMD (pnpm build makes it)`]
      : []),
  ]);
  const parts = [
    ...binaries,
    ...partial,
    ...(ptx === 0 ? [] : [`PTX of ${ptx} packages: ${lack('nvcc') ?? 'it was not built'}`]),
  ];
  return parts.length === 0 ? undefined : `Left out: ${parts.map((part) => part.replace(/\.$/u, '')).join('; ')}.`;
}
