import type { Sum } from './sums.ts';
import { sumsOf } from './sums.ts';

/** What a vector is multiplied with: a number in memory, or a quotient that is 0 where it is not finite, times one of the host. What it multiplies is not seen where one of them is 0. */
export interface VectorFactor {
  readonly of: string;
  readonly over?: string;
  /** Default 1. By has beta where share has alpha. */
  readonly times?: 'alpha' | 'beta' | -1;
}

/**
 * A pass over vectors of n elements: `moved ← moved + step·second`, then `into ← by·first + share·second` (`weights ∘ first` where there are weights), and sums over what was computed: s with
 * `other`, or with `squares` ∘ itself, and t with itself. Operands have one letter; what is left out is not there.
 */
export interface VectorPass {
  readonly operation: string;
  readonly options: Readonly<Record<string, string>>;
  /** Vectors and numbers in memory, in the order of the operation; after them come the sums, and numbers of the host. */
  readonly operands: readonly string[];
  readonly first: string;
  readonly by?: VectorFactor;
  readonly weights?: string;
  readonly second?: string;
  readonly share?: VectorFactor;
  readonly moved?: string;
  readonly step?: VectorFactor;
  readonly into?: string;
  readonly other?: string;
  readonly squares?: string;
  /** s is of complex numbers a product with `other` itself, where others conjugate it. */
  readonly unconjugated?: true;
  readonly sums: readonly Sum[];
}

type Formula = Omit<VectorPass, 'options' | 'sums'>;

/** A pass for each ending; `other`, and a z, are there where s is. */
function byEnding({ other, ...formula }: Formula, endings: readonly string[]): readonly VectorPass[] {
  return endings.map((ending) => {
    const sums = sumsOf(ending);
    const row = { ...formula, options: { ending }, sums };
    if (sums.includes('s') && other !== undefined)
      return { ...row, other, ...(ending === 'dotu' ? { unconjugated: true } : {}) };
    return { ...row, operands: formula.operands.filter((name) => name !== 'z') };
  });
}

/** A pass for r, and one for d ∘ r. */
function byResidual(
  formula: Formula,
  sums: readonly Sum[],
  scaled: Pick<VectorPass, 'weights' | 'squares' | 'sums'>,
): readonly VectorPass[] {
  return [
    { ...formula, options: { residual: 'plain' }, sums },
    { ...formula, options: { residual: 'scaled' }, operands: [...formula.operands, 'd'], ...scaled },
  ];
}

/**
 * Every pass of the operations of `@spmv/vectors`: operands, references and kernels are made of these rows. A new one takes its row, the operation's words in packages/vectors/src/operations,
 * its index.ts and plugin.ts, `VectorKernels` in variants.ts, `vitest run packages/vectors/test/compiled-ways.test.ts -u`, `node tools/manifests.ts`, and a build.
 */
export const VECTOR_PASSES: readonly VectorPass[] = [
  ...byEnding(
    {
      operation: 'linear',
      operands: ['x', 'a', 'y', 'b', 'z'],
      first: 'y',
      by: { times: 'beta', of: 'b' },
      second: 'x',
      share: { times: 'alpha', of: 'a' },
      into: 'y',
      other: 'z',
    },
    ['none', 'dot', 'norm', 'dot-norm'],
  ),
  {
    operation: 'advance',
    options: {},
    operands: ['p', 'a', 'x', 'r', 'b'],
    first: 'r',
    second: 'p',
    share: { of: 'b' },
    moved: 'x',
    step: { of: 'a' },
    into: 'p',
    sums: [],
  },
  ...byResidual(
    {
      operation: 'descend',
      operands: ['q', 'a', 'c', 'r'],
      first: 'r',
      second: 'q',
      share: { times: -1, of: 'a', over: 'c' },
      into: 'r',
    },
    ['t'],
    { squares: 'd', sums: ['s', 't'] },
  ),
  ...byResidual(
    {
      operation: 'conjugate',
      operands: ['p', 'a', 'c', 'b', 'x', 'r'],
      first: 'r',
      second: 'p',
      share: { of: 'b', over: 'a' },
      moved: 'x',
      step: { of: 'a', over: 'c' },
      into: 'p',
    },
    [],
    { weights: 'd', sums: [] },
  ),
  ...byEnding({ operation: 'hadamard', operands: ['d', 'x', 'y'], first: 'x', weights: 'd', into: 'y', other: 'x' }, [
    'none',
    'dot',
  ]),
  ...byEnding({ operation: 'dots', operands: ['x', 'z'], first: 'x', other: 'z' }, ['dot', 'norm', 'dot-norm', 'dotu']),
];
