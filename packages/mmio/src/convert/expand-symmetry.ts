import type { MatrixMarketFile } from '../model/file.ts';
import { lineOfEntry } from '../model/line-map.ts';
import { readError } from '../errors/read-error.ts';

/** `array` with the entries `mirrored` appended, changed by `change`. */
function appended(array: Float64Array, mirrored: Int32Array, sign: 1 | -1): Float64Array<ArrayBuffer> {
  const n = array.length;
  if (n === 0) return new Float64Array(0);
  const longer = new Float64Array(n + mirrored.length);
  longer.set(array);
  for (let m = 0; m < mirrored.length; m++) longer[n + m] = sign * (array[mirrored[m] as number] as number);
  return longer;
}

function appendedIndex(array: Int32Array, other: Int32Array, mirrored: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(array.length + mirrored.length);
  longer.set(array);
  for (let m = 0; m < mirrored.length; m++) longer[array.length + m] = other[mirrored[m] as number] as number;
  return longer;
}

function appendedIntegers<T extends BigInt64Array | BigUint64Array>(
  array: T,
  mirrored: Int32Array,
  negate: boolean,
  file: MatrixMarketFile,
): T {
  const longer = new (array.constructor as new (length: number) => T)(array.length + mirrored.length);
  longer.set(array);
  for (let m = 0; m < mirrored.length; m++) {
    const value = array[mirrored[m] as number] as bigint;
    if (negate && value === -(1n << 63n)) {
      throw readError(
        'MMIO.INTEGER_RANGE',
        { line: lineOfEntry(file.lines, mirrored[m] as number), column: 1 },
        'the mirrored value −(−2^63) is outside int64',
        'Write real in the banner.',
      );
    }
    longer[array.length + m] = negate ? -value : value;
  }
  return longer;
}

/**
 * Writes out the other triangle of a coordinate file: a(j,i) = a(i,j) (symmetric), −a(i,j) (skew-symmetric), conj a(i,j)
 * (hermitian) for every stored i ≠ j, after the stored entries. The diagonal stays as stored.
 * Reads the file, shares no memory with it unless it is general already. Errors: `MMIO.INTEGER_RANGE`.
 */
export function expandSymmetry(file: MatrixMarketFile): MatrixMarketFile {
  if (file.symmetry === 'general' || file.header.format === 'array') return file;
  const { rowIndex, colIndex } = file;
  const offDiagonal = new Int32Array(rowIndex.length);
  let count = 0;
  for (let k = 0; k < rowIndex.length; k++) if (rowIndex[k] !== colIndex[k]) offDiagonal[count++] = k;
  const mirrored = offDiagonal.subarray(0, count);
  const skew = file.symmetry === 'skew-symmetric';
  return {
    ...file,
    symmetry: 'general',
    rowIndex: appendedIndex(rowIndex, colIndex, mirrored),
    colIndex: appendedIndex(colIndex, rowIndex, mirrored),
    values: appended(file.values, mirrored, skew ? -1 : 1),
    imaginary: appended(file.imaginary, mirrored, skew || file.symmetry === 'hermitian' ? -1 : 1),
    ...(file.integers === undefined ? {} : { integers: appendedIntegers(file.integers, mirrored, skew, file) }),
  };
}
