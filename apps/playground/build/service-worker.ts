import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { transformWithOxc } from 'vite';
import type { Kept } from './keep-page.ts';

/** Documents of many pages and what reads HDF5, which come from the network when they are asked for: a first visit would else load all of them. */
const NOT_KEPT = /^(?:api|results)\/|^assets\/hdf5/u;

/** Every file of a built folder that is kept, by address: all but the worker itself and the largest documents. */
export function filesToKeep(folder: string): readonly Kept[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path !== 'sw.js' && !NOT_KEPT.test(path))
    .sort()
    .map((path) => [
      path,
      `sha256-${createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('base64')}`,
    ]);
}

/** The text of the service worker that keeps these files. */
async function serviceWorkerText(kept: readonly Kept[]): Promise<string> {
  const source = readFileSync(new URL('keep-page.ts', import.meta.url), 'utf8');
  const { code: built } = await transformWithOxc(source, 'keep-page.ts', { sourcemap: false });
  // A classic script exports nothing.
  const code = built.replace('export function', 'function').replace(/^export \{.*\};$/gmu, '');
  const version = createHash('sha256').update(JSON.stringify(kept)).update(code).digest('hex').slice(0, 16);
  return `${code}keepPage(self, ${JSON.stringify(version)}, ${JSON.stringify(kept, null, 1)});\n`;
}

/** Writes `sw.js` over everything that is in a built folder by then. Gives the number of files it keeps. */
export async function writeServiceWorker(folder: string): Promise<number> {
  const kept = filesToKeep(folder);
  writeFileSync(join(folder, 'sw.js'), await serviceWorkerText(kept));
  return kept.length;
}
