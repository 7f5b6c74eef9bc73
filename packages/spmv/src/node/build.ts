import { saveWith } from '../build/save.ts';
import { writePath } from './write-path.ts';

export * from '../build/index.ts';
/** {@link saveWith} where files are there. */
export const save: ReturnType<typeof saveWith> = saveWith(writePath);
