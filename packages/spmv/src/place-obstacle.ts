import { SpmvError } from '@spmv/core';

/** Why no file is found where modules do not know their place: `here`, which is their `import.meta.url`, is empty. */
export function placeObstacle(here: string | undefined, fix: string): SpmvError | undefined {
  if (here !== undefined) return undefined;
  return new SpmvError(
    'BACKEND.UNAVAILABLE',
    'spmv finds none of its files: a bundler left its import.meta.url empty.',
    { fix },
  );
}
