import type { CooMatrix, Precision, SpmvReference } from '@spmv/core';
import { spmvReference } from '@spmv/core';
import { randomVector } from './random.ts';

/** One product every combination of a matrix is checked with. Vectors in f64; each precision rounds them itself. */
export interface CheckVariant {
  readonly name: string;
  readonly alpha: number;
  readonly beta: number;
  readonly x: Float64Array;
  /** y before the product; NaN everywhere when β = 0, where it must not be read. */
  readonly y: Float64Array;
  /** The right-hand side that came with the matrix, when x is its solution. */
  readonly b?: Float64Array;
}

export interface VariantOptions {
  readonly seed: number;
  readonly alpha: number;
  readonly beta: number;
  /** Also −x + y and a mix of α and β, as `validate` does. */
  readonly thorough: boolean;
  /** Companion files of the matrix. */
  readonly solution?: { readonly x: Float64Array; readonly b: Float64Array };
}

/** The products to check. The first is the one that is timed. */
export function checkVariants(coo: CooMatrix, options: VariantOptions): readonly CheckVariant[] {
  const { rows, cols } = coo.shape;
  const x = randomVector(cols, options.seed);
  const poison = new Float64Array(rows).fill(Number.NaN);
  const y = randomVector(rows, options.seed + 1);
  const { alpha, beta } = options;
  const variants: CheckVariant[] = [
    { name: `alpha=${alpha}, beta=${beta}`, alpha, beta, x, y: beta === 0 ? poison : y },
  ];
  if (options.thorough) {
    variants.push({ name: 'alpha=-1, beta=1', alpha: -1, beta: 1, x, y });
    variants.push({ name: 'alpha=0.75, beta=-0.5', alpha: 0.75, beta: -0.5, x, y });
  }
  if (options.solution)
    variants.push({ name: 'A·x = b', alpha: 1, beta: 0, x: options.solution.x, y: poison, b: options.solution.b });
  return variants;
}

/** The exact results, computed once for each precision and variant. */
export interface References {
  of(variant: CheckVariant, precision: Precision): SpmvReference;
}

export function createReferences(coo: CooMatrix): References {
  const known = new Map<Precision, Map<CheckVariant, SpmvReference>>();
  return {
    of(variant, precision) {
      const ofPrecision = known.get(precision) ?? new Map<CheckVariant, SpmvReference>();
      known.set(precision, ofPrecision);
      const found = ofPrecision.get(variant) ?? spmvReference({ coo, ...variant }, precision);
      ofPrecision.set(variant, found);
      return found;
    },
  };
}
