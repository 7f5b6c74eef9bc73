import type { CooMatrix } from '@spmv/core';
import type { Hierarchy } from '@spmv/multigrid';
import { createHierarchy, isOfTheKind, renewHierarchy } from '@spmv/multigrid';
import type { System } from './system.ts';

/** The smaller of ‖A‖F and √(‖A‖₁‖A‖∞), both at least ‖A‖₂. */
function normOfEntries({ shape, rowIndex, colIndex, values }: CooMatrix): number {
  const [rows, cols] = [new Float64Array(shape.rows), new Float64Array(shape.cols)];
  let [squares, mostOfRow, mostOfCol] = [0, 0, 0];
  for (let k = 0; k < values.length; k++) {
    const [i, j, size] = [rowIndex[k], colIndex[k], Math.abs(values[k])];
    squares += size * size;
    mostOfRow = Math.max(mostOfRow, (rows[i] = rows[i] + size));
    mostOfCol = Math.max(mostOfCol, (cols[j] = cols[j] + size));
  }
  return Math.min(Math.sqrt(squares), Math.sqrt(mostOfRow) * Math.sqrt(mostOfCol));
}

/** What is known of entries once it was asked for: a pass over all of them takes as long as several cycles of a method on a device. */
type MadeOnce = Required<Pick<System, 'norm' | 'hierarchy' | 'madeLevels' | 'fitsLevels'>>;

/** The same, made when it is first asked for and kept. `earlier` are levels of other values in the same places. */
export function madeOnce(coo: CooMatrix, earlier?: Hierarchy): MadeOnce {
  let norm: number | undefined;
  let hierarchy: Hierarchy | undefined;
  let fits: boolean | undefined;
  return {
    norm: () => (norm ??= normOfEntries(coo)),
    hierarchy: () => (hierarchy ??= earlier ? renewHierarchy(earlier, coo.values) : createHierarchy(coo)),
    madeLevels: () => hierarchy ?? earlier,
    fitsLevels: () => (fits ??= isOfTheKind(coo)),
  };
}
