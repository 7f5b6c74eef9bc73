import type {
  BackendDescriptor,
  MatrixKernel,
  MatrixOperation,
  MatrixOperator,
  Params,
  Precision,
  SparseFormat,
  ValueArray,
} from '@spmv/core';
import { isSpmvError, operationOptions, PRECISIONS, toValueType } from '@spmv/core';
import type { MatrixReference } from '@spmv/core/oracle';
import type { Session } from '../backend/session.ts';
import { createSession } from '../backend/session.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ConformanceError, ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { defineCase } from '../case/define-case.ts';
import { randomVector } from '../generators/vectors.ts';
import { conformanceMatrices, matrixById } from '../matrices/conformance-matrices.ts';
import { randomUniform } from '../generators/random-uniform.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { testMatrix } from '../matrices/test-matrix.ts';
import type { MatrixSubject, NamedOperands } from './matrix-subject.ts';
import { judgeMade, namesRead, operandsOf, prepareOperands, referenceFor } from './matrix-subject.ts';

const RIGHT = 'A matrix operation makes the positions of the reference in order, and values within its bound';
const BITS = 'A bitwise reproducible kernel gives the same bits at every launch point';
const AGAIN = 'New values at the same positions give what a new operator gives, at the positions that were found first';
const BYTES =
  'A result has the bytes that the symbolic phase says, and work is refused with its bytes before it is taken';
const ENDS = 'An operator of a matrix operation ends once, and frees what it holds';
const ASKED = 'Operands that do not fit are refused before anything is computed';

/** What to try a kernel of a matrix operation with. */
export interface MatrixCasesOptions {
  readonly operation: MatrixOperation;
  readonly kernel: MatrixKernel;
  readonly backend: BackendDescriptor;
  readonly session?: Session;
  /** Formats of the operands and the result. */
  readonly formats: readonly SparseFormat[];
  /** Launch points. Default: the usual one; of a backend with threads 1, 3 and 5 of them. */
  readonly points?: readonly Params[];
  /** Matrices besides the kit's. */
  readonly matrices?: readonly TestMatrix[];
}

/** Judges what an operator made against `reference`, of these scalars. */
async function judged(
  subject: MatrixSubject,
  recorder: Recorder,
  operator: MatrixOperator,
  reference: MatrixReference,
  scalars: Readonly<Record<string, number>> = {},
  promise = RIGHT,
): Promise<ArrayLike<number>> {
  const { report, values } = await judgeMade(subject, operator, reference);
  const where = { scalars, params: { ...operator.kernelParams, ...operator.launchParams } };
  ensure(report.pattern === undefined, promise, () => report.pattern as string, where);
  if (report.errorRatio > 1) {
    const { row, col, got, expected, bound } = report;
    throw new ConformanceError(promise, `${got} instead of ${expected} ± ${bound}`, { row, col, ...where });
  }
  recorder.product(report.errorRatio);
  return values;
}

/** Every scalar of one choice of operands, and new values afterwards; each by an operator of every launch point, so that what it should be is found once. */
async function product(subject: MatrixSubject, recorder: Recorder, operands: NamedOperands): Promise<void> {
  const { session, operation, kernel, points, precision } = subject;
  await session.use(async (backend) => {
    recorder.device(backend.device.name);
    const operators: MatrixOperator[] = [];
    const compute = async (given: NamedOperands, scalars: Readonly<Record<string, number>>, promise = RIGHT) => {
      const reference = referenceFor(subject, given, scalars, given === operands ? undefined : operands);
      let first: Float64Array | undefined;
      for (const operator of operators) {
        await operator.numeric(scalars);
        const values = Float64Array.from(await judged(subject, recorder, operator, reference, scalars, promise));
        first ??= values;
        const same = kernel.reproducibility !== 'bitwise' || values.every((value, k) => Object.is(value, first?.[k]));
        ensure(same, BITS, 'they differ', { scalars, params: operator.launchParams });
      }
    };
    try {
      for (const params of points) operators.push(await prepareOperands(subject, backend, operands, { params }));
      await compute(operands, {});
      for (const { scalars } of operation.checks) await compute(operands, scalars);
      // Twice: the second run of the same positions may be the first that is repeated from its programs.
      for (const seed of [5, 6]) {
        const changed = withNewValues(operands, precision, seed);
        for (const operator of operators) await operator.update(changed.values);
        await compute(changed.operands, {}, AGAIN);
      }
      for (const operator of operators) {
        const { nnz, bytes } = await operator.symbolic();
        const { resultBytes } = operator.costs();
        // An array without elements has one on the device.
        const isSaid = resultBytes >= bytes && (nnz === 0 || resultBytes === bytes);
        ensure(isSaid, BYTES, `${resultBytes} B, not ${bytes} B`, { nnz });
      }
    } finally {
      for (const operator of operators) await operator.dispose();
    }
  });
}

