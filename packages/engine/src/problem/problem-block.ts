import type { DenseRequest, Sizes } from '@spmv/core';
import type { LoadedProblem } from './loaded-problem.ts';
import type { Host } from '../host/host.ts';
import type { AnyProblem, MatricesProblem } from '../matrices/matrices-problem.ts';
import { makesMatrix } from '../matrices/matrices-problem.ts';
import type { MatrixBlock } from './matrix-block.ts';
import { matrixBlock } from './matrix-block.ts';
import { matrixHash } from './matrix-hash.ts';

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

/** The parts of a problem whose operation makes a matrix: what is read besides the first, where that is another one. */
function partsOfMatrices({ matrix, matrices }: MatricesProblem, digest: Host['digest']): ProblemParts {
  const others = Object.entries(matrices).filter(([, one]) => one !== matrix);
  const operands = Object.fromEntries(
    others.map(([name, { source, coo, hash = matrixHash(coo, digest) }]) => [name, { source, hash }] as const),
  );
  return { sizes: {}, layouts: {}, operands };
}

/** The parts of a problem of any other operation. */
function partsOf({ workload: { operation, sizes: all, layouts }, given }: LoadedProblem): ProblemParts {
  const sizes = Object.fromEntries(Object.keys(operation.sizes).map((size) => [size, all[size] as number]));
  const operands = Object.fromEntries(
    Object.entries(given).map(([operand, { source, hash }]) => [operand, { source, hash }]),
  );
  return { sizes, layouts, operands };
}

/** How results name a problem that was loaded. */
export function problemBlocks(problem: AnyProblem, digest: Host['digest']): ProblemBlocks {
  const { name, source, matrix } = problem;
  const block = matrix ? matrixBlock(matrix, digest) : null;
  const parts = makesMatrix(problem) ? partsOfMatrices(problem, digest) : partsOf(problem);
  return { problem: { name, source, hash: problemHash(block?.hash ?? null, parts, digest), ...parts }, matrix: block };
}
