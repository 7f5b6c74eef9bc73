import type {
  Backend,
  BackendDescriptor,
  CooMatrix,
  MatrixKernel,
  MatrixOperation,
  MatrixOperator,
  Params,
  Precision,
  SparseFormat,
} from '@spmv/core';
import type { MatrixReference, MatrixReport } from '@spmv/core/oracle';
import { buildMatrix, cooFromEntries, operationOptions, PRECISIONS, transposeCoo } from '@spmv/core';
import { judgeMatrix, rowsToJudge } from '@spmv/core/oracle';
import type { Session } from '../backend/session.ts';

/** A kernel of a matrix operation on a backend, in one precision. */
export interface MatrixSubject {
  readonly operation: MatrixOperation;
  readonly kernel: MatrixKernel;
  readonly backend: BackendDescriptor;
  readonly session: Session;
  readonly precision: Precision;
  /** Of the operands and the result. */
  readonly formats: readonly SparseFormat[];
  /** Points that have to give the same bits where the kernel promises that. */
  readonly points: readonly Params[];
}

/** Operands by name. */
export type NamedOperands = Readonly<Record<string, CooMatrix>>;

/** Names of the matrices that are read. */
export function namesRead({ operation, kernel }: Pick<MatrixSubject, 'operation' | 'kernel'>): readonly string[] {
  const roles = operation.matrices(operationOptions(operation, kernel.options));
  return roles.filter(({ access }) => access === 'read').map(({ name }) => name);
}

/** A square matrix with a diagonal that has gaps, and one more entry in some rows. */
function companion(rows: number): CooMatrix {
  const kept = Array.from({ length: rows }, (_, row) => row).filter((row) => row % 5 !== 2);
  const entries = kept.flatMap((row) =>
    [row, ...(row % 3 === 0 ? [(7 * row + 3) % rows] : [])].map((col) => [row, col]),
  );
  return cooFromEntries(
    { rows, cols: rows },
    {
      rowIndex: entries.map(([row]) => row),
      colIndex: entries.map(([, col]) => col),
      values: entries.map((_, k) => (k % 7) - 2.5),
    },
  );
}

/** All choices of these matrices for the operands whose shapes the operation takes. */
function fitting(
  { operation, kernel }: Pick<MatrixSubject, 'operation' | 'kernel'>,
  matrices: readonly CooMatrix[],
): readonly NamedOperands[] {
  const options = operationOptions(operation, kernel.options);
  const tuples = namesRead({ operation, kernel }).reduce<readonly NamedOperands[]>(
    (rest, name) => rest.flatMap((operands) => matrices.map((one) => ({ ...operands, [name]: one }))),
    [{}],
  );
  return tuples.filter((operands) => {
    const shapes = Object.fromEntries(Object.entries(operands).map(([name, { shape }]) => [name, shape]));
    return typeof operation.shape(shapes, options) !== 'string';
  });
}

/** All choices of a matrix and its transpose for the operands whose shapes the operation takes; where there are none, also of square matrices beside one of both. */
export function operandsOf(
  subject: Pick<MatrixSubject, 'operation' | 'kernel'>,
  matrix: CooMatrix,
): readonly NamedOperands[] {
  const both = [matrix, transposeCoo(matrix)];
  const alone = fitting(subject, both);
  if (alone.length > 0) return alone;
  const { rows, cols } = matrix.shape;
  return fitting(subject, [...both, companion(rows), companion(cols)]).filter((operands) =>
    Object.values(operands).some((one) => both.includes(one)),
  );
}

/** The operands prepared on an opened backend. */
export async function prepareOperands(
  { operation, kernel, precision, formats }: MatrixSubject,
  backend: Backend,
  operands: NamedOperands,
  more: { readonly params?: Params; readonly maxWorkBytes?: number } = {},
): Promise<MatrixOperator> {
  const matrices = Object.fromEntries(
    Object.entries(operands).map(([name, coo]) => {
      const format = formats.find(({ id }) => id === kernel.formats[name]);
      if (!format) throw new RangeError(`no format '${kernel.formats[name]}' was given`);
      return [name, buildMatrix(format, coo, { valueType: PRECISIONS[precision].host })];
    }),
  );
  return backend.prepareMatrix({ operation, kernel, matrices, formats, precision, ...more });
}

/** What the result should be; `first`: operands before they took new values. */
export function referenceFor(
  { operation, kernel, precision }: MatrixSubject,
  operands: NamedOperands,
  scalars: Readonly<Record<string, number>>,
  first?: NamedOperands,
): MatrixReference {
  const options = operationOptions(operation, kernel.options);
  const problem = { options, matrices: operands, precision, ...(first ? { first } : {}) };
  return operation.reference({ ...problem, scalars, rows: rowsToJudge(operation, problem) });
}

/** Judges what an operator made. */
export async function judgeMade(
  { kernel, precision, formats }: MatrixSubject,
  operator: MatrixOperator,
  reference: MatrixReference,
): Promise<{ readonly report: MatrixReport; readonly values: ArrayLike<number> }> {
  const made = await operator.read();
  const result = (formats.find(({ id }) => id === made.format) as SparseFormat).toCoo(made);
  const accumulator = kernel.precisions.find((one) => one.precision === precision)?.accumulator ?? precision;
  return { report: judgeMatrix(result, reference, accumulator), values: result.values };
}
