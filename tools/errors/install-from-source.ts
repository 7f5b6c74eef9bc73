import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readWorkspace } from '../lint/workspace.ts';

/** Puts links to all packages of the workspace into the `node_modules` of a folder: they run from their sources under `@spmv/source`. */
export function installFromSource(root: string, folder: string): void {
  for (const { name, folder: source } of readWorkspace(root).packages) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, source), link, 'junction');
  }
}
