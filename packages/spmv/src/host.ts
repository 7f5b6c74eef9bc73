import type { Plugin } from '@spmv/core';
import type { WritePath } from './save.ts';
import type { FileHost } from './source/read-matrix.ts';

/** What a host brings: what is installed there, and how files are found. */
export interface MatrixHost extends Pick<FileHost, 'readPath' | 'readStream'> {
  /** Where there are files. */
  readonly writePath?: WritePath;
  plugins(): Promise<readonly Plugin[]>;
}
