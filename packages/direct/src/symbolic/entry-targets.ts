import type { SquareCsr } from '../csr-arrays.ts';
import type { SymmetricAnalysis, Triangle } from '../symmetric/symmetric.ts';

/** Where supernodes and their panels are. */
export type Panels = Pick<SymmetricAnalysis, 'firstPivot' | 'rowsStart' | 'rows' | 'panelStart'>;

/** Where each entry of a matrix is added, by supernodes. */
export type EntryTargets = Pick<SymmetricAnalysis, 'entrySource' | 'entryTarget'>;

/** Entries that are read, by the pivot whose line they are in. O(entries + rows of supernodes). */
export function entryTargets(
  { n, rowStart, colIndex }: SquareCsr,
  triangle: Triangle,
  place: Int32Array,
  { firstPivot, rowsStart, rows, panelStart }: Panels,
): EntryTargets {
  // Of each entry the pivot whose line it is in, −1 where the other triangle stands for it.
  const pivotOf = new Int32Array(colIndex.length);
  const start = new Int32Array(n + 1);
  for (let i = 0; i < n; i++) {
    const p = place[i];
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      const j = colIndex[k];
      const q = place[j];
      const isRead = triangle === 'full' ? p <= q : triangle === 'lower' ? j <= i : j >= i;
      const pivot = !isRead ? -1 : p < q ? p : q;
      pivotOf[k] = pivot;
      if (isRead) start[pivot + 1]++;
    }
  }
  for (let p = 0; p < n; p++) start[p + 1] += start[p];
  const entrySource = new Int32Array(start[n]);
  const others = new Int32Array(start[n]);
  const end = start.slice(0, n);
  for (let i = 0; i < n; i++) {
    const p = place[i];
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      const pivot = pivotOf[k];
      if (pivot === -1) continue;
      const at = end[pivot]++;
      others[at] = pivot === p ? place[colIndex[k]] : p;
      entrySource[at] = k;
    }
  }
  const entryTarget = new Float64Array(start[n]);
  const at = new Int32Array(n);
  for (let s = 0; s + 1 < firstPivot.length; s++) {
    const height = rowsStart[s + 1] - rowsStart[s];
    for (let r = 0; r < height; r++) at[rows[rowsStart[s] + r]] = r;
    for (let p = firstPivot[s]; p < firstPivot[s + 1]; p++) {
      const line = panelStart[s] + (p - firstPivot[s]) * height;
      for (let e = start[p]; e < start[p + 1]; e++) entryTarget[e] = line + at[others[e]];
    }
  }
  return { entrySource, entryTarget };
}
