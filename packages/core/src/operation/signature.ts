import { SpmvError } from '../errors/spmv-error.ts';
import type { Params } from '../params/param-space.ts';
import type { BufferOperand, DenseLayout, DenseOrder, Sizes } from './operand.ts';
import type { Operation } from './operation.ts';

/** Most operands of an operation besides its matrix: with these, what threads are told of a product fits into one cache line. */
const MOST_OPERANDS = 12;

/** One operand in memory, with everything decided. */
export interface BufferSlot {
  readonly name: string;
  readonly role: BufferOperand['role'];
  readonly access: 'read' | 'write' | 'update';
  /** Place, among the host scalars, of the factor of an operand that is updated by one; −1 for others. */
  readonly factor: number;
  /** Elements. */
  readonly length: number;
  /** Name of the size that is the vector's length, for messages. */
  readonly size?: string;
  /** Dense operands only. */
  readonly layout?: DenseLayout;
  /** See `DeviceScalarOperand`. */
  readonly combine?: 'sum';
}

/** One host scalar. */
export interface ScalarSlot {
  readonly name: string;
  /** NaN when it must be given. */
  readonly default: number;
}

/** The operands of an operation for one operator: what a product is given, in order. */
export interface Signature {
  /** Name of the matrix operand; absent when the operation has none. */
  readonly matrix: string | undefined;
  readonly buffers: readonly BufferSlot[];
  readonly scalars: readonly ScalarSlot[];
  /** For each argument of a product, its place among the buffers, or −1 − its place among the scalars. */
  readonly places: readonly number[];
}

/** How a dense operand is to lie in memory; by rows without gaps, the matrices of a batch one after another, unless said otherwise. */
export interface DenseRequest {
  readonly order?: DenseOrder;
  readonly leadingDimension?: number;
  readonly batchStride?: number;
}

function invalid(operation: Operation, what: string): SpmvError {
  return new SpmvError('OPERATION.INVALID', `Operation '${operation.id}' is not valid: ${what}.`, {
    fix: 'Correct the operation: see Operation in @spmv/core.',
    details: { operation: operation.id },
  });
}

/** A size by name. Errors: `OPERATION.INVALID`. */
function sizeOf(operation: Operation, sizes: Sizes, name: string): number {
  const size = sizes[name];
  if (size !== undefined) return size;
  throw invalid(operation, `it has no size '${name}' (${Object.keys(sizes).join(', ')})`);
}

/** A dense matrix, or a batch of them, whose layout is asked for. */
export interface DenseShape {
  readonly rows: number;
  readonly cols: number;
  /** Default 1. */
  readonly batch?: number;
}

function layoutProblem(message: string, fix: string, details: Readonly<Record<string, unknown>>): SpmvError {
  return new SpmvError('OPERAND.LAYOUT', message, { fix, details });
}

/** The layout of an operand `what` of this shape. Errors: `OPERAND.LAYOUT`. */
export function denseLayout(what: string, shape: DenseShape, request: DenseRequest = {}): DenseLayout {
  const { rows, cols, batch = 1 } = shape;
  const { order = 'row' } = request;
  if (order !== 'row' && order !== 'column') {
    const fix = "Give the order 'row' or 'column', or leave it out.";
    throw layoutProblem(`${what} cannot be stored in order '${String(order)}'.`, fix, { what, order });
  }
  const least = Math.max(1, order === 'row' ? cols : rows);
  const { leadingDimension = least } = request;
  if (!Number.isSafeInteger(leadingDimension) || leadingDimension < least) {
    throw layoutProblem(
      `${what} has ${rows} × ${cols} elements in ${order} order: its leading dimension cannot be ${leadingDimension}.`,
      `Give an integer that is at least ${least}, or leave it out.`,
      { what, rows, cols, order, leadingDimension },
    );
  }
  const usual = leadingDimension * (order === 'row' ? rows : cols);
  const { batchStride = usual } = request;
  const one = { rows, cols, order, leadingDimension, batch: 1, batchStride: usual };
  if (batch === 1 && request.batchStride === undefined) return one;
  const extent = denseLength(one);
  if (!Number.isSafeInteger(batchStride) || (batchStride !== 0 && batchStride < extent)) {
    throw layoutProblem(
      `Each matrix of ${what} takes ${extent} elements: the batch stride cannot be ${batchStride}.`,
      `Give a batch stride that is at least ${extent}, or 0 if all are the same matrix, or leave it out.`,
      { what, rows, cols, order, leadingDimension, batch, batchStride },
    );
  }
  return { ...one, batch, batchStride };
}

