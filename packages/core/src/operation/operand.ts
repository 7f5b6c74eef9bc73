/**
 * How a kernel uses the contents of an operand. `write`: every element is written, and the old contents are never read. `update`: the same,
 * but the old contents are read unless the host scalar named by `factor` is 0; without one they are always read, and a trivial product leaves
 * them as they are.
 */
export type OperandAccess =
  | { readonly access: 'read' }
  | { readonly access: 'write' }
  | { readonly access: 'update'; readonly factor?: string };

/**
 * The matrix in some format. It is bound when an operator is prepared, and read by every product. An operation has at most one. What
 * makes a matrix is a `MatrixOperation`.
 */
export interface MatrixOperand {
  readonly role: 'matrix';
  readonly access?: 'read';
  /** What programs call it: array `values` of operand `A` is `A.values`. */
  readonly name: string;
}

/** A dense vector in the memory of the backend. */
export type VectorOperand = OperandAccess & {
  readonly role: 'vector';
  readonly name: string;
  /** A size by name: `rows`, `cols` and `nnz` of the matrix, or one of the operation's own. */
  readonly length: string;
};

/** A dense matrix in the memory of the backend, with a storage order and a leading dimension; or a batch of them, at equal distances. */
export type DenseOperand = OperandAccess & {
  readonly role: 'dense';
  readonly name: string;
  /** Its shape, as sizes by name. */
  readonly rows: string;
  readonly cols: string;
  /** How many matrices there are, as a size by name; absent: one. */
  readonly batch?: string;
};

/** A number in the memory of the backend: a vector of one element, so that no product waits for the host to read it. */
export type DeviceScalarOperand = OperandAccess & {
  readonly role: 'device-scalar';
  readonly name: string;
  /** `sum`: of rows or elements that are divided, the number of all is the sum of the numbers of the parts. Without it a product that writes the number is not divided between devices. */
  readonly combine?: 'sum';
};

/** A number of the host, given with each product and rounded to its precision. */
export interface ScalarOperand {
  readonly role: 'scalar';
  readonly name: string;
  /** Used when the scalar is left out. Without a default it must be given. */
  readonly default?: number;
}

/** An operand in the memory of the backend. */
export type BufferOperand = VectorOperand | DenseOperand | DeviceScalarOperand;

/** One operand of an operation. */
export type Operand = MatrixOperand | BufferOperand | ScalarOperand;

/** `row`: rows follow one another; `column`: columns do. */
export type DenseOrder = 'row' | 'column';

/**
 * How a dense matrix lies in memory: element (i, j) is at i·leadingDimension + j by rows, at i + j·leadingDimension by columns. So Aᵀ by rows
 * is A by columns. Matrix b of a batch begins at b·batchStride.
 */
export interface DenseLayout {
  readonly rows: number;
  readonly cols: number;
  readonly order: DenseOrder;
  /** At least cols by rows, at least rows by columns. */
  readonly leadingDimension: number;
  /** Matrices; 1 unless the operand is a batch. */
  readonly batch: number;
  /** Elements from one matrix of a batch to the next; 0 where all of them are one matrix, which is only read. */
  readonly batchStride: number;
}

/** Elements from one row of a dense matrix to the next, and from one column to the next. */
export interface DenseSteps {
  readonly row: number;
  readonly col: number;
}

/** The steps of a layout. */
export function denseSteps({ order, leadingDimension }: DenseLayout): DenseSteps {
  return order === 'row' ? { row: leadingDimension, col: 1 } : { row: 1, col: leadingDimension };
}

/** Where an element of the buffer is: the matrix of the batch, row and column. */
export function denseElement(
  { order, leadingDimension, batchStride }: DenseLayout,
  element: number,
): { readonly matrix: number; readonly row: number; readonly col: number } {
  const matrix = batchStride === 0 ? 0 : Math.floor(element / batchStride);
  const rest = element - matrix * batchStride;
  const [line, place] = [Math.floor(rest / leadingDimension), rest % leadingDimension];
  return order === 'row' ? { matrix, row: line, col: place } : { matrix, row: place, col: line };
}

/** What of a dense operand's buffer belongs to no element: element e of it is a gap if {@link isGap} says so. */
export interface DenseGaps {
  /** Elements from one matrix of a batch to the next; the whole buffer where there is one. */
  readonly period: number;
  /** Elements from one line to the next, of which `used` are elements. */
  readonly line: number;
  readonly used: number;
  /** Where the last line of a matrix ends, its gap included. */
  readonly extent: number;
}

/** The gaps of a layout; undefined where it has none. */
export function gapsOf(layout: DenseLayout): DenseGaps | undefined {
  const { rows, cols, order, leadingDimension: line, batch, batchStride } = layout;
  const [used, lines] = order === 'row' ? [cols, rows] : [rows, cols];
  const extent = lines * line;
  const period = batch > 1 && batchStride > 0 ? batchStride : Math.max(1, extent);
  return line === used && (batch === 1 || period === extent) ? undefined : { period, line, used, extent };
}

/** Whether element `element` of a buffer with these gaps lies in one. */
export function isGap({ period, line, used, extent }: DenseGaps, element: number): boolean {
  const within = element % period;
  return within % line >= used || within >= extent;
}

/** Sizes by name: `rows`, `cols`, `nnz` of the matrix, and the operation's own. */
export type Sizes = Readonly<Record<string, number>>;
