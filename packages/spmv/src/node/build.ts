import { saveWith } from '../build/save.ts';
import { writePath } from './write-path.ts';

export * from '../build/index.ts';
/** Writes a matrix to a file: see `save` of the entry for pages. */
export const save: ReturnType<typeof saveWith> = saveWith(writePath);