/** Elements of a buffer that holds a dense matrix, or a batch; the last row or column ends with its last element. */
export function denseLength({ rows, cols, order, leadingDimension, batch, batchStride }: DenseLayout): number {
  if (rows === 0 || cols === 0 || batch === 0) return 0;
  const one = order === 'row' ? (rows - 1) * leadingDimension + cols : (cols - 1) * leadingDimension + rows;
  return (batch - 1) * batchStride + one;
}

/** The layouts of the dense operands, by name. */
export function layoutsOf({ buffers }: Pick<Signature, 'buffers'>): Readonly<Record<string, DenseLayout>> {
  return Object.fromEntries(buffers.flatMap(({ name, layout }) => (layout ? [[name, layout]] : [])));
}

/** The signature of an operation with these options and sizes. Errors: `OPERATION.INVALID`, `OPERAND.LAYOUT`. */
export function signatureOf(
  operation: Operation,
  options: Params,
  sizes: Sizes,
  layouts: Readonly<Record<string, DenseRequest>> = {},
): Signature {
  const operands = operation.operands(options);
  const matrices = operands.filter(({ role }) => role === 'matrix');
  const rest = operands.filter(({ role }) => role !== 'matrix');
  if (matrices.length > 1)
    throw invalid(operation, `it has ${matrices.length} stored matrices, but at most 1 is allowed`);
  const written = matrices.find((operand) => ((operand as { readonly access?: string }).access ?? 'read') !== 'read');
  if (written !== undefined)
    throw invalid(operation, `it writes the stored matrix '${written.name}', which no operation can in this version`);
  if (rest.length > MOST_OPERANDS) {
    throw invalid(
      operation,
      `it has ${rest.length} operands besides the matrix, but at most ${MOST_OPERANDS} are allowed`,
    );
  }
  if (new Set(operands.map(({ name }) => name)).size < operands.length)
    throw invalid(operation, 'two operands have the same name');
  const scalars: ScalarSlot[] = operands.flatMap((operand) =>
    operand.role === 'scalar' ? [{ name: operand.name, default: operand.default ?? Number.NaN }] : [],
  );
  const scalarPlace = (what: string, name: string): number => {
    const place = scalars.findIndex((scalar) => scalar.name === name);
    if (place < 0) throw invalid(operation, `${what} '${name}' is not one of its host scalars`);
    return place;
  };
  if (operation.sharing?.kind === 'elements') sizeOf(operation, sizes, operation.sharing.size);
  for (const name of operation.trivial.sizes) sizeOf(operation, sizes, name);
  for (const name of operation.trivial.scalars) scalarPlace('trivial scalar', name);
  const slotOf = (operand: BufferOperand): BufferSlot => {
    const { name, role, access } = operand;
    const factor =
      operand.access === 'update' && operand.factor !== undefined ? scalarPlace('factor', operand.factor) : -1;
    if (operand.role === 'vector') {
      const size = operand.length;
      return { name, role, access, factor, length: sizeOf(operation, sizes, size), size };
    }
    if (operand.role === 'device-scalar') {
      const { combine } = operand;
      return { name, role, access, factor, length: 1, ...(combine ? { combine } : {}) };
    }
    const size = (of: string): number => sizeOf(operation, sizes, of);
    const batch = operand.batch === undefined ? 1 : size(operand.batch);
    const layout = denseLayout(name, { rows: size(operand.rows), cols: size(operand.cols), batch }, layouts[name]);
    if (access !== 'read' && batch > 1 && layout.batchStride === 0) {
      const fix = `Leave the batch stride out: then each matrix of ${name} has its own place.`;
      throw layoutProblem(`${name} is written, and its ${batch} matrices share one place.`, fix, {
        operand: name,
        batch,
      });
    }
    return { name, role, access, factor, length: denseLength(layout), layout };
  };
  const buffers: BufferSlot[] = [];
  const places: number[] = [];
  let scalar = 0;
  for (const operand of operands) {
    if (operand.role === 'matrix') continue;
    if (operand.role === 'scalar') places.push(-1 - scalar++);
    else places.push(buffers.push(slotOf(operand)) - 1);
  }
  for (const name of Object.keys(layouts)) {
    if (!buffers.some((slot) => slot.name === name && slot.role === 'dense')) {
      throw new SpmvError('OPERAND.LAYOUT', `Operation '${operation.id}' has no dense operand '${name}'.`, {
        fix: 'Give `layouts` only for its dense operands.',
        details: { operation: operation.id, operand: name },
      });
    }
  }
  return { matrix: matrices[0]?.name, buffers, scalars, places };
}
