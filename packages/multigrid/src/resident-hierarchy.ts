import type {
  Backend,
  CooMatrix,
  GivenMatrix,
  MatrixKernel,
  MatrixOperation,
  MatrixOperator,
  ResidentMatrix,
  SparseFormat,
} from '@spmv/core';
import { buildMatrix, checkOptions } from '@spmv/core';
import { cudaCsr, spgemm } from '@spmv/spgemm';
import { CLASSICAL, inverseOf, isNoUse, kindOf, MOST_ENTRIES, MOST_LEVELS, smootherOf } from './hierarchy.ts';
import { cudaInterpolation } from './kernels/cuda-interpolation.ts';
import { cudaInverseSizes, cudaInverseSizesBelow } from './kernels/cuda-inverse-sizes.ts';
import { cudaTranspose } from './kernels/cuda-transpose.ts';
import type { LevelFacts } from './level-facts.ts';
import { interpolation, inverseSizes, transpose } from './operations.ts';
import type { MultigridOptions } from './options.ts';
import { MULTIGRID_RULES } from './options.ts';
import { finished } from './parts.ts';
import type { Smoother } from './smoothing.ts';

/** A level on a device, as `Level` has it but unscaled: A, the diagonal matrix D⁻¹, and P and Pᵀ to the next level, absent of the last. */
export interface ResidentLevel {
  readonly A: ResidentMatrix;
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
  /** The numbers for new values of A in the same places: nothing else is uploaded, and no place is found anew. `inverse` is that of the new numbers then. */
  renew(values: Float64Array): Promise<void>;
  dispose(): Promise<void>;
}

/** Whether a device makes levels of these options: classical ones, of CUDA in f64. */
export function makesLevels({ device }: Pick<Backend, 'device'>, options: MultigridOptions = {}): boolean {
  return kindOf(options) === 'classical' && device.kind === 'gpu' && device.precisions.includes('f64');
}

/** Bytes of what an operator holds. */
function bytesOf(operator: MatrixOperator): number {
  const { operandBytes, resultBytes, workBytes } = operator.costs();
  return operandBytes + resultBytes + workBytes;
}

/**
 * The levels of {@link createHierarchy}, made by the device of a backend and left there: strength, PMIS and weights with the bits of the host, PᵀAP as two products. Undefined where levels would have more entries than they may, which the host
 * has another way for, or where no level is smaller than A.
 *
 * Errors: those of `prepareMatrix` and `numeric`; the reason of the signal.
 */
export async function createResidentHierarchy(
  backend: Backend,
  csr: SparseFormat,
  matrix: CooMatrix,
  options: MultigridOptions = {},
  signal?: AbortSignal,
): Promise<ResidentHierarchy | undefined> {
  checkOptions('createResidentHierarchy', options, MULTIGRID_RULES);
  const { strength, seed = 1, coarsestRows = 256 } = options;
  const made: MatrixOperator[] = [];
  const dispose = async (): Promise<void> => {
    for (const operator of made.splice(0).toReversed()) await operator.dispose();
  };
  const prepare = async (
    operation: MatrixOperation,
    kernel: object,
    matrices: Readonly<Record<string, GivenMatrix>>,
  ): Promise<MatrixOperator> => {
    signal?.throwIfAborted();
    const operator = await backend.prepareMatrix({
      operation,
      kernel: kernel as MatrixKernel,
      matrices,
      formats: [csr],
    });
    made.push(operator);
    return operator;
  };
  try {
    const first = await prepare(inverseSizes, cudaInverseSizes, { A: buildMatrix(csr, matrix, { share: true }) });
    let A = first.operand('A');
    let [{ rows }, entries, sizes] = [matrix.shape, matrix.values.length, first];
    let left = MOST_ENTRIES * entries;
    const levels: ResidentLevel[] = [];
    const counts = { rows: [rows], entries: [entries] };
    let last: MatrixOperator | undefined;
    const smoother = smootherOf(options);
    while (rows > coarsestRows && levels.length + 1 < MOST_LEVELS) {
      const P = await prepare(interpolation(strength, seed + levels.length), cudaInterpolation, { A });
      const to = await P.symbolic();
      if (isNoUse(to.shape)) break;
      const R = await prepare(transpose, cudaTranspose, { A: P });
      const AP = await prepare(spgemm, cudaCsr, { A, B: P });
      const coarse = await prepare(spgemm, cudaCsr, { A: R, B: AP });
      const { nnz } = await coarse.symbolic();
      if (nnz > CLASSICAL * (left - to.nnz)) {
        await dispose();
        return undefined;
      }
      left -= nnz + to.nnz;
      levels.push({ A, inverseSizes: sizes, smoother, P, R });
      sizes = await prepare(inverseSizes, cudaInverseSizesBelow, { A: coarse, R, D: sizes });
      [A, rows, entries, last] = [coarse, to.shape.cols, nnz, coarse];
      counts.rows.push(rows);
      counts.entries.push(entries);
    }
    if (!last) {
      await dispose();
      return undefined;
    }
    await sizes.numeric();
    levels.push({ A, inverseSizes: sizes, smoother });
    const coarsest = last;
    const over = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all[0];
    return {
      levels,
      facts: {
        ...counts,
        gridComplexity: over(counts.rows),
        operatorComplexity: over(counts.entries),
        bytes: made.reduce((sum, operator) => sum + bytesOf(operator), 0),
      },
      async inverse() {
        if (rows > coarsestRows) return undefined;
        const [{ shape, arrays }, { arrays: diagonal }] = [await coarsest.read(), await sizes.read()];
        const { rowStart, colIndex, values } = arrays;
        const own = { shape, rowStart, colIndex, values } as Parameters<typeof inverseOf>[0]['A'];
        return finished(
          inverseOf({ A: own, sizes: Float64Array.from(diagonal['values'], (value) => 1 / value) }, true, true),
        );
      },
      async renew(values) {
        await first.update({ A: values });
        for (const operator of made) await operator.numeric();
      },
      dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}
