import type { AnyCoo, MatrixStructure, Params, Precision, SparseFormat, StoragePlan, TargetId } from '@spmv/core';
import { planStorage, resolveParams, structureFor, structureOf } from '@spmv/core';
import { sampleOf, windowsOf } from './sample.ts';
import type { MatrixTraits } from './traits.ts';
import { traitsOf } from './traits.ts';

/** Rows that planning a format may visit: of the order of the entries. */
const ROWS_BESIDES_ENTRIES = 2 ** 22;

/** What is known of a matrix before anything is tried. Whoever asks for advice on it several times gives it each time: no format is then planned twice. */
export interface Examined {
  readonly coo: AnyCoo;
  readonly traits: MatrixTraits;
  readonly structure: MatrixStructure;
  /** The same of a sample, where the matrix is so large that one says sooner which formats are worth planning. */
  readonly sample: Examined | undefined;
  /** What a format would store at these parameters and its usual ones; kept, since looking at 10⁷ entries takes a while. Errors: those of `planStorage`. */
  planOf(format: SparseFormat, target: TargetId, stored: Precision, maxBytes: number, params?: Params): StoragePlan;
}

/** Counts rows; formats are planned when they are first asked for. Reads `coo`, which is not to change; keeps it, the lengths of its rows and the plans. */
export function examine(coo: AnyCoo): Examined {
  const windows = windowsOf(coo);
  const structure = structureOf(coo, { maxRows: ROWS_BESIDES_ENTRIES + 64 * coo.colIndex.length });
  const traits = traitsOf(coo, structure.rows, windows?.ranges);
  const points = new Map<string, Params>();
  const plans = new Map<SparseFormat, Map<string, StoragePlan>>();
  let sample: Examined | undefined;
  return {
    coo,
    traits,
    structure,
    get sample() {
      if (windows) sample ??= examine(sampleOf(coo, windows));
      return sample;
    },
    planOf(format, target, stored, maxBytes, params = {}) {
      const ofFormat = plans.get(format) ?? new Map<string, StoragePlan>();
      plans.set(format, ofFormat);
      // What is stored depends on the target by what is suggested for it alone.
      const own = structureFor(structure, target);
      const asked = JSON.stringify([format.id, target, params]);
      const point = points.get(asked) ?? resolveParams(format.params, params, own, `format '${format.id}'`);
      points.set(asked, point);
      const key = JSON.stringify([stored, maxBytes, point]);
      const plan = ofFormat.get(key) ?? planStorage(format, own, point, stored, { maxBytes });
      ofFormat.set(key, plan);
      return plan;
    },
  };
}

/** What the caller knows of a matrix, or finds out now. Errors: `RangeError` for what was found out of another one. */
export function examinedOf({
  coo,
  examined = examine(coo),
}: {
  readonly coo: AnyCoo;
  readonly examined?: Examined;
}): Examined {
  if (examined.coo !== coo) throw new RangeError('what is known is of another matrix');
  return examined;
}
