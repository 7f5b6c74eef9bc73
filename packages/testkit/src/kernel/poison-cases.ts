import type { CooMatrix, ValueArray } from '@spmv/core';
import { PRECISIONS, valueArray } from '@spmv/core';
import { firstDifference } from '../case/bits.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure } from '../case/conformance-error.ts';
import { oncePer } from '../case/once-per.ts';
import { matricesById } from '../matrices/conformance-matrices.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { testMatrix } from '../matrices/test-matrix.ts';
import { eachOperator, FEW_POINTS, ONE_POINT } from './bound-operator.ts';
import { kernelCase } from './kernel-case.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { hostOf, tryOn } from './kernel-subject.ts';
import { checkProduct, createTrial, operandX, poisonOf } from './trial.ts';

const BETA_ZERO = 'With beta = 0 y is not read, and all of it is written';
const ALPHA_ZERO = 'With alpha = 0 neither A nor x is read';
const INFINITE = 'An infinite entry makes NaN of a zero of x';
const PADDING = 'x reaches only the rows that store its column';

function filled(subject: KernelSubject, length: number, value: number): ValueArray {
  return valueArray(hostOf(subject), length).fill(value);
}

/** y full of each poison before a product with beta = 0: the results must be right, and agree where results repeat. */
function betaZeroCase(
  subject: KernelSubject,
  name: string,
  needs: readonly string[],
  poisons: readonly number[],
): ConformanceCase {
  const { precision } = subject.precision;
  return kernelCase(subject, {
    id: `beta-zero/${name}`,
    needs,
    async run(backend, recorder) {
      await tryOn(
        subject,
        matricesById('wide', 'middle-rows-empty', 'no-entries', 'size-33'),
        recorder,
        async (matrix) => {
          const trialsOf = oncePer((coo: CooMatrix) =>
            poisons.map((poison) => ({
              poison,
              trial: createTrial(matrix, coo, precision, { y: filled(subject, coo.shape.rows, poison) }),
            })),
          );
          await eachOperator(subject, backend, matrix, recorder, FEW_POINTS, async (bound) => {
            let before: ValueArray | undefined;
            for (const { poison, trial } of trialsOf(bound.coo)) {
              const result = await checkProduct(subject, bound, trial, BETA_ZERO, recorder);
              const row =
                before === undefined || subject.kernel.reproducibility === 'none'
                  ? -1
                  : firstDifference(result, before);
              ensure(
                row < 0,
                BETA_ZERO,
                () => `row ${row} is ${result[row]} after y = ${poison}, ${before?.[row]} after another y`,
                bound.where,
              );
              before = result;
            }
          });
        },
      );
    },
  });
}

function alphaZeroCase(
  subject: KernelSubject,
  name: string,
  needs: readonly string[],
  poison: number,
): ConformanceCase {
  const { precision } = subject.precision;
  return kernelCase(subject, {
    id: `alpha-zero/${name}`,
    needs,
    async run(backend, recorder) {
      await tryOn(subject, matricesById('wide', 'middle-rows-empty'), recorder, async (matrix) => {
        const trialsOf = oncePer((coo: CooMatrix) => {
          const x = filled(subject, coo.shape.cols, poison);
          return [0, 1, -0.5].map((beta) => createTrial(matrix, coo, precision, { x, alpha: 0, beta }));
        });
        await eachOperator(subject, backend, matrix, recorder, FEW_POINTS, async (bound) => {
          for (const trial of trialsOf(bound.coo)) await checkProduct(subject, bound, trial, ALPHA_ZERO, recorder);
        });
      });
    },
  });
}

/** Columns to poison: those no row stores, all of them at once, and single ones at the ends and in the middle. */
function poisonedColumns({ shape, colIndex }: CooMatrix): readonly (readonly number[])[] {
  const stored = new Set(colIndex);
  const empty = Array.from({ length: shape.cols }, (_, j) => j).filter((j) => !stored.has(j));
  const single = [0, 1, Math.floor(shape.cols / 2), shape.cols - 1].filter((j) => j >= 0 && j < shape.cols);
  return [empty, ...[...new Set(single)].map((j) => [j])].filter((columns) => columns.length > 0);
}

