import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A matrix that comes with this command. */
export interface BundledMatrix {
  readonly name: string;
  /** File name in `matrices/`. */
  readonly file: string;
  /** Group/Name in the SuiteSparse collection. */
  readonly collection: string;
  readonly author: string;
  /** What its rows look like. */
  readonly why: string;
  readonly licence: string;
  readonly source: string;
}

/** Path of a file of the folder of bundled matrices. */
export function bundledPath(file: string): string {
  return fileURLToPath(new URL(`../../matrices/${file}`, import.meta.url));
}

/** All bundled matrices, smallest first. */
export function bundledMatrices(): readonly BundledMatrix[] {
  const index = JSON.parse(readFileSync(bundledPath('index.json'), 'utf8')) as {
    readonly matrices: readonly BundledMatrix[];
  };
  return index.matrices;
}

/** What `bench` without a matrix runs: different row structures, a few seconds in all. */
export const DEMO_MATRICES: readonly string[] = ['olm1000', 'dw2048', 'adder_dcop_32', 'well1850', 'cavity10'];