function withNewValues(
  operands: NamedOperands,
  precision: Precision,
  seed: number,
): { readonly operands: NamedOperands; readonly values: Readonly<Record<string, ValueArray>> } {
  const { host } = PRECISIONS[precision];
  const entries = Object.entries(operands).map(
    ([name, { shape, rowIndex, colIndex, values }], at) =>
      [
        name,
        { shape, rowIndex, colIndex, values: Float64Array.from(randomVector(values.length, { seed: seed + at })) },
      ] as const,
  );
  return {
    operands: Object.fromEntries(entries),
    values: Object.fromEntries(entries.map(([name, { values }]) => [name, toValueType(host, values)])),
  };
}

/** Infinities and NaN among the values. */
function notFinite(operands: NamedOperands): NamedOperands {
  const strange = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0];
  return Object.fromEntries(
    Object.entries(operands).map(([name, { shape, rowIndex, colIndex, values }]) => [
      name,
      {
        shape,
        rowIndex,
        colIndex,
        values: values.map((value, k) => (k % 29 === 3 ? (strange[(k / 29) & 3] ?? 0) : value)),
      },
    ]),
  );
}

async function codeOf(work: () => Promise<unknown>): Promise<{ readonly code: string; readonly bytes: unknown }> {
  try {
    await work();
  } catch (error) {
    if (isSpmvError(error)) return { code: error.code, bytes: error.details['bytes'] };
    throw error;
  }
  return { code: 'nothing', bytes: undefined };
}

/** The first choice of operands of a matrix, or of a square one where an operation takes no other. */
const firstOperands = (subject: MatrixSubject, id: string): NamedOperands =>
  [id, 'banded'].flatMap((one) => operandsOf(subject, matrixById(one).make(subject.precision)))[0] ?? {};

async function memory(subject: MatrixSubject, recorder: Recorder): Promise<void> {
  const operands = firstOperands(subject, 'banded');
  await subject.session.use(async (backend) => {
    const roomy = await prepareOperands(subject, backend, operands);
    await roomy.numeric();
    const { peakWorkBytes } = roomy.costs();
    await roomy.dispose();
    if (peakWorkBytes === 0) return recorder.notTried('it takes no memory for work');
    const tight = await prepareOperands(subject, backend, operands, { maxWorkBytes: peakWorkBytes - 1 });
    const { code, bytes } = await codeOf(() => tight.numeric());
    // A kernel may have a way that takes less.
    const isLess = code === 'nothing' && tight.costs().peakWorkBytes < peakWorkBytes;
    ensure(
      isLess || (code === 'KERNEL.REFUSED' && typeof bytes === 'number' && bytes >= peakWorkBytes),
      BYTES,
      `${code}, ${String(bytes)} B`,
    );
    const reference = referenceFor(subject, operands, {});
    if (isLess) await judged(subject, recorder, tight, reference);
    await tight.dispose();
    const without = await prepareOperands(subject, backend, operands, { maxWorkBytes: 0 });
    const refused = await codeOf(() => without.numeric());
    ensure(refused.code === 'KERNEL.REFUSED', BYTES, `${refused.code} where no work is allowed`);
    await without.dispose();
    const enough = await prepareOperands(subject, backend, operands, { maxWorkBytes: peakWorkBytes });
    await judged(subject, recorder, enough, reference);
    await enough.dispose();
  });
}

async function ends(subject: MatrixSubject, recorder: Recorder): Promise<void> {
  const operands = firstOperands(subject, 'banded');
  await subject.session.use(async (backend) => {
    const operator = await prepareOperands(subject, backend, operands);
    const running = operator.numeric();
    await operator.dispose();
    await running;
    await operator.dispose();
    for (const work of [
      () => operator.numeric(),
      () => operator.read(),
      () => operator.symbolic(),
      () => operator.update({}),
    ])
      ensure((await codeOf(work)).code === 'LIFETIME.DISPOSED', ENDS, 'it goes on');
    recorder.compare();
  });
}

