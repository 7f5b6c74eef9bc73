import type { Backend, CooMatrix, MatrixOperator, OptionRules, ResidentMatrix, SparseFormat } from '@spmv/core';
import { booleanOption, buildMatrix, checkOptions } from '@spmv/core';
import { cudaCsr, spgemm } from '@spmv/spgemm';
import { CLASSICAL, ENTRY, FEW, inverseOf, isCoarsest, isNoUse, kindOf, mostBytes, smootherOf } from './hierarchy.ts';
import { cudaInterpolation } from './kernels/cuda-interpolation.ts';
import { cudaInverseSizes, cudaInverseSizesBelow } from './kernels/cuda-inverse-sizes.ts';
import { cudaTranspose } from './kernels/cuda-transpose.ts';
import type { LevelFacts } from './level-facts.ts';
import { interpolation, inverseSizes, transpose } from './operations.ts';
import type { MultigridOptions } from './options.ts';
import { MULTIGRID_RULES } from './options.ts';
import { finished } from './parts.ts';
import type { ResidentOperators } from './resident-operators.ts';
import { createResidentOperators } from './resident-operators.ts';
import type { Smoother } from './smoothing.ts';

/** A level on a device, as `Level` has it but unscaled: A, absent of the finest, which is the caller's; the diagonal matrix D⁻¹; and P and Pᵀ to the next level, absent of the last. */
export interface ResidentLevel {
  readonly A?: ResidentMatrix;
  readonly inverseSizes: ResidentMatrix;
  readonly smoother: Smoother;
  readonly P?: ResidentMatrix;
  readonly R?: ResidentMatrix;
}

/** Levels that a device has made and holds. */
export interface ResidentHierarchy {
  readonly levels: readonly ResidentLevel[];
  readonly facts: LevelFacts;
  /** A⁺ of the last level, row by row, made on the host; absent where it has too many rows. */
  inverse(): Promise<Float64Array | undefined>;
  /** The numbers for new values of A in the same places: nothing else is uploaded, and no place is found anew. `inverse` is that of the new numbers then. Absent unless levels are `renewable`. */
  readonly renew?: (values: Float64Array) => Promise<void>;
  dispose(): Promise<void>;
}

/** Options of {@link createResidentHierarchy}. */
export interface ResidentOptions extends MultigridOptions {
  /** Whether levels keep what their numbers are computed anew of: A, A·P of each level, and where entries of P and Pᵀ come from, about as much memory again. Default false. */
  readonly renewable?: boolean;
}

const RESIDENT_RULES: OptionRules<ResidentOptions> = { ...MULTIGRID_RULES, renewable: booleanOption };

/** Weights a row of P. */
const MANY = 4;

/** Whether a device makes levels of these options: classical ones, of CUDA in f64. */
export function makesLevels({ device }: Pick<Backend, 'device'>, options: MultigridOptions = {}): boolean {
  return kindOf(options) === 'classical' && device.kind === 'gpu' && device.precisions.includes('f64');
}

/** Bytes of what an operator holds. */
function bytesOf(operator: MatrixOperator): number {
  const { operandBytes, resultBytes, workBytes } = operator.costs();
  return operandBytes + resultBytes + workBytes;
}

/** A level whose next one is to be made. */
interface Here {
  readonly A: ResidentMatrix;
  readonly rows: number;
  readonly entries: number;
  /** Memory that is left for levels. */
  readonly left: number;
}

/** P, Pᵀ and PᵀAP with so many weights a row; `none` where P is of no use, undefined where they take more memory than there is. Nothing is left of them then. */
async function coarsenThere(
  operators: ResidentOperators,
  { A, rows, entries, left }: Here,
  [theta, seed, keep]: readonly [theta: number | undefined, seed: number, keep: number],
) {
  const { made, prepare, begin, dispose, drop } = operators;
  const before = made.length;
  const P = await prepare(interpolation(theta, seed, keep), cudaInterpolation, { A });
  const { shape, nnz: entriesOfP } = await P.symbolic();
  if (!isNoUse(shape)) {
    operators.leave(P);
    const AP = await begin(spgemm, cudaCsr, { A, B: P });
    const R = await begin(transpose, cudaTranspose, { A: P });
    const coarse = await begin(spgemm, cudaCsr, { A: R, B: AP });
    const { nnz } = await coarse.symbolic();
    const own = ENTRY * entriesOfP + 8 * rows + entries / 8;
    if (ENTRY * nnz <= CLASSICAL * (left - own)) {
      await drop(AP);
      return { P, R, next: { A: coarse, rows: shape.cols, entries: nnz, left: left - own - ENTRY * nnz } };
    }
  }
  await dispose(before);
  return isNoUse(shape) ? 'none' : undefined;
}

