import type { DenseRequest, Sizes } from '@spmv/core';
import type { LoadedProblem } from './loaded-problem.ts';
import type { Host } from '../host/host.ts';
import type { MatrixBlock } from './matrix-block.ts';
import { matrixBlock } from './matrix-block.ts';

/** What is computed on, as every result names it. */
export interface ProblemBlock {
  /** For people: the name of the matrix, and sizes. */
  readonly name: string;
  /** What the user wrote. */
  readonly source: string;
  /** Which problem it is: that of the matrix where nothing else was given, else of all that is below. */
  readonly hash: string;
  /** Sizes of the operation's own. */
  readonly sizes: Sizes;
  /** Of dense operands that lie otherwise than by rows without gaps. */
  readonly layouts: Readonly<Record<string, DenseRequest>>;
  /** Operands whose contents were given; those of the others are random. */
  readonly operands: Readonly<Record<string, { readonly source: string; readonly hash: string }>>;
}

/** A problem and its stored matrix, null where the operation has none. */
export interface ProblemBlocks {
  readonly problem: ProblemBlock;
  readonly matrix: MatrixBlock | null;
}

/** What a problem has beside its matrix, and which it is. */
type ProblemParts = Pick<ProblemBlock, 'sizes' | 'layouts' | 'operands'>;

function sorted<T>(record: Readonly<Record<string, T>>): readonly (readonly [string, T])[] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The first 16 hexadecimal digits of a SHA-256, or the hash of the matrix where that is all. */
function problemHash(
  matrix: string | null,
  { sizes, layouts, operands }: ProblemParts,
  digest: Host['digest'],
): string {
  const parts = [
    sorted(sizes),
    sorted(layouts).map(([name, layout]) => [name, sorted({ ...layout })]),
    sorted(operands).map(([name, { hash }]) => [name, hash]),
  ];
  if (matrix !== null && parts.every(({ length }) => length === 0)) return matrix;
  return digest([new TextEncoder().encode(JSON.stringify([matrix, ...parts]))]);
}

/** How results name a problem that was loaded. */
export function problemBlocks(
  { name, source, matrix, workload, given }: LoadedProblem,
  digest: Host['digest'],
): ProblemBlocks {
  const block = matrix ? matrixBlock(matrix, digest) : null;
  const { operation, sizes: all, layouts } = workload;
  const sizes = Object.fromEntries(Object.keys(operation.sizes).map((size) => [size, all[size] as number]));
  const operands = Object.fromEntries(
    Object.entries(given).map(([operand, { source: text, hash }]) => [operand, { source: text, hash }]),
  );
  const parts = { sizes, layouts, operands };
  return { problem: { name, source, hash: problemHash(block?.hash ?? null, parts, digest), ...parts }, matrix: block };
}
