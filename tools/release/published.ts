import { readWorkspace } from '../lint/workspace.ts';
import { platformPackages } from '../packages/platform-packages.ts';

/** What is published from the repository in `root`: its public packages, and the binaries of platforms. */
export function publishedPackages(
  root: string,
): readonly { readonly name: string; readonly version: string; readonly platform?: string }[] {
  const owners = readWorkspace(root).packages.filter(
    ({ folder, manifest }) => folder.startsWith('packages/') && manifest['private'] !== true,
  );
  return [
    ...owners.map(({ name, manifest }) => ({ name, version: String(manifest['version']) })),
    ...owners.flatMap((owner) => platformPackages(root, owner)),
  ];
}
