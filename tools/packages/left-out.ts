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

/** Whether the addon of a package has what this machine's processor chooses alone, as tests build it. */
function isPartial(root: string, { folder }: WorkspacePackage): boolean {
  const made = join(root, folder, 'dist', 'addon');
  return existsSync(made) && readdirSync(made).some((name) => name.endsWith('.flags'));
}

/** What of the public packages is not there to be packed, and why, in one line; undefined where all is. */
export function leftOut(root: string, { packages }: Workspace): string | undefined {
  const published = packages.filter(
    ({ folder, manifest }) => folder.startsWith('packages/') && manifest['private'] !== true,
  );
  const binaries = published.flatMap((owner) => withoutBinary(root, owner) ?? []);
  const ptx = published.filter((owner) => lacksPtx(root, owner)).length;
  const partial = published
    .filter((owner) => isPartial(root, owner))
    .map(({ folder }) => `all but this processor's instructions of ${folder} (pnpm build makes it whole)`);
  const parts = [
    ...binaries,
    ...partial,
    ...(ptx === 0 ? [] : [`PTX of ${ptx} packages: ${lack('nvcc') ?? 'it was not built'}`]),
  ];
  return parts.length === 0 ? undefined : `Left out: ${parts.map((part) => part.replace(/\.$/u, '')).join('; ')}.`;
}
