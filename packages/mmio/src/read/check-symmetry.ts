import { positionOrder } from '../convert/position-order.ts';
import { readError } from '../errors/read-error.ts';
import type { MatrixMarketFile } from '../model/file.ts';
import { lineOfEntry } from '../model/line-map.ts';
import type { WarningList } from './warnings.ts';

/** The last entry whose mirror image is stored too, or −1. */
function findMirroredPair(file: MatrixMarketFile): { entry: number; mirror: number } | undefined {
  const { rowIndex, colIndex } = file;
  const n = rowIndex.length;
  const lower = new Int32Array(n);
  const upper = new Int32Array(n);
  for (let k = 0; k < n; k++) {
    const i = rowIndex[k] as number;
    const j = colIndex[k] as number;
    lower[k] = i > j ? i : j;
    upper[k] = i > j ? j : i;
  }
  const order = positionOrder({ rowIndex: lower, colIndex: upper }, file.header.rows);
  for (let s = 1; s < n; s++) {
    const a = order[s - 1] as number;
    const b = order[s] as number;
    if (lower[a] === lower[b] && upper[a] === upper[b] && rowIndex[a] !== rowIndex[b]) return { entry: b, mirror: a };
  }
  return undefined;
}

/**
 * Looks at what a symmetric, skew-symmetric or hermitian coordinate file stores where it should not. One entry above
 * the diagonal has one meaning, so it is taken, with a warning; an entry and its mirror image have two, so they are refused.
 * A diagonal that breaks the symmetry is kept as stored, with a warning. Errors: `MMIO.TRIANGLE`.
 */
export function checkSymmetry(file: MatrixMarketFile, warnings: WarningList): void {
  const { header, rowIndex, colIndex, values, imaginary } = file;
  if (header.symmetry === 'general') return;
  if (header.format === 'array') {
    checkPackedDiagonal(file, warnings);
    return;
  }
  let firstUpper = -1;
  let lower = 0;
  for (let k = 0; k < rowIndex.length; k++) {
    const below = (rowIndex[k] as number) - (colIndex[k] as number);
    if (below > 0) lower++;
    else if (below < 0) {
      if (firstUpper < 0) firstUpper = k;
    } else if (
      header.symmetry === 'skew-symmetric' &&
      (values[k] !== 0 || (imaginary.length > 0 && imaginary[k] !== 0))
    ) {
      warnings.warn(
        'MMIO.DIAGONAL',
        lineOfEntry(file.lines, k),
        1,
        'a skew-symmetric matrix has a nonzero on its diagonal, kept as stored',
      );
    } else if (header.symmetry === 'hermitian' && imaginary[k] !== 0) {
      warnings.warn(
        'MMIO.DIAGONAL',
        lineOfEntry(file.lines, k),
        1,
        'a hermitian matrix has a diagonal entry that is not real, kept as stored',
      );
    }
  }
  if (firstUpper < 0) return;
  const pair = lower === 0 ? undefined : findMirroredPair(file);
  if (pair !== undefined) {
    const { entry, mirror } = pair;
    throw readError(
      'MMIO.TRIANGLE',
      { line: lineOfEntry(file.lines, entry), column: 1 },
      `the ${header.symmetry} file stores both row ${(rowIndex[entry] as number) + 1}, column ${(colIndex[entry] as number) + 1} and its mirror image (line ${lineOfEntry(file.lines, mirror)})`,
      'Store one triangle, or write general in the banner.',
      { mirrorLine: lineOfEntry(file.lines, mirror) },
    );
  }
  warnings.warn(
    'MMIO.TRIANGLE',
    lineOfEntry(file.lines, firstUpper),
    1,
    `an entry above the diagonal of a ${header.symmetry} matrix`,
  );
}

function checkPackedDiagonal(file: MatrixMarketFile, warnings: WarningList): void {
  if (file.header.symmetry !== 'hermitian') return;
  let k = 0;
  for (let j = 0; j < file.header.cols; j++) {
    if (file.imaginary[k] !== 0) {
      warnings.warn(
        'MMIO.DIAGONAL',
        lineOfEntry(file.lines, k),
        1,
        'a hermitian matrix has a diagonal entry that is not real, kept as stored',
      );
    }
    k += file.header.rows - j;
  }
}
