import type { Shape } from '../data/coo.ts';
import { elementBytes } from '../data/element.ts';
import { roomOnHost } from './host-room.ts';
import { PRECISIONS } from '../data/precision.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import { markBuilt } from '../format/built-mark.ts';
import { checkStored } from '../format/check-stored.ts';
import { arraysOf } from '../format/layout.ts';
import type { PlannedArray } from '../format/layout.ts';
import type { SparseFormat } from '../format/sparse-format.ts';
import { formatBytes } from '../format/format-bytes.ts';
import type { StoredMatrix } from '../format/stored-matrix.ts';
import type { FoundPattern, MatrixContext, MatrixKernel } from '../kernel/matrix-kernel.ts';
import type { MatrixOperation } from '../operation/matrix-operation.ts';
import type { Params } from '../params/param-space.ts';
import type { DriverOperator } from './backend-driver.ts';
import type { Lifetime } from './lifetime.ts';
import type { LentMatrix, Loan, LentOperand } from './made-matrix.ts';
import { resident } from './made-matrix.ts';
import { checkObject, numbersFor } from './matrix-numbers.ts';
import type { FoundMatrix, MatrixOperator, MatrixRequest, ResidentMatrix } from './matrix-request.ts';
import { ofTheLast } from './of-the-last.ts';
import { arraysNamed } from './operand-arrays.ts';
import { readyAgain } from './ready-again.ts';
import type { StepHost } from './run-steps.ts';
import { driveSteps, makeArray } from './run-steps.ts';
import { checkHostArray } from './vector.ts';

/** What a matrix operator is made of. */
export interface MatrixParts {
  readonly operation: MatrixOperation;
  readonly kernel: MatrixKernel;
  readonly context: MatrixContext;
  readonly kernelParams: Params;
  readonly shape: Shape;
  /** Name and format of what is written. */
  readonly written: string;
  readonly format: SparseFormat;
  readonly host: Omit<StepHost, 'resultElement'>;
  readonly operandBytes: number;
  /** The operands as they were given; those of other operators, and of the others and of the result whoever reads them besides. */
  readonly given: MatrixRequest['matrices'];
  readonly lent: ReadonlyMap<string, LentMatrix>;
  readonly loans: ReadonlyMap<string, Loan>;
  readonly maxResultBytes: number;
  readonly lifetime: Lifetime;
  /** Frees all arrays but those of the result. */
  freeBesideResult(): Promise<void>;
}

/** What a sealed operator is asked for in vain. */
function sealed({ id }: MatrixOperation): SpmvError {
  return new SpmvError('LIFETIME.DISPOSED', `The operator of '${id}' was sealed: its result alone is left.`, {
    fix: 'Compute before seal(), or prepare another operator for new values.',
    details: { operation: id },
  });
}

