// What programs that compute-sanitizer watches have in common: their matrices, what is refused, and the verdict.
import process from 'node:process';
import type { Backend, CooMatrix, Kernel, OpenOptions, Registry } from '@spmv/core';
import { isRefusal, isSpmvError, openBackend } from '@spmv/core';
import { powerLaw, stencil27 } from '@spmv/testkit';

/** A skewed matrix, and one that is symmetric and whose neighbouring rows share columns, for formats and kernels that refuse the other. */
export const watchedMatrices: readonly CooMatrix[] = [
  powerLaw({ rows: 700, cols: 900, meanPerRow: 9, maxPerRow: 800 }),
  stencil27({ n: 8 }),
];

/** The exit code of a step that this machine cannot run. */
const UNAVAILABLE = 77;

/** The backend whose kernels are watched; without one the process ends and says why. */
export async function openWatched(registry: Registry, options: OpenOptions = {}): Promise<Backend> {
  try {
    return await openBackend(registry.backend('cuda'), options);
  } catch (error) {
    if (!isSpmvError(error, 'BACKEND.UNAVAILABLE')) throw error;
    process.stdout.write(`${error.message} ${error.fix}\n`);
    process.exit(UNAVAILABLE);
  }
}

/** What was watched so far. */
export interface Watched {
  products: number;
  refused: number;
  /** The largest error as a share of its bound. */
  errorRatio: number;
  readonly kernels: Set<string>;
}

export function nothingWatched(): Watched {
  return { products: 0, refused: 0, errorRatio: 0, kernels: new Set() };
}

/** Counts products of a kernel. */
export function count(watched: Watched, kernel: Kernel, products: number, errorRatio: number): void {
  watched.products += products;
  watched.errorRatio = Math.max(watched.errorRatio, errorRatio);
  watched.kernels.add(kernel.id);
}

/** Prints the verdict: an error above its bound, no kernel, or one of which no product was watched, ends the process with 1. */
export function conclude(watched: Watched, kernels: readonly Kernel[]): void {
  const unwatched = kernels.map(({ id }) => id).filter((id) => !watched.kernels.has(id));
  process.stdout.write(`${JSON.stringify({ ...watched, kernels: kernels.length, unwatched })}\n`);
  process.exitCode = kernels.length > 0 && unwatched.length === 0 && watched.errorRatio <= 1 ? 0 : 1;
}

/** `made`, or `undefined` where it was refused; refusals are counted. Whatever else goes wrong is thrown. */
export async function unlessRefused<T>(watched: Watched, made: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await made();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    watched.refused++;
    return undefined;
  }
}