async function asked(subject: MatrixSubject, recorder: Recorder): Promise<void> {
  const wide = matrixById('wide').make(subject.precision);
  const names = namesRead(subject);
  const unfit = Object.fromEntries(names.map((name) => [name, wide]));
  await subject.session.use(async (backend) => {
    const fits = operandsOf(subject, wide).some((one) => names.every((name) => one[name] === wide));
    const expected = [
      ...(fits ? [] : [{ code: 'OPERAND.SIZE', operands: unfit }]),
      { code: 'OPERAND.MATRIX', operands: {} },
      { code: 'OPERAND.MATRIX', operands: { ...unfit, [`${names[0]}1`]: wide } },
    ];
    for (const { code, operands } of expected) {
      const formats = { ...subject.kernel.formats, [`${names[0]}1`]: subject.kernel.formats[names[0] ?? ''] ?? '' };
      const given = { ...subject, kernel: { ...subject.kernel, formats } };
      const got = await codeOf(() => prepareOperands(given, backend, operands));
      ensure(got.code === code, ASKED, `${got.code} instead of ${code}`);
      recorder.compare();
    }
    const operands = firstOperands(subject, 'banded');
    const operator = await prepareOperands(subject, backend, operands);
    try {
      const [name = ''] = names;
      const short = toValueType(PRECISIONS[subject.precision].host, new Float64Array(1));
      for (const [code, work] of [
        ['OPERAND.LENGTH', () => operator.update({ [name]: short })],
        ['OPERAND.MATRIX', () => operator.update({ nothing: short })],
        ['OPERAND.SCALAR', () => operator.numeric({ nothing: 1 })],
      ] as const) {
        const got = await codeOf(work);
        ensure(got.code === code, ASKED, `${got.code} instead of ${code}`);
      }
      await judged(subject, recorder, operator, referenceFor(subject, operands, {}));
    } finally {
      await operator.dispose();
    }
  });
}

/** Rows of AᵀA whose first and last columns lie further apart than their columns fill words: of the small matrices none has such. */
const scattered = testMatrix('scattered', () => randomUniform({ rows: 20, cols: 6400, perRow: 2 }));

/** Products up to which a choice of operands is tried: of larger matrices of the kit, which are made for y = Ax, some have gigabytes of them. */
const MOST_PRODUCTS = 1e7;

/** Whether an operation forms no more than that. */
function isTried({ operation, kernel }: MatrixSubject, operands: NamedOperands): boolean {
  const work = operation.rowWork(operands, operationOptions(operation, kernel.options));
  return work.reduce((sum, each) => sum + each, 0) <= MOST_PRODUCTS;
}

/** Cases of a kernel of a matrix operation on a backend, in each of its precisions: the kit's matrices and their transposes as every operand that fits. */
export function matrixKernelCases({
  operation,
  kernel,
  backend,
  session = createSession(backend),
  formats,
  points = 'threads' in backend.launchParams.axes ? [{ threads: 1 }, { threads: 3 }, { threads: 5 }] : [{}],
  matrices = [],
}: MatrixCasesOptions): readonly ConformanceCase[] {
  return kernel.precisions.flatMap(({ precision }) => {
    const subject: MatrixSubject = { operation, kernel, backend, session, precision, formats, points };
    const make = (name: string, run: (recorder: Recorder) => Promise<void>, tier = 'quick' as TestMatrix['tier']) =>
      defineCase({ id: `${kernel.id}@${backend.id}/${precision}/${name}`, backend: backend.id, tier, run });
    const products = [...conformanceMatrices, scattered, ...matrices].map(({ id, tier, make: of }) =>
      make(
        `product/${id}`,
        async (recorder) => {
          const fitting = operandsOf(subject, of(precision));
          const tuples = fitting.filter((operands) => isTried(subject, operands));
          if (fitting.length === 0) return recorder.notTried('the operation takes no matrix with its transpose');
          if (tuples.length === 0) return recorder.notTried(`it has more than ${MOST_PRODUCTS} products`);
          // Of few combinations another one of each matrix.
          const few = recorder.coverage !== 'all';
          const chosen = few ? [tuples[id.length % tuples.length]] : tuples;
          const some = few && points.length > 1 ? [points[0], points[1 + (id.length % (points.length - 1))]] : points;
          for (const operands of chosen) await product({ ...subject, points: some }, recorder, operands);
        },
        tier,
      ),
    );
    return [
      ...products,
      make('nonfinite', (recorder) => product(subject, recorder, notFinite(firstOperands(subject, 'power-law')))),
      make('memory', (recorder) => memory(subject, recorder)),
      make('disposal', (recorder) => ends(subject, recorder)),
      make('operands', (recorder) => asked(subject, recorder)),
    ];
  });
}