/** The public operator over the arrays of a driver. Operators that are kept for further phases are put into `kept`, for whoever ends it. */
export function createMatrixOperator(parts: MatrixParts, kept: DriverOperator[]): MatrixOperator {
  const { operation, kernel, context, kernelParams, shape, written, format, lifetime } = parts;
  const { memory, costs } = parts.host;
  const { precision } = context.precision;
  const valueType = PRECISIONS[precision].host;
  const headerOf = ({ nnz, cols = shape.cols, scalars = {} }: FoundPattern) => ({
    format: format.id,
    shape: { rows: shape.rows, cols },
    nnz,
    valueType,
    params: {},
    scalars,
  });
  const layoutOf = ofTheLast((found: FoundPattern) => arraysOf(format.layout, headerOf(found)));
  const unknown: FoundPattern = { nnz: Number.NaN };
  const elements = new Map(
    Object.entries(layoutOf(unknown)).map(([name, { element }]) => [`${written}.${name}`, element]),
  );
  const host: StepHost = { ...parts.host, resultElement: (name) => elements.get(name) };
  let pattern: FoundPattern | undefined;
  let hasRun = false;
  let isReadied = false;
  let isSealed = false;
  let queue: Promise<unknown> = Promise.resolve();

  /** Does `work` after all that was asked for before. */
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> =>
    lifetime.during(async () => {
      const before = queue;
      const mine = before.then(work, work);
      queue = mine.catch(() => undefined);
      return mine;
    });

  const scalarsOf = (given: Readonly<Record<string, number>>): Float64Array => numbersFor(operation, precision, given);

  const allocateResult = async (arrays: Readonly<Record<string, PlannedArray>>, all: boolean): Promise<void> => {
    for (const [name, { element, length }] of Object.entries(arrays)) {
      const full = `${written}.${name}`;
      const made = memory.get(full);
      if (made && all && made.length !== Math.max(1, length)) {
        throw new SpmvError(
          'KERNEL.PROGRAM_INVALID',
          `Kernel '${kernel.id}' made '${full}' with ${made.length} elements, and its format has ${length}.`,
          { fix: 'Allocate arrays of the result as the layout of their format says.', details: { kernel: kernel.id } },
        );
      }
      if (!made && !Number.isNaN(length)) await makeArray(host, full, element, length);
    }
  };

  const asMatrix = (found: FoundPattern): FoundMatrix => {
    const { shape: whole, nnz } = headerOf(found);
    const planned = Object.values(layoutOf(found));
    const bytes = planned.reduce((sum, { element, length }) => sum + elementBytes(element) * length, 0);
    return { shape: whole, nnz, bytes };
  };

  const othersFilled = async (): Promise<void> => {
    for (const one of parts.lent.values()) await one.filled();
  };

  const findPattern = async (): Promise<FoundPattern> => {
    if (pattern) return pattern;
    await othersFilled();
    await allocateResult(layoutOf(unknown), false);
    const scalars = scalarsOf({});
    const { result } = await driveSteps(host, kernel.symbolic(context, kernelParams), scalars);
    const most = format.maxEntries ?? 2 ** 31 - 1;
    if (result.nnz > most) {
      throw new SpmvError(
        'KERNEL.REFUSED',
        `The result has ${result.nnz} entries, and format '${format.id}' numbers at most ${most}.`,
        {
          fix: 'Multiply blocks of rows of the first matrix one after another, or choose a kernel whose result has 64-bit row starts.',
          details: { kernel: kernel.id, nnz: result.nnz, most },
        },
      );
    }
    const { bytes } = asMatrix(result);
    if (bytes > parts.maxResultBytes) {
      throw new SpmvError(
        'KERNEL.REFUSED',
        `The result has ${result.nnz} entries and takes ${formatBytes(bytes)} (${bytes} B) as '${format.id}', above the limit of ${formatBytes(parts.maxResultBytes)}.`,
        {
          fix: 'Raise maxResultBytes, in the command --max-bytes, or multiply blocks of rows of the first matrix one after another.',
          details: { kernel: kernel.id, nnz: result.nnz, bytes, maxResultBytes: parts.maxResultBytes },
        },
      );
    }
    await allocateResult(layoutOf(result), true);
    pattern = result;
    return result;
  };

  const compute = async (scalars: Float64Array): Promise<void> => {
    if (isSealed) throw sealed(operation);
    const found = await findPattern();
    await othersFilled();
    if (kept.length > 0) {
      for (const operator of kept) operator.apply([], scalars);
      return;
    }
    const again = hasRun;
    if (again && !isReadied) pattern = await readyAgain(parts, host, found, scalars);
    isReadied = again;
    const steps = kernel.numeric(context, kernelParams, again, pattern ?? found);
    const driven = await driveSteps(host, steps, scalars, again);
    kept.push(...(driven.again ?? []));
    hasRun = true;
  };

  const residentHere = (lend: LentOperand['lend']): ResidentMatrix =>
    resident({ driver: host.driver, target: kernel.target, lend });
  const takeOf = (name: string): (() => void) => (parts.loans.get(name) as Loan).take();

  const lend = async (): Promise<LentMatrix> => {
    const found = await inTurn(findPattern);
    const lengths = Object.entries(layoutOf(found)).map(([name, { length }]) => [name, length] as const);
    return {
      header: { ...headerOf(found), lengths: Object.fromEntries(lengths) },
      arrays: arraysNamed(memory, written),
      async filled() {
        await queue;
        if (!hasRun) await inTurn(async () => compute(scalarsOf({})));
      },
      giveBack: takeOf(written),
    };
  };

  /** The operands, as others find them. */
  const operands: ReadonlyMap<string, ResidentMatrix> = new Map(
    Object.entries(context.matrices).map(([name, header]) => [
      name,
      parts.lent.has(name)
        ? (parts.given[name] as ResidentMatrix)
        : residentHere(async () => {
            lifetime.assertAlive();
            if (isSealed) throw sealed(operation);
            return { header, arrays: arraysNamed(memory, name), async filled() {}, giveBack: takeOf(name) };
          }),
    ]),
  );

  const operator: MatrixOperator = {
    ...residentHere(lend),
    operation,
    kernel,
    precision,
    kernelParams,
    launchParams: host.request.launchParams,
    symbolic: () => inTurn(async () => asMatrix(await findPattern())),
    numeric: (scalars = {}) => inTurn(async () => compute(scalarsOf(scalars))),
    update: (values) =>
      inTurn(async () => {
        if (isSealed) throw sealed(operation);
        const roles = Object.keys(context.matrices).map((name) => ({ name }));
        checkObject('OPERAND.MATRIX', 'The new values', values, roles);
        // All are checked before any is written: what is refused changes nothing.
        const checked = Object.entries(values).map(([name, given]) => {
          const array = memory.get(`${name}.values`);
          const header = context.matrices[name];
          if (parts.lent.has(name)) {
            throw new SpmvError(
              'OPERAND.MATRIX',
              `${name} is the result of another operator, which makes its values.`,
              {
                fix: 'Give that one new values, and call its numeric.',
                details: { operation: operation.id, operand: name },
              },
            );
          }
          if (!array || !header) {
            throw new SpmvError('OPERAND.MATRIX', `${operation.formula} reads no matrix '${name}' with values.`, {
              fix: `Give values of: ${Object.keys(context.matrices).join(', ')}.`,
              details: { operation: operation.id, operand: name },
            });
          }
          const length = header.lengths['values'] as number;
          checkHostArray(`${name}.values`, given, length, valueType);
          return { array, given };
        });
        for (const { array, given } of checked) if (given.length > 0) await array.write(given);
      }),
    read: () =>
      inTurn(async () => {
        if (!hasRun) await compute(scalarsOf({}));
        const found = pattern as FoundPattern;
        const arrays: Record<string, StoredMatrix['arrays'][string]> = {};
        for (const [name, { element, length }] of Object.entries(layoutOf(found))) {
          const target = roomOnHost(`${written}.${name}`, element, length);
          arrays[name] = target;
          if (length > 0) await memory.get(`${written}.${name}`)?.read(target, 0);
        }
        const matrix: StoredMatrix = { ...headerOf(found), arrays };
        const [finding] = checkStored(format, matrix);
        if (!finding) return markBuilt(matrix, format);
        throw new SpmvError(
          'FORMAT.INVALID',
          `Kernel '${kernel.id}' made no matrix of format '${format.id}': ${finding.message} (${finding.invariant}).`,
          { fix: 'Report this to the authors of the kernel, and choose another one.', details: { kernel: kernel.id } },
        );
      }),
    costs: () => {
      const own = [...memory].filter(([name]) => elements.has(name));
      const { storedBytes: _, ...said } = costs;
      return {
        ...said,
        operandBytes: isSealed ? 0 : parts.operandBytes,
        resultBytes: own.reduce((sum, [, { element, length }]) => sum + elementBytes(element) * length, 0),
      };
    },
    operand(name) {
      const found = operands.get(name);
      if (found) return found;
      throw new SpmvError('OPERAND.MATRIX', `${operation.formula} reads no matrix '${name}'.`, {
        fix: `Name one of: ${[...operands.keys()].join(', ')}.`,
        details: { operation: operation.id, operand: name },
      });
    },
    seal: () =>
      inTurn(async () => {
        if (isSealed) return;
        if (!hasRun) await compute(scalarsOf({}));
        await parts.freeBesideResult();
        isSealed = true;
      }),
    dispose: () => lifetime.end(),
  };
  return operator;
}
