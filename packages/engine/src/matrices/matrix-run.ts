import type { MatrixOperator } from '@spmv/core';
import type { VariantOptions } from '../check/check-variant.ts';
import type { CaseRun } from '../run/case-result.ts';
import type { RunOptions } from '../run/prepare-case.ts';

/** How cases of a problem whose operation makes a matrix run. */
export type MatrixRunOptions = Omit<RunOptions, 'variants'> & Pick<VariantOptions, 'alpha' | 'beta' | 'thorough'>;

/** A case that is right, with what binds it to a device: for each timed product anew. */
export interface Preparable {
  readonly run: CaseRun;
  prepare(): Promise<MatrixOperator>;
}
