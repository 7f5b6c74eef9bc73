import type { StoredMatrixHeader } from '@spmv/core';

/** Distances in elements between neighbouring rows and neighbouring places of a row in ELLPACK's arrays. */
export function ellpackSteps({ params, scalars }: Pick<StoredMatrixHeader, 'params' | 'scalars'>): {
  readonly rowStep: number;
  readonly placeStep: number;
} {
  const stride = scalars['stride'] as number;
  return params['order'] === 'row' ? { rowStep: stride, placeStep: 1 } : { rowStep: 1, placeStep: stride };
}
