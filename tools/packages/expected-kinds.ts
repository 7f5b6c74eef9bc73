import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace, WorkspacePackage } from '../lint/workspace.ts';
import { recordAt } from '../lint/json.ts';
import { platformPackages } from './platform-packages.ts';

function isInstalled(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Whether addons are compiled on this machine. */
export function hasCompiler(): boolean {
  return isInstalled(process.env['CXX'] ?? 'g++');
}

/**
 * Extensions of the files that a package must carry, judged by its sources and by the compilers that are here; where it is to be
 * `complete`, as if all were.
 */
export function expectedKinds(
  root: string,
  workspace: Workspace,
  owner: WorkspacePackage,
  complete = false,
): readonly string[] {
  const has = (extension: string): boolean =>
    [...workspace.files.keys()].some((path) => path.startsWith(`${owner.folder}/src/`) && path.endsWith(extension));
  const script = String(recordAt(owner.manifest, 'scripts')?.['build']);
  return [
    ...(script.includes('build-wasm') ? ['wasm'] : []),
    ...(has('.wgsl') ? ['wgsl'] : []),
    ...(has('.cu') ? ['cu'] : []),
    ...(has('.cu') && (complete || isInstalled('nvcc')) ? ['ptx'] : []),
    // The addon is in the packages for single platforms, once there are some.
    ...(existsSync(join(root, owner.folder, 'addon')) && platformPackages(root, owner).length === 0 && hasCompiler()
      ? ['node']
      : []),
  ];
}
