import { checkCoo } from '../data/check-coo.ts';
import type { AnyCoo, CooMatrix } from '../data/coo.ts';
import { isComplex } from '../data/coo.ts';
import { rowStartOf } from '../data/csr-view.ts';
import { allocate, elementTypeOf } from '../data/element.ts';
import type { ValueType } from '../data/precision.ts';
import { precisionOf } from '../data/precision.ts';
import type { RowSource } from '../data/row-source.ts';
import { checkRowLengths } from '../data/row-source.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import type { TargetId } from '../kernel/target.ts';
import type { Params } from '../params/param-space.ts';
import type { MatrixStructure, StructureOptions } from '../statistics/matrix-structure.ts';
import { structureOf, structureOfRowLengths } from '../statistics/matrix-structure.ts';
import { isCanonical, markBuilt } from './built-mark.ts';
import type { BuildRoom } from './build-room.ts';
import { buildComplex } from './complex-values.ts';
import type { SparseFormat } from './sparse-format.ts';
import type { StorageLimits, StoragePlan } from './storage-plan.ts';
import { planStorage } from './storage-plan.ts';
import type { StoredMatrix } from './stored-matrix.ts';

/** What to build: all optional, with the format's own defaults. */
export interface BuildOptions extends StorageLimits {
  readonly params?: Params;
  /** Default `f64`. Of complex entries pairs of it. */
  readonly valueType?: ValueType;
  /** Language of the kernel that will read the matrix, used for the parameters that the format suggests; default: no particular one. */
  readonly target?: TargetId;
  /**
   * Whether the matrix may be made of arrays of the entries rather than of copies, where its format has such: 12 bytes an entry less in CSR. Then neither may be changed
   * while the matrix is used. Default false.
   */
  readonly share?: boolean;
  /** Where arrays that are not those of the entries are made, for a matrix that `prepare` of a backend is then given. Default: memory of the engine. Complex entries have no use for it. */
  readonly room?: Pick<BuildRoom, 'allocate'> | undefined;
  /** What `planStorage` said of these entries and this format, not refused: they are not planned again, and `params`, `valueType`, `target` and `maxBytes` are its. */
  readonly plan?: StoragePlan;
}

/** Errors: `FORMAT.INVALID` where entries are not canonical. Each object is looked at once. */
export function requireCanonical(coo: AnyCoo): void {
  if (isCanonical(coo)) return;
  const [finding] = checkCoo(coo);
  throw new SpmvError('FORMAT.INVALID', `The entries are not canonical: ${finding?.message} (${finding?.invariant}).`, {
    fix: 'Make them with cooFromEntries, which sorts them, adds up duplicates and checks every index.',
    details: { findings: [finding] },
  });
}

function targetOf({ target }: BuildOptions): StructureOptions {
  return target === undefined ? {} : { target };
}

/** Where its arrays lie. */
type Placing = Pick<BuildOptions, 'share' | 'room'>;

/** A planned matrix with zeroed arrays, but for those of the layout that are `copyOf` one of the entries. */
function matrixOf(
  { layout }: SparseFormat,
  { arrays, format, params, valueType, scalars }: StoragePlan,
  { shape, nnz }: Pick<StoredMatrix, 'shape' | 'nnz'>,
  coo?: CooMatrix,
  { share = false, room = { allocate: (_what, element, length) => allocate(element, length) } }: Placing = {},
): StoredMatrix {
  const made = Object.entries(arrays).map(([name, { element, length }]) => {
    const of = layout[name]?.copyOf;
    const entries = coo && of && (of === 'rowStart' ? (coo.rowStart ?? rowStartOf(coo)) : coo[of]);
    if (share && entries && elementTypeOf(entries) === element) return [name, entries] as const;
    const array = room.allocate(name, element, length);
    if (entries) array.set(entries);
    return [name, array] as const;
  });
  return { format, shape: { ...shape }, nnz, valueType, params, scalars, arrays: Object.fromEntries(made) };
}