/**
 * The levels of {@link createHierarchy}, made by the device of a backend and left there: strength, PMIS and weights with the bits of the host, PᵀAP as two products. Undefined where levels would take more memory than they may, which the host
 * has another way for, or where no level is smaller than A.
 *
 * Errors: those of `prepareMatrix` and `numeric`; the reason of the signal.
 */
export async function createResidentHierarchy(
  backend: Backend,
  csr: SparseFormat,
  matrix: CooMatrix,
  { renewable = false, ...options }: ResidentOptions = {},
  signal?: AbortSignal,
): Promise<ResidentHierarchy | undefined> {
  checkOptions('createResidentHierarchy', { ...options, renewable }, RESIDENT_RULES);
  const { strength, seed = 1, coarsestRows = 256 } = options;
  const smoother = smootherOf(options);
  const operators = createResidentOperators(backend, csr, { renewable, ...(signal ? { signal } : {}) });
  const { begin, dispose } = operators;
  try {
    const first = await operators.prepare(inverseSizes, cudaInverseSizes, {
      A: buildMatrix(csr, matrix, { share: true }),
    });
    const entries = matrix.values.length;
    const { rows } = matrix.shape;
    let here: Here = { A: first.operand('A'), rows, entries, left: mostBytes(entries, rows) };
    let sizes = first;
    let coarsest: MatrixOperator | undefined;
    const levels: ResidentLevel[] = [];
    const counts = { rows: [rows], entries: [entries] };
    while (!isCoarsest(here.rows, levels.length, here.left, coarsestRows)) {
      const level = levels.length;
      const step =
        (await coarsenThere(operators, here, [strength, seed + level, MANY])) ??
        (await coarsenThere(operators, here, [strength, seed + level, FEW]));
      if (step === 'none') break;
      if (!step) {
        await dispose();
        return undefined;
      }
      const { P, R, next } = step;
      levels.push({ ...(level > 0 ? { A: here.A } : {}), inverseSizes: sizes, smoother, P, R });
      sizes = await begin(inverseSizes, cudaInverseSizesBelow, { A: next.A, R, D: sizes });
      [here, coarsest] = [next, next.A];
      counts.rows.push(next.rows);
      counts.entries.push(next.entries);
    }
    const last = coarsest;
    if (!last) {
      await dispose();
      return undefined;
    }
    operators.leave(first);
    await operators.settled();
    levels.push({ A: here.A, inverseSizes: sizes, smoother });
    const over = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all[0];
    return {
      levels,
      facts: {
        ...counts,
        gridComplexity: over(counts.rows),
        operatorComplexity: over(counts.entries),
        bytes: operators.made.reduce((sum, operator) => sum + bytesOf(operator), 0),
      },
      async inverse() {
        if (here.rows > coarsestRows) return undefined;
        const [{ shape, arrays }, { arrays: diagonal }] = [await last.read(), await sizes.read()];
        const { rowStart, colIndex, values } = arrays;
        const own = { shape, rowStart, colIndex, values } as Parameters<typeof inverseOf>[0]['A'];
        return finished(
          inverseOf({ A: own, sizes: Float64Array.from(diagonal['values'], (value) => 1 / value) }, true, true),
        );
      },
      ...(renewable
        ? {
            async renew(values) {
              await first.update({ A: values });
              await Promise.all(operators.made.map((operator) => operator.numeric()));
            },
          }
        : {}),
      dispose: () => dispose(),
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}
