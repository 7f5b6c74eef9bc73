import type { CooMatrix, Shape } from '../data/coo.ts';
import { rowLengthOf } from '../data/csr-view.ts';
import type { Precision, ValueType } from '../data/precision.ts';
import { PRECISIONS } from '../data/precision.ts';
import type { RowSource } from '../data/row-source.ts';
import { checkRowLengths, entriesOf } from '../data/row-source.ts';
import type { RowStripe } from '../data/row-stripe.ts';
import { cutRows, stripeOfRows, stripesOfCoo, STRIPE_ROWS } from '../data/row-stripe.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import type { Params } from '../params/param-space.ts';
import type { MatrixStructure } from '../statistics/matrix-structure.ts';
import { structureOf, structureOfRowLengths } from '../statistics/matrix-structure.ts';
import type { BuildOptions } from './build-matrix.ts';
import { buildMatrix, buildMatrixFromRows, requireCanonical } from './build-matrix.ts';
import type { SparseFormat } from './sparse-format.ts';
import { formatBytes } from './format-bytes.ts';
import { planStorage } from './storage-plan.ts';
import type { StoredMatrix } from './stored-matrix.ts';

/** How to cut a matrix: into stripes that take at most so many bytes each, or into so many of equal work. */
export type Cut = { readonly maxStripeBytes: number } | { readonly count: number };

/** What to build: `maxBytes` is of one stripe. */
export interface StripeOptions extends Omit<BuildOptions, 'valueType'> {
  /** Precision in which values are stored where products read them; it prices the stripes. Default `f64`. */
  readonly precision?: Precision;
}

/**
 * A matrix as consecutive stripes of its rows, each a matrix of its own in one format with the same parameters. Stripes are built when they are asked for, so that
 * nobody has to hold all of them.
 */
export interface StripedMatrix {
  readonly format: string;
  /** Of all stripes together. */
  readonly shape: Shape;
  readonly nnz: number;
  readonly valueType: ValueType;
  readonly params: Params;
  /** In order; together they are all rows. None where there are no rows. */
  readonly stripes: readonly RowStripe[];
  /** Bytes of the arrays of all stripes where products read them. */
  readonly bytes: number;
  /** Builds a stripe, anew each time. Errors: those of `buildMatrix`. */
  build(stripe: number): StoredMatrix;
}

/** The matrix, by stripes. */
interface Cuttable {
  readonly shape: Shape;
  readonly rowLength: Int32Array;
  readonly nnz: number;
  readonly structure: MatrixStructure;
  structureOf(stripe: RowStripe): MatrixStructure;
  build(format: SparseFormat, stripe: RowStripe, options: BuildOptions): StoredMatrix;
}

function cuttableCoo(coo: CooMatrix, target: BuildOptions['target']): Cuttable {
  requireCanonical(coo);
  const options = target === undefined ? {} : { target };
  const stripeOf = stripesOfCoo(coo);
  return {
    shape: coo.shape,
    rowLength: rowLengthOf(coo),
    nnz: coo.values.length,
    structure: structureOf(coo, options),
    structureOf: (stripe) => structureOf(stripeOf(stripe), options),
    build: (format, stripe, given) => buildMatrix(format, stripeOf(stripe), given),
  };
}

function cuttableRows(source: RowSource, target: BuildOptions['target']): Cuttable {
  checkRowLengths(source);
  const structureAt = ({ shape, rowLength }: RowSource): MatrixStructure => ({
    ...structureOfRowLengths(shape, rowLength),
    ...(target === undefined ? {} : { target }),
  });
  return {
    shape: source.shape,
    rowLength: source.rowLength,
    nnz: entriesOf(source),
    structure: structureAt(source),
    structureOf: (stripe) => structureAt(stripeOfRows(source, stripe)),
    build: (format, stripe, given) => buildMatrixFromRows(format, stripeOfRows(source, stripe), given),
  };
}

const isCoo = (matrix: CooMatrix | RowSource): matrix is CooMatrix => 'values' in matrix;

function refused({ id }: SparseFormat, { begin, end }: RowStripe, reason: string, fix: string): SpmvError {
  return new SpmvError('FORMAT.REFUSED', `Format '${id}' is refused for rows ${begin} to ${end - 1}: ${reason}.`, {
    fix,
    details: { format: id, begin, end },
  });
}

/** Stripes to begin with: as many as the whole matrix would need. */
function countFor(bytes: number, cut: Cut): number {
  return 'count' in cut ? cut.count : Math.max(1, Math.ceil(bytes / cut.maxStripeBytes));
}

/**
 * A in `format` as stripes of rows, planned at once and built one by one: what a device is given that holds it only in parts, or of which several share it.
 * Parameters of the format are decided by the whole matrix. Reads the matrix at each `build`; it must not change meanwhile.
 *
 * Errors: `FORMAT.REFUSED` with the bytes where {@link STRIPE_ROWS} rows alone take more than `maxStripeBytes`, or where the format refuses a stripe; `FORMAT.INVALID`, `PARAM.*`.
 */
export function buildStripes(
  format: SparseFormat,
  matrix: CooMatrix | RowSource,
  cut: Cut,
  options: StripeOptions = {},
): StripedMatrix {
  const { precision = 'f64', maxBytes, ...given } = options;
  const valueType = PRECISIONS[precision].host;
  const whole = isCoo(matrix) ? cuttableCoo(matrix, options.target) : cuttableRows(matrix, options.target);
  const limits = maxBytes === undefined ? {} : { maxBytes };
  const all = planStorage(format, whole.structure, options.params ?? {}, precision, { maxBytes: Infinity });
  const { params } = all;
  let bytes = 0;
  /** The stripe where it fits, else its parts. */
  const fitting = (stripe: RowStripe): readonly RowStripe[] => {
    const plan = planStorage(format, whole.structureOf(stripe), params, precision, limits);
    if (!('maxStripeBytes' in cut) || plan.bytes <= cut.maxStripeBytes) {
      if (plan.refusal !== undefined) throw refused(format, stripe, plan.refusal, plan.fix);
      bytes += plan.bytes;
      return [stripe];
    }
    const parts = cutRows(whole.rowLength, 2, stripe);
    if (parts.length > 1) return parts.flatMap(fitting);
    const most = `they take ${formatBytes(plan.bytes)}, and a stripe may take ${formatBytes(cut.maxStripeBytes)}`;
    const fix = `Choose a format that needs less memory, or a device with more. Rows are cut at multiples of ${STRIPE_ROWS}.`;
    throw refused(format, stripe, most, fix);
  };
  const stripes = cutRows(whole.rowLength, countFor(all.bytes, cut)).flatMap(fitting);
  return {
    format: format.id,
    shape: { ...whole.shape },
    nnz: whole.nnz,
    valueType,
    params,
    stripes,
    bytes,
    build(index) {
      const stripe = stripes[index];
      if (!stripe) throw new RangeError(`there are ${stripes.length} stripes, and none is number ${index}`);
      return whole.build(format, stripe, { ...given, ...limits, params, valueType });
    },
  };
}
