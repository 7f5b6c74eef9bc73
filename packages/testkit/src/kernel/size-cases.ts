import type { Backend, CooMatrix, Precision } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import type { ConformanceCase } from '../case/conformance-case.ts';
import type { Recorder } from '../case/define-case.ts';
import { oncePerText } from '../case/once-per.ts';
import { tridiagonal } from '../generators/banded.ts';
import { randomUniform } from '../generators/random-uniform.ts';
import { rowLengths } from '../matrices/structured.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { madeFor, testMatrix } from '../matrices/test-matrix.ts';
import { eachProblem } from '../operation/operation-problems.ts';
import { drawnScalarsOf } from '../operation/operation-scalars.ts';
import { checkTrial, computeTrial, createOperationTrial } from '../operation/operation-trial.ts';
import { FEW_POINTS, ONE_POINT } from './bound-operator.ts';
import { kernelCase } from './kernel-case.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { subjectId, tryOn } from './kernel-subject.ts';

const RESULT = 'A product is right in every row, however many rows there are and however long they are';

/** Rows at and beside powers of two, and a power of ten, where indices, loops of few bits, blocks and tables end. */
const SIZES = [2 ** 7, 2 ** 8, 2 ** 9, 1000, 2 ** 10, 2 ** 10 + 1, 2 ** 11, 2 ** 12 - 1, 2 ** 12, 2 ** 12 + 1] as const;

/** Takes most of the time: once for each kernel, and not in a sample. */
const LARGEST = 2 ** 17 + 1;

/** Products of unusual numbers for each size. */
const UNUSUAL = 2;

/** Of a sample one size in so many, others with each kernel. */
const ONE_IN = 3;

/** Milliseconds that the largest size may be expected to take at the worst. */
const MOST_MS = 300_000;

/** Symmetric, Toeplitz, of few diagonals, few values and short rows: nearly every format takes it. */
const plain = (rows: number): TestMatrix => testMatrix(`tridiagonal-${rows}`, () => tridiagonal({ rows }));

/** The same with rows and columns that have no entry, of which alone what was in y can be seen. */
const broken = (rows: number): TestMatrix =>
  testMatrix(`broken-tridiagonal-${rows}`, () =>
    kept(tridiagonal({ rows }), (row, col) => row % 7 !== 3 && col % 7 !== 3),
  );

/** For all kernels; what is largest is made for each. */
const brokenOf = oncePerText((rows: `${number}`) => broken(Number(rows)));

/** Its skew-symmetric sister, for formats that take no other. */
const skew = (rows: number): TestMatrix => testMatrix(`skew-tridiagonal-${rows}`, () => skewed(tridiagonal({ rows })));

/** Unsymmetric, of random values, wider or taller than it is long; and without entries, where backends scale y: what the others cannot show. */
const irregular: readonly TestMatrix[] = [
  testMatrix('irregular-wide', () => randomUniform({ rows: 900, cols: 1300, density: 0.004, seed: 3 })),
  testMatrix('irregular-tall', () => randomUniform({ rows: 1300, cols: 900, density: 0.004, seed: 4 })),
  testMatrix('empty-tall', () => randomUniform({ rows: 1300, cols: 900, density: 0 })),
];

/** A row of more entries than 16 bits count. */
const longest = testMatrix('longest-row', () => randomUniform({ rows: 2, cols: 2 ** 16 + 3, density: 1, seed: 5 }));

function kept(coo: CooMatrix, isKept: (row: number, col: number) => boolean): CooMatrix {
  const which = coo.values.map((_, k) => (isKept(coo.rowIndex[k], coo.colIndex[k]) ? 1 : 0));
  const ofKept = (_: number, k: number): boolean => which[k] === 1;
  const [rowIndex, colIndex, values] = [
    coo.rowIndex.filter(ofKept),
    coo.colIndex.filter(ofKept),
    coo.values.filter(ofKept),
  ];
  return { ...coo, rowIndex, colIndex, values };
}

function skewed(coo: CooMatrix): CooMatrix {
  const beside = kept(coo, (row, col) => row !== col);
  return {
    ...beside,
    values: beside.values.map((_, k) => beside.colIndex[k] - beside.rowIndex[k]),
  };
}