/** The matrix of a plan that is not refused: what {@link buildMatrix} makes, but not marked as such. For who tests formats. */
export function buildPlanned(
  format: SparseFormat,
  plan: StoragePlan,
  coo: AnyCoo,
  { share, room }: Placing = {},
): StoredMatrix {
  const shared = share === undefined ? {} : { share };
  if (isComplex(coo)) {
    const make = (real: StoragePlan, places: CooMatrix, beside: Placing['room']): StoredMatrix =>
      buildPlanned(format, real, places, { ...shared, room: beside });
    return buildComplex(plan, coo, make, room);
  }
  const matrix = matrixOf(format, plan, { shape: coo.shape, nnz: coo.values.length }, coo, {
    ...shared,
    ...(room ? { room } : {}),
  });
  format.build(coo, matrix);
  return matrix;
}

/** Plans, refuses what does not fit, and builds by `make`. */
function planAndBuild(
  format: SparseFormat,
  structure: MatrixStructure,
  options: BuildOptions,
  make: (plan: StoragePlan) => StoredMatrix,
  components: 1 | 2 = 1,
): StoredMatrix {
  const precision = precisionOf(options.valueType ?? 'f64', components);
  const plan = options.plan ?? planStorage(format, structure, options.params ?? {}, precision, options);
  if (plan.refusal !== undefined) {
    throw new SpmvError('FORMAT.REFUSED', `Format '${format.id}' is refused for this matrix: ${plan.refusal}.`, {
      fix: plan.fix,
      details: { format: format.id, params: plan.params, bytes: plan.hostBytes, padding: plan.padding },
    });
  }
  try {
    return markBuilt(make(plan), format);
  } catch (cause) {
    // A stack that overflowed is a fault of the format, not a lack of memory.
    if (!(cause instanceof RangeError) || cause.message.includes('call stack')) throw cause;
    throw new SpmvError(
      'FORMAT.OUT_OF_MEMORY',
      `Building format '${format.id}' (${plan.hostBytes} bytes) failed: ${cause.message}`,
      {
        fix: 'Free memory, or choose a smaller format.',
        details: { format: format.id, bytes: plan.hostBytes },
        cause,
      },
    );
  }
}

/**
 * A in `format`, planned first: where it does not fit, it is refused before anything is built.
 *
 * Of complex entries any format has pairs in the place of numbers; one whose fit depends on values refuses them.
 *
 * Reads `coo`, checks once that it is canonical, shares no memory with it unless that is asked for; the contents of its arrays must not change between builds.
 * The result is frozen, but for the contents of its arrays, and known to be core's own: `Backend.prepare` does not check it again. A
 * clone or a changed copy is not.
 *
 * Errors: `FORMAT.INVALID` when `coo` is not canonical, `FORMAT.REFUSED` with the predicted bytes, `PARAM.*`,
 * `FORMAT.OUT_OF_MEMORY` when the engine cannot allocate what was planned.
 */
export function buildMatrix(format: SparseFormat, coo: AnyCoo, options: BuildOptions = {}): StoredMatrix {
  requireCanonical(coo);
  const make = (plan: StoragePlan): StoredMatrix => buildPlanned(format, plan, coo, options);
  return planAndBuild(format, structureOf(coo, targetOf(options)), options, make, coo.components);
}

/**
 * The same from a source of rows, of any number of entries: memory is the result, the lengths of the rows and one batch. Planned from the
 * lengths alone. Each batch is checked as it is read. A format that cannot be built row by row is built of the source's COO, where it has one.
 *
 * Errors: those of {@link buildMatrix}; `FORMAT.REFUSED` also where the format needs all entries at once and the source has no COO.
 */
export function buildMatrixFromRows(format: SparseFormat, source: RowSource, options: BuildOptions = {}): StoredMatrix {
  if (!format.buildFromRows) {
    if (source.coo) return buildMatrix(format, source.coo, options);
    throw new SpmvError('FORMAT.REFUSED', `Format '${format.id}' is built from all entries at once, not row by row.`, {
      fix: 'Choose csr or csr64. With at most 2^31-1 entries you can also build it from cooOfRows(source), which takes 16 bytes per entry.',
      details: { format: format.id, ...source.shape },
    });
  }
  checkRowLengths(source);
  const structure = { ...structureOfRowLengths(source.shape, source.rowLength), ...targetOf(options) };
  return planAndBuild(format, structure, options, (plan) => {
    const matrix = matrixOf(format, plan, structure);
    format.buildFromRows?.(source, matrix);
    return matrix;
  });
}
