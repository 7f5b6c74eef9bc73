import { complexCoo, conjugateCoo, imaginaryPart, realPart } from './complex-coo.ts';
import type { AnyCoo, ComplexCoo, CooMatrix } from './coo.ts';
import { countUp, isComplex, isCountable, sortedBy } from './coo.ts';

/** The same where columns are far more than entries: sorted by comparison. */
function transposeByOrder({ shape, rowIndex, colIndex, values }: CooMatrix): CooMatrix {
  const order = sortedBy(countUp(colIndex.length), colIndex, shape.cols);
  return {
    shape: { rows: shape.cols, cols: shape.rows },
    rowIndex: order.map((k) => colIndex[k] as number),
    colIndex: order.map((k) => rowIndex[k] as number),
    values: Float64Array.from(order, (k) => values[k] as number),
  };
}

/** Aᵀ of real entries by a counting sort, which keeps the order of rows. */
function transposeReal(coo: CooMatrix): CooMatrix {
  const { shape, rowIndex, colIndex, values } = coo;
  if (!isCountable(shape.cols, values.length)) return transposeByOrder(coo);
  const next = new Int32Array(shape.cols + 1);
  for (let k = 0; k < colIndex.length; k++) {
    const after = (colIndex[k] as number) + 1;
    next[after] = (next[after] as number) + 1;
  }
  for (let j = 0; j < shape.cols; j++) next[j + 1] = (next[j + 1] as number) + (next[j] as number);
  const rows = new Int32Array(colIndex.length);
  const cols = new Int32Array(colIndex.length);
  const moved = new Float64Array(values.length);
  for (let k = 0; k < colIndex.length; k++) {
    const column = colIndex[k] as number;
    const place = next[column] as number;
    next[column] = place + 1;
    rows[place] = column;
    cols[place] = rowIndex[k] as number;
    moved[place] = values[k] as number;
  }
  return { shape: { rows: shape.cols, cols: shape.rows }, rowIndex: rows, colIndex: cols, values: moved };
}

function transposeAny(coo: AnyCoo, conjugate: boolean): AnyCoo {
  if (!isComplex(coo)) return transposeReal(coo);
  const turned = complexCoo(transposeReal(realPart(coo)), transposeReal(imaginaryPart(coo)).values);
  return conjugate ? conjugateCoo(turned) : turned;
}

/** Aᵀ of canonical entries, canonical again; with `conjugate` Aᴴ. Time and memory of the order of the entries. */
export function transposeCoo<C extends AnyCoo>(
  coo: C,
  conjugate = false,
): C extends ComplexCoo ? ComplexCoo : CooMatrix {
  return transposeAny(coo, conjugate) as C extends ComplexCoo ? ComplexCoo : CooMatrix;
}
