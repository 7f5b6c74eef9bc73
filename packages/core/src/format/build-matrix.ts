import { checkCoo } from '../data/check-coo.ts';
import type { CooMatrix } from '../data/coo.ts';
import type { ValueType } from '../data/precision.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import type { TargetId } from '../kernel/target.ts';
import type { Params } from '../params/param-space.ts';
import { structureOf } from '../statistics/matrix-structure.ts';
import { isCanonical, markBuilt, markCanonical } from './built-mark.ts';
import type { SparseFormat } from './sparse-format.ts';
import type { StorageLimits } from './storage-plan.ts';
import { planStorage } from './storage-plan.ts';
import type { StoredMatrix } from './stored-matrix.ts';

/** What to build: all optional, with the format's own defaults. */
export interface BuildOptions extends StorageLimits {
  readonly params?: Params;
  /** Default `f64`. */
  readonly valueType?: ValueType;
  /** Language of the kernel that will read the matrix, for the parameters the format suggests; default none in particular. */
  readonly target?: TargetId;
}

function requireCanonical(coo: CooMatrix): void {
  if (isCanonical(coo)) return;
  const [finding] = checkCoo(coo);
  if (finding) {
    throw new SpmvError('FORMAT.INVALID', `The entries are not canonical: ${finding.message} (${finding.invariant}).`, {
      fix: 'Make them with cooFromEntries, which sorts them, adds up what is twice and checks every index.',
      details: { findings: [finding] },
    });
  }
  markCanonical(coo);
}

/**
 * A in `format`, planned first and refused rather than attempted where it does not fit.
 *
 * Reads `coo`, checks once that it is canonical, shares no memory with it; the contents of its arrays must not change between builds.
 * The result is frozen, but for the contents of its arrays, and known to be core's own: `Backend.prepare` does not check it again. A
 * clone or a changed copy is not.
 *
 * Errors: `FORMAT.INVALID` when `coo` is not canonical, `FORMAT.REFUSED` with the predicted bytes, `PARAM.*`,
 * `FORMAT.OUT_OF_MEMORY` when the engine cannot allocate what was planned.
 */
export function buildMatrix(format: SparseFormat, coo: CooMatrix, options: BuildOptions = {}): StoredMatrix {
  requireCanonical(coo);
  const valueType = options.valueType ?? 'f64';
  const structure = structureOf(coo, options.target === undefined ? {} : { target: options.target });
  const plan = planStorage(format, structure, options.params ?? {}, valueType, options);
  if (plan.refusal !== undefined) {
    throw new SpmvError('FORMAT.REFUSED', `Format '${format.id}' is refused for this matrix: ${plan.refusal}.`, {
      fix: plan.fix,
      details: { format: format.id, params: plan.params, bytes: plan.bytes, padding: plan.padding },
    });
  }
  try {
    return markBuilt(format.build(coo, plan.params, valueType));
  } catch (cause) {
    // A stack that overflowed is a fault of the format, not a lack of memory.
    if (!(cause instanceof RangeError) || cause.message.includes('call stack')) throw cause;
    throw new SpmvError(
      'FORMAT.OUT_OF_MEMORY',
      `Building format '${format.id}' (${plan.bytes} bytes) failed: ${cause.message}`,
      {
        fix: 'Free memory, or choose a smaller format.',
        details: { format: format.id, bytes: plan.bytes },
        cause,
      },
    );
  }
}
