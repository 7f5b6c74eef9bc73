import type { CooMatrix } from '@spmv/core';
import type { MatrixFault } from '../matrix/protocol.ts';
import type { ProductFacts, ProductRow } from './multiply.ts';

/** To the worker: the matrices, and whether the second is transposed; then rows. */
export type ToProductWorker =
  | { readonly kind: 'multiply'; readonly A: CooMatrix; readonly B: CooMatrix; readonly isTransposed: boolean }
  | { readonly kind: 'row'; readonly row: number };

/** From the worker. */
export type FromProductWorker =
  | { readonly kind: 'multiplied'; readonly facts: ProductFacts }
  | { readonly kind: 'row'; readonly row: ProductRow }
  | { readonly kind: 'failed'; readonly problem: MatrixFault };
