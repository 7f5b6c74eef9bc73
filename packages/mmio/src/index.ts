export type { MatrixMarketEntries, MatrixMarketFile, MatrixMarketWarning } from './model/file.ts';
export type {
  MatrixMarketBanner,
  MatrixMarketField,
  MatrixMarketFormat,
  MatrixMarketHeader,
  MatrixMarketObject,
  MatrixMarketSymmetry,
} from './model/header.ts';
export { type LineMap, lineOfEntry } from './model/line-map.ts';
export type {
  AbortSignalLike,
  DialectOptions,
  EntryOptions,
  ReadLimits,
  ReadOptions,
  ReadProgress,
} from './model/options.ts';
export { fileTypeOf, HEAD_BYTES, isMatrixMarket } from './source/file-head.ts';
export type { FindFileTypes, OtherFile } from './source/other-file.ts';
export { type BlobLike, type MatrixMarketSource, openSource, type ReadableStreamLike } from './source/source.ts';
export { createMatrixMarketParser, type MatrixMarketParser } from './read/parser.ts';
export { parseMatrixMarket, readAny, readMatrixMarket, readMatrixMarketHeader } from './read/read-matrix-market.ts';
export { applyEntryOptions } from './convert/apply-entry-options.ts';
export { cooOfFile } from './convert/coo-of-file.ts';
export { expandSymmetry } from './convert/expand-symmetry.ts';
export type { ConvertOptions } from './convert/refuse.ts';
export { toCoo, type ToCooOptions } from './convert/to-coo.ts';
export { complexCooOfFile, toComplexCoo, toComplexVector } from './convert/to-complex-coo.ts';
export { fromFileMatrix } from './convert/from-file-matrix.ts';
export { type DenseMatrix, toDense } from './convert/to-dense.ts';
export { toVector } from './convert/to-vector.ts';
export { formatMatrixMarket, writeMatrixMarket, type WriteOptions } from './write/write-matrix-market.ts';
export type { WritableEntries, WritableMatrix } from './write/writable.ts';
