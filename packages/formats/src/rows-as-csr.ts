import type { NamedArrays, RowSource, ValueArray, ValueType } from '@spmv/core';
import { entriesOf, forEachBatch, valueArray } from '@spmv/core';
import type { RowStart } from './row-checks.ts';

/** The arrays of CSR, for every type of row starts. */
export interface CsrParts<S extends RowStart> extends NamedArrays {
  readonly rowStart: S;
  readonly colIndex: Int32Array;
  readonly values: ValueArray;
}

/** The rows of a source one after another; `rowStart`, of rows + 1 elements, is filled. Memory: the result and one batch. */
export function rowsAsCsr<S extends RowStart>(source: RowSource, rowStart: S, valueType: ValueType): CsrParts<S> {
  const { rowLength } = source;
  for (let i = 0; i < rowLength.length; i++) rowStart[i + 1] = (rowStart[i] as number) + (rowLength[i] as number);
  const nnz = entriesOf(source);
  const colIndex = new Int32Array(nnz);
  const values = valueArray(valueType, nnz);
  forEachBatch(source, (batch) => {
    colIndex.set(batch.colIndex, batch.first);
    values.set(batch.values, batch.first);
  });
  return { rowStart, colIndex, values };
}
