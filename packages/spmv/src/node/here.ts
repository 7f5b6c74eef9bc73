import { readAnyStream } from '@spmv/mmio/node';
import type { OpenMatrix } from '../open-matrix.ts';
import { createOpenMatrix } from '../open-matrix.ts';
import { installed } from './installed.ts';
import { readPath } from './read-path.ts';
import { writePath } from './write-path.ts';

/** Opens matrices with what is installed here. */
export const openMatrix: OpenMatrix = createOpenMatrix({
  plugins: installed,
  readPath,
  writePath,
  readStream: readAnyStream,
});
