import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { matrixFolder, placesOf } from '../collection/places.ts';
import type { MatrixSource } from './matrix-source.ts';

/** The file `NAME_b.mtx` or `NAME_x.mtx` beside that of a matrix. */
export function companionOf(source: MatrixSource, letter: 'b' | 'x'): string | undefined {
  if (source.kind !== 'file' && source.kind !== 'collection') return undefined;
  const folder = source.kind === 'file' ? dirname(source.path) : matrixFolder(placesOf(), source.collection);
  return ['.mtx', '.mtx.gz'].map((ending) => join(folder, `${source.name}_${letter}${ending}`)).find(existsSync);
}