/** Factors of operands in turn, after plain ones: large, small and unequal. Their squares and thousands of them are numbers of the precision. */
function magnitudes(precision: Precision): readonly (readonly number[])[] {
  const { largestFinite, smallestNormal } = PRECISIONS[precision];
  const [large, small] = [Math.min(1e4, largestFinite / 2 ** 12) / 3, Math.sqrt(smallestNormal)];
  return [[large], [1, small], [large, 1], [small, 1]];
}

/** A product of numbers like those of any other case, and those of scalars and magnitudes that are the turn of `number`: each meets each. */
async function sized(
  subject: KernelSubject,
  matrix: TestMatrix,
  number: number,
  backend: Backend,
  recorder: Recorder,
): Promise<void> {
  const limits = { ...(irregular.includes(matrix) ? FEW_POINTS : ONE_POINT), breadth: 'usual' } as const;
  const { precision } = subject;
  const factors = magnitudes(precision.precision);
  const scalars = drawnScalarsOf(subject, recorder.seed, number).filter((given) => {
    const values = Object.values(given);
    return values.length > 0 && !values.includes(0);
  });
  const unusual = Array.from({ length: UNUSUAL }, (_, k) => {
    const turn = UNUSUAL * number + k + recorder.seed;
    const place = Math.floor(turn / Math.max(1, scalars.length));
    return [scalars[turn % scalars.length] ?? {}, factors[place % factors.length] ?? [1]] as const;
  });
  await eachProblem(subject, backend, matrix, recorder, limits, async ({ operator, workload, where }) => {
    for (const [given, sizes] of [[{}, [1]] as const, ...unusual]) {
      const trial = createOperationTrial(workload, precision, given, 'finite', sizes);
      checkTrial(trial, await computeTrial(backend, operator, trial), RESULT, where, recorder);
    }
  });
}

/** Products of every size and with rows of all lengths, with the parameters that nobody chose: what goes wrong beyond some row or entry shows whatever the tier. */
export function sizeCases(subject: KernelSubject): readonly ConformanceCase[] {
  const { kernel, precision } = subject;
  if (kernel.format === undefined) return [];
  return [
    kernelCase(subject, {
      id: 'sizes',
      async run(backend, recorder) {
        const isFirst =
          precision === kernel.precisions.find((one) => backend.device.precisions.includes(one.precision));
        const isAll = recorder.coverage === 'all';
        const shift = subjectId(subject).length + recorder.seed;
        const sizes = [
          ...SIZES.filter((_, k) => isAll || (k + shift) % ONE_IN === 0),
          ...(isAll && isFirst ? [LARGEST] : []),
        ];
        const [lengths, ...otherLengths] = isAll || isFirst ? rowLengths : [];
        const wanted = [
          ...sizes.map((rows) => (rows === LARGEST ? broken(rows) : brokenOf(`${rows}`))),
          ...(recorder.coverage === 'few' ? [] : irregular),
          ...(lengths ? [lengths] : []),
          ...(isAll ? [longest] : []),
        ];
        // By rows. What grows between two of them, of a kernel whose work grows with the square of the rows, tells what the largest takes.
        const took = new Map<number, number>();
        const [less, more] = [2 ** 10, 2 ** 12];
        let visits = 0;
        const visit = async (matrix: TestMatrix): Promise<void> => {
          const { rows } = madeFor(matrix, precision.precision).shape;
          const growth = (took.get(more) ?? 0) - (took.get(less) ?? 0);
          const expected = growth * (rows / more) ** 2;
          if (rows === LARGEST && expected > MOST_MS)
            return recorder.refuse(
              `${rows} rows may take ${Math.round(expected / 1000)} s, as the work grew up to ${more}`,
            );
          const begin = performance.now();
          await sized(subject, matrix, visits++, backend, recorder);
          took.set(rows, performance.now() - begin);
        };
        const others = [...sizes.map(plain), ...sizes.map(skew), ...otherLengths, ...subject.matrices];
        await tryOn(subject, wanted, recorder, visit, others);
      },
    }),
  ];
}
