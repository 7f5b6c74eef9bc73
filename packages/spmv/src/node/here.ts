import { readAnyStream } from '@spmv/mmio/node';
import type { MatrixHost } from '../host.ts';
import type { OpenMatrix } from '../open-matrix.ts';
import { createOpenMatrix } from '../open-matrix.ts';
import { installed } from './installed.ts';
import { readPath } from './read-path.ts';
import { writePath } from './write-path.ts';

const host: MatrixHost = { plugins: installed, readPath, writePath, readStream: readAnyStream };

export { inOrder } from './compiled.ts';

/** Opens matrices with what is installed here. */
export const openMatrix: OpenMatrix = createOpenMatrix(host);
