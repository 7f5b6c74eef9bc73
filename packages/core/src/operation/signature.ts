import { SpmvError } from '../errors/spmv-error.ts';
import type { Params } from '../params/param-space.ts';
import type { BufferOperand, DenseLayout, DenseOrder, Sizes } from './operand.ts';
import type { Operation } from './operation.ts';

/** Most operands of an operation besides its matrix: what threads are told of a product fits one line of the cache. */
const MOST_OPERANDS = 12;

/** One operand in memory, with everything decided. */
export interface BufferSlot {
  readonly name: string;
  readonly role: BufferOperand['role'];
  readonly access: 'read' | 'write' | 'update';
  /** Place, among the host scalars, of the factor of an operand that is updated; −1 for others. */
  readonly factor: number;
  /** Elements. */
  readonly length: number;
  /** The size by name that a vector's length is, for messages. */
  readonly size?: string;
  /** Dense operands only. */
  readonly layout?: DenseLayout;
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

/** How a dense operand is to lie in memory; by rows without gaps unless said otherwise. */
export interface DenseRequest {
  readonly order?: DenseOrder;
  readonly leadingDimension?: number;
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

/** The layout of `rows` × `cols` elements. Errors: `OPERAND.LAYOUT`. */
export function denseLayout(what: string, rows: number, cols: number, request: DenseRequest = {}): DenseLayout {
  const { order = 'row' } = request;
  if (order !== 'row' && order !== 'column') {
    throw new SpmvError('OPERAND.LAYOUT', `${what} cannot lie by '${String(order)}'.`, {
      fix: "Give the order 'row' or 'column', or leave it out.",
      details: { what, order },
    });
  }
  const least = order === 'row' ? cols : rows;
  const { leadingDimension = Math.max(1, least) } = request;
  if (Number.isSafeInteger(leadingDimension) && leadingDimension >= Math.max(1, least)) {
    return { rows, cols, order, leadingDimension };
  }
  throw new SpmvError(
    'OPERAND.LAYOUT',
    `${what} of ${rows} × ${cols} elements by ${order}s cannot have a leading dimension of ${leadingDimension}.`,
    {
      fix: `Give a whole number of at least ${Math.max(1, least)}, or leave it out.`,
      details: { what, rows, cols, order, leadingDimension },
    },
  );
}

/** Elements of a buffer that holds a dense matrix; the last row or column ends with its last element. */
export function denseLength({ rows, cols, order, leadingDimension }: DenseLayout): number {
  if (rows === 0 || cols === 0) return 0;
  return order === 'row' ? (rows - 1) * leadingDimension + cols : (cols - 1) * leadingDimension + rows;
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
    throw invalid(operation, `it has ${matrices.length} stored matrices, and at most 1 is possible`);
  if (rest.length > MOST_OPERANDS) {
    throw invalid(
      operation,
      `it has ${rest.length} operands besides the matrix, and at most ${MOST_OPERANDS} are possible`,
    );
  }
  if (new Set(operands.map(({ name }) => name)).size < operands.length)
    throw invalid(operation, 'two operands have one name');
  const scalars: ScalarSlot[] = operands.flatMap((operand) =>
    operand.role === 'scalar' ? [{ name: operand.name, default: operand.default ?? Number.NaN }] : [],
  );
  const scalarPlace = (what: string, name: string): number => {
    const place = scalars.findIndex((scalar) => scalar.name === name);
    if (place < 0) throw invalid(operation, `${what} '${name}' is not one of its host scalars`);
    return place;
  };
  for (const name of operation.trivial.sizes) sizeOf(operation, sizes, name);
  for (const name of operation.trivial.scalars) scalarPlace('trivial scalar', name);
  const slotOf = (operand: BufferOperand): BufferSlot => {
    const { name, role, access } = operand;
    const factor = operand.access === 'update' ? scalarPlace('factor', operand.factor) : -1;
    if (operand.role === 'vector') {
      const size = operand.length;
      return { name, role, access, factor, length: sizeOf(operation, sizes, size), size };
    }
    if (operand.role === 'device-scalar') return { name, role, access, factor, length: 1 };
    const rows = sizeOf(operation, sizes, operand.rows);
    const layout = denseLayout(name, rows, sizeOf(operation, sizes, operand.cols), layouts[name]);
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
        fix: 'Name its dense operands alone in layouts.',
        details: { operation: operation.id, operand: name },
      });
    }
  }
  return { matrix: matrices[0]?.name, buffers, scalars, places };
}
