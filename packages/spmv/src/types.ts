export type { CpuBackend, VectorLike, NumbersOf } from './choice.ts';
export type { Forced } from './bound.ts';
export type {
  ComplexArrays,
  ComplexMatrix,
  ComplexPlace,
  ComplexPrecision,
  ComplexProductOptions,
} from './complex/complex-matrix.ts';
export type { OpenComplexOptions } from './complex/open-complex.ts';
export type { Block, Range } from './build/part.ts';
export type { Making } from './making.ts';
export type {
  Columns,
  MatrixEigenOptions,
  Matrix,
  MatrixOf,
  OpenedMatrix,
  SparseProduct,
  SyncMatrix,
} from './matrix.ts';
export type { Leak, OnLeak } from './leaks.ts';
export type { OpenMatrix } from './open-matrix.ts';
export type { OpenBesideOptions, OpenMatrixOptions } from './open-options.ts';
export type { Considered } from './places.ts';
export type { EarlierProducts, OpeningSeconds, Plan } from './plan.ts';
export type { MatrixProductOptions, ProductOptions } from './product.ts';
export type {
  ArraySource,
  CooSource,
  CscSource,
  CsrSource,
  Indices,
  DenseSource,
  ScipySource,
  TripletSource,
} from './source/array-source.ts';
export type { ArrowColumn } from './memory/arrow-column.ts';
export type { OtherMemory } from './memory/other-memory.ts';
export type { StridedArray } from './memory/strided.ts';
export type { ShapeLike } from './source/shape.ts';
export type { FileSource } from './source/file-source.ts';
export type { MatrixReadOptions } from './source/read-matrix.ts';
export type { Factorization, FactorOptions } from '@spmv/direct';
export type {
  Check,
  EigenResult,
  MethodId,
  PageRankOptions,
  PageRankResult,
  PreconditionerId,
  RefineOptions,
  Reason,
  SolveOptions,
  SolveResult,
} from '@spmv/solvers';
