import type { ComplexCoo, FileMatrix, Pairs } from '@spmv/core';
import { complexCoo, pairsOf } from '@spmv/core';
import type { MatrixMarketFile } from '../model/file.ts';
import { fromFileMatrix } from './from-file-matrix.ts';
import type { ConvertOptions } from './refuse.ts';
import { checkToCooOptions, toCoo, type ToCooOptions } from './to-coo.ts';
import { toVector } from './to-vector.ts';

/** One of the parts of a complex file as a real one, with the same positions. That of a Hermitian matrix is symmetric, or skew-symmetric. */
function partOfFile(
  file: MatrixMarketFile,
  values: Float64Array,
  hermitian: 'symmetric' | 'skew-symmetric',
): MatrixMarketFile {
  const symmetry = file.symmetry === 'hermitian' ? hermitian : file.symmetry;
  const header = { ...file.header, field: 'real', symmetry } as const;
  return { ...file, header, symmetry, values, imaginary: new Float64Array(0) };
}

/** Entries (i, j) with j > i negated. */
function mirrored(coo: ReturnType<typeof toCoo>): ReturnType<typeof toCoo> {
  const { rowIndex, colIndex, values } = coo;
  const isAbove = (k: number): boolean => (colIndex[k] as number) > (rowIndex[k] as number);
  return { ...coo, values: values.map((value, k) => (isAbove(k) ? -value : value)) };
}

/** The entries of which a part is no zero. */
function withoutZeros({ shape, rowIndex, colIndex, values }: ComplexCoo): ComplexCoo {
  const kept = colIndex.map((_, k) => k).filter((k) => values[2 * k] !== 0 || values[2 * k + 1] !== 0);
  return {
    shape,
    rowIndex: kept.map((k) => rowIndex[k] as number),
    colIndex: kept.map((k) => colIndex[k] as number),
    components: 2,
    values: Float64Array.from(
      { length: 2 * kept.length },
      (_, k) => values[2 * (kept[k >> 1] as number) + (k & 1)] as number,
    ),
  };
}

/**
 * The matrix in canonical coordinate form with complex entries, as `toCoo` makes one with real ones: symmetry expanded, conj(aᵢⱼ) at (j, i) of a Hermitian file, duplicates summed part by part. A file of any other field gives
 * imaginary parts 0. `zeros: 'drop'` drops what is 0 + 0i.
 *
 * Errors: those of `toCoo` but `MMIO.COMPLEX`.
 */
export function toComplexCoo(file: MatrixMarketFile, options: ToCooOptions = {}): ComplexCoo {
  checkToCooOptions('toComplexCoo', options);
  if (file.header.field !== 'complex') return complexCoo(toCoo(file, options));
  const { zeros = 'keep', ...others } = options;
  const real = toCoo(partOfFile(file, file.values, 'symmetric'), others);
  // An array of a skew-symmetric matrix has no diagonal, and one of a Hermitian matrix has.
  const isPacked = file.header.format === 'array' && file.symmetry === 'hermitian';
  const imaginary = toCoo(partOfFile(file, file.imaginary, isPacked ? 'symmetric' : 'skew-symmetric'), others);
  const coo = complexCoo(real, (isPacked ? mirrored(imaginary) : imaginary).values);
  return zeros === 'drop' ? withoutZeros(coo) : coo;
}

/** The same of a file of another type. */
export function complexCooOfFile(file: FileMatrix, options: ToCooOptions = {}): ComplexCoo {
  checkToCooOptions('complexCooOfFile', options);
  return toComplexCoo(fromFileMatrix(file), options);
}

/** A vector as `toVector` makes one, of complex numbers; a file of another field gives imaginary parts 0. Errors: `MMIO.NOT_VECTOR`, `MMIO.INTEGER_PRECISION`. */
export function toComplexVector(file: MatrixMarketFile, options: ConvertOptions = {}): Pairs {
  if (file.header.field !== 'complex') return pairsOf(toVector(file, options));
  const [real, imaginary] = [file.values, file.imaginary].map((values) =>
    toVector(partOfFile(file, values, 'symmetric'), options),
  );
  return pairsOf(real ?? [], imaginary);
}