function paddingCase(
  subject: KernelSubject,
  matrix: TestMatrix,
  name: string,
  needs: readonly string[],
  poisons: readonly number[],
): ConformanceCase {
  const { precision } = subject.precision;
  return kernelCase(subject, {
    id: `padding/${name}/${matrix.id}`,
    needs,
    async run(backend, recorder) {
      const trialsOf = oncePer((coo: CooMatrix) =>
        poisonedColumns(coo).flatMap((columns) =>
          poisons.map((poison) => {
            const x = operandX(matrix, coo.shape.cols, precision);
            for (const j of columns) x[j] = poison;
            return createTrial(matrix, coo, precision, { x });
          }),
        ),
      );
      await eachOperator(subject, backend, matrix, recorder, FEW_POINTS, async (bound) => {
        for (const trial of trialsOf(bound.coo)) await checkProduct(subject, bound, trial, PADDING, recorder);
      });
    },
  });
}

/** An infinite entry where x is 0: its row is NaN, as IEEE 754 has it, and the others are right. */
function infiniteEntryCase(subject: KernelSubject): ConformanceCase {
  return kernelCase(subject, {
    id: 'infinite-entry',
    needs: ['nonfinite'],
    async run(backend, recorder) {
      // Formats of values that hang together refuse it.
      for (const { id, make } of [...matricesById('wide', 'tall', 'power-law', 'symmetric'), ...subject.matrices]) {
        const matrix = testMatrix(`${id} with an infinite entry`, (precision) => withInfinity(make(precision)));
        await eachOperator(subject, backend, matrix, recorder, ONE_POINT, async (bound) => {
          const { colIndex, shape } = bound.coo;
          const x = operandX(matrix, shape.cols, subject.precision.precision);
          x[colIndex[spoilt(bound.coo)]] = 0;
          const trial = createTrial(matrix, bound.coo, subject.precision.precision, { x });
          await checkProduct(subject, bound, trial, INFINITE, recorder);
        });
      }
    },
  });
}

/** An entry on the diagonal, so that a symmetric matrix stays so, or else one in the middle. */
function spoilt({ rowIndex, colIndex }: CooMatrix): number {
  const diagonal = rowIndex.findIndex((i, k) => i === colIndex[k]);
  return diagonal < 0 ? Math.floor(rowIndex.length / 2) : diagonal;
}

function withInfinity(coo: CooMatrix): CooMatrix {
  const values = coo.values.slice();
  values[spoilt(coo)] = Infinity;
  return { ...coo, values };
}

/** Matrices with rows of different lengths and with empty rows, where formats pad. */
const PADDED: readonly TestMatrix[] = matricesById(
  'wide',
  'tall',
  'middle-rows-empty',
  'last-rows-empty',
  'one-full-row',
  'long-row',
  'power-law',
  'size-33',
  'last-column-only',
  'stored-zeros',
  'symmetric',
  'skew-symmetric',
  'toeplitz',
  'symmetric-toeplitz',
);

/** y and x poisoned where they must not be read. */
export function poisonCases(subject: KernelSubject): readonly ConformanceCase[] {
  const { precision } = subject.precision;
  const huge = poisonOf(precision);
  const padded: readonly TestMatrix[] = [...PADDED, ...subject.matrices.filter(({ tier }) => tier === 'quick')];
  const loud = PRECISIONS[precision].largestFinite / 2 ** 20;
  return [
    betaZeroCase(subject, 'finite', [], [huge, poisonOf(precision, -1)]),
    betaZeroCase(subject, 'nan', ['nonfinite'], [Number.NaN, Number.POSITIVE_INFINITY]),
    infiniteEntryCase(subject),
    alphaZeroCase(subject, 'finite', [], huge),
    alphaZeroCase(subject, 'nan', ['nonfinite'], Number.NaN),
    ...padded.map((matrix) => paddingCase(subject, matrix, 'finite', [], [loud])),
    ...padded.map((matrix) =>
      paddingCase(subject, matrix, 'nonfinite', ['nonfinite'], [Number.NaN, Number.POSITIVE_INFINITY]),
    ),
  ];
}
