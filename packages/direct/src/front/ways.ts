import type { CooMatrix } from '@spmv/core';
import { isSpmvError, SpmvError, transposeCoo } from '@spmv/core';
import { csrArraysOf } from '../csr-arrays.ts';
import type { FrontalAnalysis } from '../frontal/analyze.ts';
import { analyzeGeneralSlices, analyzeMatchedSlices } from '../frontal/analyze.ts';
import { factorFrontsSlices } from '../frontal/factor.ts';
import { analyzeLuSlices } from '../lu/analyze.ts';
import { factorLuSlices, LU_DEFAULTS, luLimits } from '../lu/factor.ts';
import type { Slices } from '../slices.ts';
import { analyzeSymmetricSlices } from '../symmetric/analyze.ts';
import type { FrontKernel } from '../symmetric/cholesky-fronts.ts';
import type { CholeskyFactor } from '../symmetric/cholesky.ts';
import { factorCholeskySlices } from '../symmetric/cholesky.ts';
import { factorIndefiniteSlices } from '../symmetric/indefinite.ts';
import { asymmetryOf } from '../symmetric/load.ts';
import type { SymmetricAnalysis } from '../symmetric/symmetric.ts';
import type { FactorOptions } from './options.ts';
import type { FactorMethod, Factors } from './factors.ts';
import { factorsOf } from './factors.ts';

/** One way to factor a matrix. */
export interface Way {
  readonly method: FactorMethod;
  /** Of LU: see `LuOptions`, and whether Aᵀ is factored. */
  readonly threshold: number;
  readonly isTransposed: boolean;
  /** Of LU: by fronts where these suit. */
  readonly mayBeFrontal: boolean;
}

/** Ways in the order in which they are tried: what takes less first, then what bears more. */
export function waysOf(coo: CooMatrix, { method = 'direct', threshold = LU_DEFAULTS.threshold }: FactorOptions): Way[] {
  const way = (one: FactorMethod): Way => ({ method: one, threshold, isTransposed: false, mayBeFrontal: true });
  const columns = { ...way('lu'), threshold: 1, mayBeFrontal: false };
  const general = [way('lu'), ...(threshold < 1 ? [columns] : []), { ...columns, isTransposed: true }];
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
  const { maxBytes = LU_DEFAULTS.maxBytes, mostProducts = Infinity, fronts } = options;
  let symmetric: SymmetricAnalysis | undefined;
  return function* factored({ method, threshold, isTransposed, mayBeFrontal }) {
    if (method === 'lu') {
      const given = isTransposed ? transposeCoo(coo) : coo;
      let found = mayBeFrontal ? yield* analyzeGeneralSlices(given, fronts?.graphs, maxBytes) : undefined;
      let frontal = found?.fronts && (yield* byFronts(coo, found.fronts, options));
      if (found?.isMatched === false && !frontal) {
        found = yield* analyzeMatchedSlices(given, fronts?.graphs, maxBytes);
        frontal = found.fronts && (yield* byFronts(coo, found.fronts, options));
      }
      if (frontal) return frontal;
      const analysis = found?.lu ?? (yield* analyzeLuSlices(given, fronts?.graphs));
      checkDear('lu', analysis, mostProducts);
      const factor = yield* factorLuSlices(analysis, given, { threshold, maxBytes }, fronts);
      return factorsOf(factor, { isTransposed, ...codeOf(fronts, 'columns') });
    }
    symmetric ??= yield* analyzeSymmetricSlices(coo, { maxBytes }, fronts?.graphs);
    checkDear(method, { entries: symmetric.fill, products: symmetric.flops / 2 }, mostProducts);
    if (method === 'cholesky') return choleskyOf(yield* factorCholeskySlices(symmetric, coo, fronts, maxBytes), fronts);
    return factorsOf(yield* factorIndefiniteSlices(symmetric, coo, fronts), codeOf(fronts, 'rest'));
  };
}

/** LU by fronts; undefined where columns one by one are needed. */
function* byFronts(
  coo: CooMatrix,
  analysis: FrontalAnalysis,
  { threshold, maxBytes, mostProducts = Infinity, fronts }: FactorOptions,
): Slices<Factors | undefined> {
  checkDear('lu', analysis, mostProducts);
  try {
    const factor = yield* factorFrontsSlices(analysis, coo, luLimits({ threshold, maxBytes }), fronts);
    return factorsOf(factor, codeOf(fronts, 'panel'));
  } catch (error) {
    if (isSpmvError(error, 'SOLVER.NOT_FINITE') || !isSpmvError(error)) throw error;
    return undefined;
  }
}

/** Who computes what has a part of its own. */
export function codeOf(
  fronts: FrontKernel | undefined,
  part: 'columns' | 'again' | 'panel' | 'rest',
): Pick<Factors, 'code'> {
  return { code: fronts?.[part] ? (fronts.code ?? 'compiled') : 'JavaScript' };
}

/** LLᵀ, and who computed it. */
export function choleskyOf(factor: CholeskyFactor, fronts: FrontKernel | undefined): Factors {
  const isHeld = fronts && (fronts.holds?.(factor.panels) ?? true);
  return factorsOf(factor, { code: isHeld ? (fronts.code ?? 'compiled') : 'JavaScript' });
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
