import type { CooMatrix } from './coo.ts';
import type { Finding } from './finding.ts';

/** Broken invariants of a COO matrix, the first of each kind. Empty when it is canonical. Reads everything once. */
export function checkCoo(coo: CooMatrix): readonly Finding[] {
  const { rowIndex, colIndex, values } = coo;
  const { rows, cols } = coo.shape;
  if (rowIndex.length !== values.length || colIndex.length !== values.length) {
    return [{ invariant: 'coo.lengths', message: `rowIndex ${rowIndex.length}, colIndex ${colIndex.length}, values ${values.length}` }];
  }
  const findings = new Map<string, string>();
  for (let k = 0; k < values.length; k++) {
    const i = rowIndex[k] as number;
    const j = colIndex[k] as number;
    if (i < 0 || i >= rows || j < 0 || j >= cols) {
      if (!findings.has('coo.range')) findings.set('coo.range', `entry ${k} at (${i}, ${j}) is outside ${rows} × ${cols}`);
    }
    if (k === 0) continue;
    const previousRow = rowIndex[k - 1] as number;
    const previousCol = colIndex[k - 1] as number;
    if (i < previousRow || (i === previousRow && j < previousCol)) {
      if (!findings.has('coo.sorted')) findings.set('coo.sorted', `entry ${k} at (${i}, ${j}) follows (${previousRow}, ${previousCol})`);
    } else if (i === previousRow && j === previousCol) {
      if (!findings.has('coo.unique')) findings.set('coo.unique', `entries ${k - 1} and ${k} are both at (${i}, ${j})`);
    }
  }
  return [...findings].map(([invariant, message]) => ({ invariant, message }));
}
