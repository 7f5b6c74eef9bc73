import type { Backend, CooMatrix } from '@spmv/core';
import type { ConformanceCase } from '../case/conformance-case.ts';
import type { Recorder } from '../case/define-case.ts';
import { tridiagonal } from '../generators/banded.ts';
import { rowLengths } from '../matrices/structured.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { testMatrix } from '../matrices/test-matrix.ts';
import { eachProblem } from '../operation/operation-problems.ts';
import { checkTrial, computeTrial, createOperationTrial } from '../operation/operation-trial.ts';
import { ONE_POINT } from './bound-operator.ts';
import { kernelCase } from './kernel-case.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { tryOn } from './kernel-subject.ts';

const RESULT = 'A product is right in every row, however many rows there are and however long they are';

/** Rows beside powers of two, where indices and loops of few bits end. The last, which takes most of the time, once for each kernel, and not in a sample; there long rows once for each kernel, too. */
const SIZES = [2 ** 10 + 1, 2 ** 12 - 1, 2 ** 17 + 1] as const;

/** Milliseconds that the largest size may be expected to take at the worst. */
const MOST_MS = 300_000;

/** Symmetric, Toeplitz, of few diagonals, few values and short rows: nearly every format takes it. */
const plain = (rows: number): TestMatrix => testMatrix(`tridiagonal-${rows}`, () => tridiagonal({ rows }));

/** Its skew-symmetric sister, for formats that take no other. */
const skew = (rows: number): TestMatrix => testMatrix(`skew-tridiagonal-${rows}`, () => skewed(tridiagonal({ rows })));

function skewed({ shape, rowIndex, colIndex }: CooMatrix): CooMatrix {
  const isKept = (_: number, k: number): boolean => rowIndex[k] !== colIndex[k];
  const [rows, cols] = [rowIndex.filter(isKept), colIndex.filter(isKept)];
  return { shape, rowIndex: rows, colIndex: cols, values: Float64Array.from(rows, (i, k) => (cols[k] as number) - i) };
}

async function sized(subject: KernelSubject, matrix: TestMatrix, backend: Backend, recorder: Recorder): Promise<void> {
  const limits = { ...ONE_POINT, breadth: 'usual' } as const;
  await eachProblem(subject, backend, matrix, recorder, limits, async ({ operator, workload, where }) => {
    const trial = createOperationTrial(workload, subject.precision);
    checkTrial(trial, await computeTrial(backend, operator, trial), RESULT, where, recorder);
  });
}

/** One product of every size and with rows of all lengths, with the parameters that nobody chose: what goes wrong beyond some row or entry shows whatever the tier. */
export function sizeCases(subject: KernelSubject): readonly ConformanceCase[] {
  const { kernel, precision } = subject;
  if (kernel.format === undefined) return [];
  return [
    kernelCase(subject, {
      id: 'sizes',
      async run(backend, recorder) {
        const first = kernel.precisions.find((one) => backend.device.precisions.includes(one.precision));
        const isAll = recorder.coverage === 'all';
        const sizes = SIZES.slice(0, precision === first && isAll ? SIZES.length : -1);
        const [lengths, ...otherLengths] = isAll || precision === first ? rowLengths : [];
        const wanted = [...sizes.map(plain), ...(lengths ? [lengths] : [])];
        const took = new Map<number, number>();
        const visit = async (matrix: TestMatrix): Promise<void> => {
          const { rows } = matrix.make(precision.precision).shape;
          // What grows between the smaller sizes, of a kernel whose work grows with the square of the rows.
          const growth = (took.get(SIZES[1]) ?? 0) - (took.get(SIZES[0]) ?? 0);
          const expected = growth * (rows / SIZES[1]) ** 2;
          if (rows === SIZES[2] && expected > MOST_MS)
            return recorder.refuse(
              `${rows} rows may take ${Math.round(expected / 1000)} s, as the work grew up to ${SIZES[1]}`,
            );
          const begin = performance.now();
          await sized(subject, matrix, backend, recorder);
          took.set(rows, performance.now() - begin);
        };
        await tryOn(subject, wanted, recorder, visit, [...sizes.map(skew), ...otherLengths, ...subject.matrices]);
      },
    }),
  ];
}
