import { SpmvError } from '@spmv/core';
import type { LuWork } from './work.ts';
import { makeRoom } from './work.ts';

/** Where numbers left the range. */
export function overflowAt({ analysis: { colOrder } }: LuWork, j: number): SpmvError {
  return new SpmvError(
    'SOLVER.GROWTH',
    `Elements of the factors leave the range of f64 in column ${colOrder[j]}, which is eliminated as number ${j}.`,
    {
      fix: 'Give threshold: 1 where it is less; else give the columns in another order, or solve by an iterative method.',
      details: { col: colOrder[j], step: j },
    },
  );
}

/**
 * Eliminates columns from `from` on until about `budget` multiplications are done, and says which column is next. Column j: the rows that it reaches in L are found by depth-first search, its triangular system is
 * solved over these alone, and the largest of what is left, or the element of the diagonal where it is large enough, becomes the pivot. Searches read a column of L only up to where its pivot and that of a later
 * column make the rest of it reachable by that one.
 *
 * Errors: `FORMAT.OUT_OF_MEMORY`, `SOLVER.GROWTH`.
 * Sources: J. R. Gilbert, T. Peierls, Sparse partial pivoting in time proportional to arithmetic operations, SIAM J. Sci. Stat. Comput. 9, 1988; S. C. Eisenstat, J. W. H. Liu, Exploiting structural symmetry in
 * unsymmetric sparse symbolic factorization, SIAM J. Matrix Anal. Appl. 13, 1992.
 */
export function eliminate(work: LuWork, from: number, budget: number): number {
  const { analysis, values, L, U, pivots, stepOf, rowAt, threshold, x, mark, searchEnd, path, next } = work;
  const { n, columns, inside, blockStart } = analysis;
  const { start, row } = columns;
  const [lStart, uStart] = [L.start, U.start];
  let { row: lRow, values: lValues } = L;
  let { row: uRow, values: uValues } = U;
  let done = 0;
  let block = 0;
  // Columns of the block that have no pivot: as many more rows are candidates.
  let without = 0;
  let j = from;
  for (; j < n && done < budget; j++) {
    let [lEnd, uEnd] = [lStart[j], uStart[j]];
    if (blockStart[block] <= j) {
      while (blockStart[block] <= j) block++;
      without = 0;
      for (let step = blockStart[block - 1]; step < j; step++) if (rowAt[step] < 0) without++;
    }
    const room = blockStart[block] - j + without;
    if (lEnd + room > lRow.length) {
      makeRoom(work, 'L', lEnd, room, j);
      ({ row: lRow, values: lValues } = L);
    }
    const first = lEnd;
    // What the column reaches: pivots in `path`, from its end on: together with the way there they are no more than n, and candidates in L.
    let top = n;
    for (let k = inside[j]; k < start[j + 1]; k++) {
      const root = row[k];
      if (mark[root] === j) continue;
      mark[root] = j;
      if (stepOf[root] < 0) {
        lRow[lEnd++] = root;
        continue;
      }
      let depth = 0;
      path[0] = stepOf[root];
      next[0] = lStart[path[0]];
      while (depth >= 0) {
        const step = path[depth];
        const stop = searchEnd[step];
        let at = next[depth];
        let deeper = -1;
        while (at < stop) {
          const i = lRow[at++];
          if (mark[i] === j) continue;
          mark[i] = j;
          if (stepOf[i] < 0) lRow[lEnd++] = i;
          else {
            deeper = stepOf[i];
            break;
          }
        }
        if (deeper < 0) {
          path[--top] = step;
          depth--;
        } else {
          next[depth] = at;
          path[++depth] = deeper;
          next[depth] = lStart[deeper];
        }
      }
    }
    const reached = n - top;
    if (uEnd + reached > uRow.length) {
      makeRoom(work, 'U', uEnd, reached, j);
      ({ row: uRow, values: uValues } = U);
    }
    for (let k = inside[j]; k < start[j + 1]; k++) x[row[k]] = values[k];
    for (let t = top; t < n; t++) {
      const step = path[t];
      const i = rowAt[step];
      const u = x[i];
      x[i] = 0;
      uRow[uEnd] = step;
      uValues[uEnd++] = u;
      if (u === 0) continue;
      if (!(u - u === 0)) throw overflowAt(work, j);
      const end = lStart[step + 1];
      for (let k = lStart[step]; k < end; k++) x[lRow[k]] = x[lRow[k]] - lValues[k] * u;
      done += end - lStart[step];
    }
    let [best, most, own] = [-1, 0, -1];
    for (let k = first; k < lEnd; k++) {
      const size = Math.abs(x[lRow[k]]);
      if (size > most) {
        most = size;
        best = k;
      }
      if (lRow[k] === j) own = k;
    }
    done += lEnd - first;
    uStart[j + 1] = uEnd;
    if (most === 0) {
      // The column depends on those before, or what it holds is no number.
      for (let k = first; k < lEnd; k++) {
        if (Number.isNaN(x[lRow[k]])) throw overflowAt(work, j);
        x[lRow[k]] = 0;
      }
      lStart[j + 1] = first;
      searchEnd[j] = first;
      without++;
      continue;
    }
    if (most === Infinity) throw overflowAt(work, j);
    if (own >= 0 && Math.abs(x[j]) >= threshold * most) best = own;
    const pivotRow = lRow[best];
    const pivot = x[pivotRow];
    x[pivotRow] = 0;
    stepOf[pivotRow] = j;
    rowAt[j] = pivotRow;
    pivots[j] = pivot;
    lRow[best] = lRow[--lEnd];
    for (let k = first; k < lEnd; k++) {
      lValues[k] = x[lRow[k]] / pivot;
      x[lRow[k]] = 0;
    }
    lStart[j + 1] = lEnd;
    searchEnd[j] = lEnd;
    for (let t = uStart[j]; t < uEnd; t++) {
      const step = uRow[t];
      let end = lStart[step + 1];
      if (searchEnd[step] !== end) continue;
      let at = lStart[step];
      while (at < end && lRow[at] !== pivotRow) at++;
      if (at === end) continue;
      // Pivots first: they reach what comes after them.
      for (at = lStart[step]; at < end;)
        if (stepOf[lRow[at]] >= 0) at++;
        else {
          end--;
          const [i, value] = [lRow[at], lValues[at]];
          lRow[at] = lRow[end];
          lValues[at] = lValues[end];
          lRow[end] = i;
          lValues[end] = value;
        }
      searchEnd[step] = end;
    }
  }
  return j;
}
