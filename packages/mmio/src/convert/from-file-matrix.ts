import type { FileMatrix } from '@spmv/core';
import type { MatrixMarketFile } from '../model/file.ts';

const NONE = { index: new Int32Array(0), values: new Float64Array(0) } as const;

/** By columns, as Matrix Market has arrays, what lies by rows. */
function byColumns<Numbers extends Float64Array | BigInt64Array | BigUint64Array>(
  values: Numbers,
  { rows, cols }: FileMatrix['shape'],
): Numbers {
  if (rows <= 1 || cols <= 1) return values;
  const columns = values.slice() as Numbers;
  for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) columns[j * rows + i] = values[i * cols + j] as never;
  return columns;
}

/** The same matrix as if Matrix Market had brought it: from here on a file is a file. */
export function fromFileMatrix({
  shape,
  positions,
  values,
  imaginary,
  integers,
  field,
  symmetry,
  about,
}: FileMatrix): MatrixMarketFile {
  const format = positions ? 'coordinate' : 'array';
  const laid = <Numbers extends Float64Array | BigInt64Array | BigUint64Array>(numbers: Numbers): Numbers =>
    positions ? numbers : byColumns(numbers, shape);
  return {
    header: {
      object: 'matrix',
      format,
      field,
      symmetry,
      ...shape,
      storedEntries: values.length,
      comments: [],
      metadata: { kind: about },
      sizeLine: 0,
    },
    symmetry,
    get rowIndex() {
      return positions?.rowIndex ?? NONE.index;
    },
    colIndex: positions?.colIndex ?? NONE.index,
    values: laid(values),
    imaginary: imaginary === undefined ? NONE.values : laid(imaginary),
    ...(integers ? { integers: laid(integers) } : {}),
    warnings: [],
    lines: { from: [], offset: [] },
    companions: [],
  };
}
