import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RECORD } from './kept-matrix.ts';
import type { CollectionPlaces } from './places.ts';

/** The names, `GROUP/NAME`, of what is kept. */
export function keptIds({ folder }: CollectionPlaces): readonly string[] {
  const foldersIn = (path: string): readonly string[] => {
    try {
      return readdirSync(path, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
    } catch {
      return [];
    }
  };
  return foldersIn(folder).flatMap((group) =>
    foldersIn(join(folder, group)).flatMap((name) =>
      existsSync(join(folder, group, name, RECORD)) ? [`${group}/${name}`] : [],
    ),
  );
}
