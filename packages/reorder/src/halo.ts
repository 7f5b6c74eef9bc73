import type { CooMatrix } from '@spmv/core';
import { rowStartOf } from '@spmv/core';
import type { Bounds } from './division.ts';
import { checkBounds } from './division.ts';
import { createJumpCounter } from './jumps.ts';
import { createSurpriseCounter } from './surprises.ts';

/** What of x a part needs from others, or others from it: numbers by part. */
export interface PartExchange {
  /** Elements of x that it receives, each once. */
  readonly received: Int32Array;
  /** Parts that it receives from. */
  readonly sources: Int32Array;
  /** Elements of x that it sends, once to each part that needs them. */
  readonly sent: Int32Array;
  /** Parts that it sends to. */
  readonly targets: Int32Array;
}

/** What parts compute and exchange for y = Ax. */
export interface Halo {
  readonly parts: number;
  readonly rows: Int32Array;
  readonly entries: Int32Array;
  /** Rows whose length does not follow from the rows before them. */
  readonly surprises: Int32Array;
  /** Entries that jump in x; see `createJumpCounter`. */
  readonly jumps: Int32Array;
  /** Elements of x that it reads, its own and those of others, each once. */
  readonly reads: Int32Array;
  /** Among parts of one group. Parts in a group lie one after another. */
  readonly near: PartExchange;
  /** Between groups. */
  readonly far: PartExchange;
}

function noExchange(parts: number): PartExchange {
  const zeros = (): Int32Array => new Int32Array(parts);
  return { received: zeros(), sources: zeros(), sent: zeros(), targets: zeros() };
}

/** From each bound to the next. */
function differences(bounds: Int32Array): Int32Array {
  return bounds.subarray(1).map((bound, p) => bound - bounds[p]);
}

/**
 * Counts what parts of the rows of A need of x for y = Ax, where part p owns the rows and the elements of x in its bounds. `perGroup` parts make a group, such as a host; default: all of them.
 * O(entries + rows + columns), 9 bytes a column. Errors: `OPERAND.MATRIX`, where bounds do not fit the matrix.
 */
export function haloOf(coo: CooMatrix, rows: Bounds, cols: Bounds, perGroup: number = Infinity): Halo {
  const parts = rows.length - 1;
  checkBounds(rows, parts, coo.shape.rows, 'rows');
  checkBounds(cols, parts, coo.shape.cols, 'columns');
  const rowStart = rowStartOf(coo);
  const owners = new Int32Array(coo.shape.cols);
  for (let p = 0; p < parts; p++) owners.fill(p, cols[p], cols[p + 1]);
  const [near, far] = [noExchange(parts), noExchange(parts)];
  const seen = new Int32Array(coo.shape.cols).fill(-1);
  const asked = new Int32Array(parts).fill(-1);
  const groupOf = (p: number): number => Math.floor(p / perGroup);
  const [reads, jumps] = [new Int32Array(parts), new Int32Array(parts)];
  const jumping = createJumpCounter(coo.shape.cols);
  const add = (to: Int32Array, p: number): void => void (to[p] = to[p] + 1);
  for (let p = 0; p < parts; p++) {
    const [begin, end] = [rowStart[rows[p]], rowStart[rows[p + 1]]];
    jumps[p] = jumping.count(coo.colIndex, begin, end);
    for (let k = begin; k < end; k++) {
      const j = coo.colIndex[k];
      if (seen[j] === p) continue;
      seen[j] = p;
      add(reads, p);
      const owner = owners[j];
      if (owner === p) continue;
      const exchange = groupOf(owner) === groupOf(p) ? near : far;
      add(exchange.received, p);
      add(exchange.sent, owner);
      if (asked[owner] === p) continue;
      asked[owner] = p;
      add(exchange.sources, p);
      add(exchange.targets, owner);
    }
  }
  const counter = createSurpriseCounter();
  const surprises = new Int32Array(parts);
  for (let p = 0; p < parts; p++) surprises[p] = counter.count(rowStart, rows[p], rows[p + 1]);
  return {
    parts,
    rows: differences(rows),
    surprises,
    jumps,
    reads,
    entries: differences(rows.map((bound) => rowStart[bound])),
    near,
    far,
  };
}
