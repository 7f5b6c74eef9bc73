import type { CooMatrix } from '@spmv/core';
import { SpmvError, transposeCoo } from '@spmv/core';
import { exponentFor, shifted } from '../solve/scale.ts';

/** Links as the walk of PageRank has them. */
export interface Links {
  /** Entry (j, i) is the share of node i that goes to node j. */
  readonly shares: CooMatrix;
  /** 1 for nodes that lead nowhere, else 0. */
  readonly dangling: Float64Array;
  readonly danglingCount: number;
}

/** Shares of links: entry (i, j) of the graph leads from i to j with its value as weight. Errors: `SOLVER.UNFIT` for a graph that is not square, `SOLVER.NOT_FINITE` for weights below 0 or not finite. */
export function linksOf(graph: CooMatrix): Links {
  const { shape, rowIndex, values } = graph;
  if (shape.rows !== shape.cols)
    throw new SpmvError('SOLVER.UNFIT', `A graph is a square matrix, and this one is ${shape.rows} × ${shape.cols}.`, {
      fix: 'Give one row and one column for each node.',
      details: { ...shape },
    });
  const total = new Float64Array(shape.rows);
  // Shares of a node are those of its weights times any number, and sums of the largest weights leave the range.
  const largest = new Float64Array(shape.rows);
  for (let k = 0; k < values.length; k++) {
    const [i, value] = [rowIndex[k], values[k]];
    if (value > largest[i]) largest[i] = value;
  }
  const exponents = largest.map(exponentFor);
  for (let k = 0; k < values.length; k++) {
    const [i, value] = [rowIndex[k], values[k]];
    if (!(value >= 0 && value < Infinity))
      throw new SpmvError(
        'SOLVER.NOT_FINITE',
        `A link of node ${i} has the weight ${value}, and shares of weights need numbers from 0 up.`,
        {
          fix: 'Give weights of 0 or more; absolute values, or 1 for each (in the command --unweighted), if the signs mean nothing.',
          details: { node: i, value },
        },
      );
    total[i] = total[i] + shifted(value, exponents[i]);
  }
  const dangling = total.map((sum) => (sum === 0 ? 1 : 0));
  const shared = values.map((value, k) => {
    const i = rowIndex[k];
    return value === 0 ? 0 : shifted(value, exponents[i]) / total[i];
  });
  return {
    shares: transposeCoo({ ...graph, values: shared }),
    dangling,
    danglingCount: dangling.reduce((sum, value) => sum + value, 0),
  };
}
