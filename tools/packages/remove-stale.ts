import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

const COMPILED = /\.(?:js|d\.ts)(?:\.map)?$/u;
/** What a build bundles of several sources. */
const BUNDLED = 'bundle';

/** Removes what was compiled from sources that are gone: the compiler never does, and it would be published. Gives the removed paths. */
export function removeStale(folder: string): readonly string[] {
  const dist = join(folder, 'dist');
  const compiled = readdirSync(dist, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && COMPILED.test(entry.name),
  );
  const stale = compiled
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !relative(dist, path).startsWith(`${BUNDLED}/`))
    .filter((path) => {
      const source = join(folder, 'src', relative(dist, path).replace(COMPILED, ''));
      return !existsSync(`${source}.ts`) && !existsSync(`${source}.d.ts`);
    });
  for (const path of stale) rmSync(path, { force: true });
  return stale.map((path) => relative(folder, path));
}
