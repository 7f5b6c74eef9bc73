import { bytesKept } from './coarsen.ts';
import { bytesOf } from './csr.ts';
import type { Hierarchy } from './hierarchy.ts';

/** What a hierarchy is made of, in numbers. */
export interface LevelFacts {
  /** Of each level, the finest first. */
  readonly rows: readonly number[];
  readonly entries: readonly number[];
  /** Rows of all levels over those of the first. */
  readonly gridComplexity: number;
  /** Entries of all levels over those of the first. */
  readonly operatorComplexity: number;
  /** Memory of what is held besides A on the host: levels, P, what makes them anew, and the inverse of the last. */
  readonly bytes: number;
}

/** The same of a hierarchy. Walks over its levels, and reads no number of them. */
export function levelFacts({ levels, inverse, sizes }: Hierarchy): LevelFacts {
  const [rows, entries] = [levels.map(({ A }) => A.shape.rows), levels.map(({ A }) => A.colIndex.length)];
  const over = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / Math.max(1, all[0]);
  let bytes = sizes.byteLength + (inverse?.byteLength ?? 0);
  for (const [at, { A, P, coarsening }] of levels.entries())
    bytes += (at > 0 ? bytesOf(A) : 0) + (P ? bytesOf(P) : 0) + (coarsening ? bytesKept(coarsening) : 0);
  return { rows, entries, gridComplexity: over(rows), operatorComplexity: over(entries), bytes };
}
