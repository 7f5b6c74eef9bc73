import type { CooMatrix } from '@spmv/core';
import { rowLengthOf } from '@spmv/core';
import { adjacencyOf } from './adjacency.ts';

/** The graph of A + Aᵀ as a program reads it: a node is a row, and weighs as much as its entries and one. */
export interface GraphText {
  readonly nodes: number;
  readonly edges: number;
  /** The text of the file, in pieces. */
  chunks(): Generator<string>;
}

/** Characters made at once. */
const PIECE = 1 << 20;

/** What differs between programs. */
export interface GraphFormat {
  /** The first lines. */
  header(nodes: number, edges: number): string;
  /** What stands before the neighbours of a node. */
  before(weight: number, degree: number): string;
  /** The number of the first node. */
  readonly base: 0 | 1;
}

/** METIS, manual of version 5, section 4.5. */
export const METIS_GRAPH: GraphFormat = {
  header: (nodes, edges) => `${nodes} ${edges} 010 1\n`,
  before: (weight) => String(weight),
  base: 1,
};

/** Scotch, user's guide of version 7, section 5.1. */
export const SCOTCH_GRAPH: GraphFormat = {
  header: (nodes, edges) => `0\n${nodes} ${2 * edges}\n0 001\n`,
  before: (weight, degree) => `${weight} ${degree}`,
  base: 0,
};

/** The graph of a square matrix in such a format. Errors: `OPERAND.MATRIX` where it is not square. */
export function graphText(coo: CooMatrix, format: GraphFormat): GraphText {
  const { nodes, start, end, neighbours } = adjacencyOf(coo);
  const weights = rowLengthOf(coo);
  let arcs = 0;
  for (let i = 0; i < nodes; i++) arcs += end[i] - start[i];
  return {
    nodes,
    edges: arcs / 2,
    *chunks() {
      let text = format.header(nodes, arcs / 2);
      for (let i = 0; i < nodes; i++) {
        text += format.before(weights[i] + 1, end[i] - start[i]);
        for (let k = start[i]; k < end[i]; k++) text += ` ${neighbours[k] + format.base}`;
        text += '\n';
        if (text.length < PIECE) continue;
        yield text;
        text = '';
      }
      yield text;
    },
  };
}
