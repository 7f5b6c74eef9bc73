import type { CooMatrix } from '@spmv/core';
import { SpmvError, transposeCoo } from '@spmv/core';
import { csrArraysOf } from '../csr-arrays.ts';
import { analyzeLuSlices } from '../lu/analyze.ts';
import { factorLuSlices } from '../lu/factor.ts';
import type { Slices } from '../slices.ts';
import { analyzeSymmetricSlices } from '../symmetric/analyze.ts';
import type { FrontKernel } from '../symmetric/cholesky-fronts.ts';
import { emptyCholesky, refactorCholeskySlices } from '../symmetric/cholesky.ts';
import { factorIndefiniteSlices } from '../symmetric/indefinite.ts';
import { asymmetryOf } from '../symmetric/load.ts';
import type { SymmetricAnalysis } from '../symmetric/symmetric.ts';
import type { FactorOptions } from './options.ts';
import { LIMITS } from './options.ts';
import type { FactorMethod, Factors } from './factors.ts';
import { factorsOf } from './factors.ts';

/** One way to factor a matrix. */
export interface Way {
  readonly method: FactorMethod;
  /** Of LU: see `LuOptions`, and whether Aᵀ is factored. */
  readonly threshold: number;
  readonly isTransposed: boolean;
}

/** Ways in the order in which they are tried: what takes less first, then what bears more. */
export function waysOf(coo: CooMatrix, { method = 'direct', threshold = LIMITS.threshold }: FactorOptions): Way[] {
  const way = (one: FactorMethod, by = threshold, isTransposed = false): Way => ({
    method: one,
    threshold: by,
    isTransposed,
  });
  const general = [way('lu'), ...(threshold < 1 ? [way('lu', 1)] : []), way('lu', 1, true)];
  if (method === 'lu') return general;
  if (method !== 'direct') return [way(method)];
  const csr = csrArraysOf(coo);
  if (asymmetryOf(csr)) return general;
  let positive = 0;
  for (let k = 0; k < coo.values.length; k++) if (coo.rowIndex[k] === coo.colIndex[k] && coo.values[k] > 0) positive++;
  return [...(positive === csr.n ? [way('cholesky')] : []), way('ldlt'), ...general];
}

/** Factors by one way after another; a symmetric analysis serves both ways that have use for it. */
export function createFactoring(coo: CooMatrix, options: FactorOptions): (way: Way) => Slices<Factors> {
  const { maxBytes = LIMITS.maxBytes, mostProducts = Infinity, fronts } = options;
  let symmetric: SymmetricAnalysis | undefined;
  return function* factored({ method, threshold, isTransposed }) {
    if (method === 'lu') {
      const given = isTransposed ? transposeCoo(coo) : coo;
      const analysis = yield* analyzeLuSlices(given);
      checkDear('lu', analysis, mostProducts);
      return factorsOf(yield* factorLuSlices(analysis, given, { threshold, maxBytes }), { isTransposed });
    }
    symmetric ??= yield* analyzeSymmetricSlices(coo, { maxBytes });
    checkDear(method, { entries: symmetric.fill, products: symmetric.flops / 2 }, mostProducts);
    if (method === 'cholesky')
      return factorsOf(yield* refactorCholeskySlices(emptyCholesky(symmetric), coo, fronts), codeOf(fronts));
    return factorsOf(yield* factorIndefiniteSlices(symmetric, coo));
  };
}

/** Who computes LLᵀ. */
export function codeOf(fronts: FrontKernel | undefined): Pick<Factors, 'code'> {
  return { code: fronts ? 'compiled' : 'JavaScript' };
}

function checkDear(
  method: FactorMethod,
  { entries, products }: { readonly entries: number; readonly products: number },
  mostProducts: number,
): void {
  if (products <= mostProducts) return;
  throw new SpmvError(
    'SOLVER.UNFIT',
    `${method} is expected to take ${products.toExponential(1)} multiplications and ${entries.toExponential(1)} entries, more than the ${mostProducts.toExponential(1)} that it may.`,
    {
      fix: `Use method: '${method}' to have it in any case.`,
      details: { method, instead: [method], products, entries },
    },
  );
}
