/** First word of a banner. */
export type MatrixMarketObject = 'matrix' | 'vector';
/** Second word of a banner: entries with their positions, or every element. */
export type MatrixMarketFormat = 'coordinate' | 'array';
/** `double` in a banner is read as `real`. */
export type MatrixMarketField = 'real' | 'complex' | 'integer' | 'unsigned-integer' | 'pattern';
/** Fourth word of a banner: which entries stand for others, too. */
export type MatrixMarketSymmetry = 'general' | 'symmetric' | 'skew-symmetric' | 'hermitian';

/** The four words after `%%MatrixMarket`. */
export interface MatrixMarketBanner {
  readonly object: MatrixMarketObject;
  readonly format: MatrixMarketFormat;
  readonly field: MatrixMarketField;
  readonly symmetry: MatrixMarketSymmetry;
}

/** Everything before the first entry. */
export interface MatrixMarketHeader extends MatrixMarketBanner {
  readonly rows: number;
  /** 1 for a vector. */
  readonly cols: number;
  /** Lines of data the file holds: stored entries, or stored values of a (packed) array. */
  readonly storedEntries: number;
  /** Comment lines before the size line without their `%`; the first 64 KiB of text. */
  readonly comments: readonly string[];
  /** `key: value` comments as SuiteSparse writes them (`name`, `kind`, `author`, …), and its `[url]` and title lines as `url`, `title`. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Element type of a `%%GraphBLAS type` line, for example `int8_t`; absent without one. */
  readonly graphblasType?: string;
  /** Line of the size line, counted from 1. */
  readonly sizeLine: number;
}

/** Words of the banner by position, in the order of the format's own document. */
export const BANNER_WORDS: {
  readonly object: readonly MatrixMarketObject[];
  readonly format: readonly MatrixMarketFormat[];
  readonly field: readonly (MatrixMarketField | 'double')[];
  readonly symmetry: readonly MatrixMarketSymmetry[];
} = {
  object: ['matrix', 'vector'],
  format: ['coordinate', 'array'],
  field: ['real', 'double', 'complex', 'integer', 'unsigned-integer', 'pattern'],
  symmetry: ['general', 'symmetric', 'skew-symmetric', 'hermitian'],
};

/** Numbers on a data line after the indices. */
export function valuesPerEntry(field: MatrixMarketField): 0 | 1 | 2 {
  return field === 'pattern' ? 0 : field === 'complex' ? 2 : 1;
}

/** Values an array file stores: all, or one triangle of a square matrix packed by columns. */
export function packedLength(symmetry: MatrixMarketSymmetry, rows: number, cols: number): number {
  if (symmetry === 'general') return rows * cols;
  return symmetry === 'skew-symmetric' ? (rows * (rows - 1)) / 2 : (rows * (rows + 1)) / 2;
}
