import type { Backend, KernelPrecision, Operator, ValueArray, Vector, Workload } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import {
  gapsOf,
  isGap,
  numbersOf,
  operandList,
  PRECISIONS,
  referencesOf,
  scalarValues,
  unreadOperands,
  valueArray,
  writtenOperands,
} from '@spmv/core';
import { judge } from '@spmv/core/oracle';
import type { FailureDetails } from '../case/conformance-error.ts';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { oncePer } from '../case/once-per.ts';
import { randomVector } from '../generators/vectors.ts';
import { exactText, poisonOf, rounded } from '../kernel/trial.ts';

/** One product of any operation: its operands before, its host scalars, and what should be written. */
export interface OperationTrial {
  readonly workload: Workload;
  readonly precision: KernelPrecision;
  readonly name: string;
  readonly scalars: Readonly<Record<string, number>>;
  /** Contents of every operand, poisoned where they must not be read. */
  readonly buffers: Readonly<Record<string, ValueArray>>;
  readonly references: Readonly<Record<string, Reference>>;
}

/** What is in operands that must not be read. */
export type Poison = 'finite' | 'nan';

/** Which numbers of a dense operand are gaps between its rows, columns or matrices, which nobody may read or write. */
function gapTest(
  workload: Workload,
  name: string,
  { precision }: KernelPrecision,
): ((place: number) => boolean) | undefined {
  const { components } = PRECISIONS[precision];
  const layout = workload.signature.buffers.find((slot) => slot.name === name)?.layout;
  const gaps = layout && gapsOf(layout);
  return gaps && ((place) => isGap(gaps, Math.floor(place / components)));
}

const drawnTrials = oncePer((_matrix: object) => oncePer((_operation: object) => new Map<string, OperationTrial>()));

/** A trial with random operands, those of each buffer below the factor in `sizes` that is its turn. All kernels share it. */
export function createOperationTrial(
  workload: Workload,
  precision: KernelPrecision,
  given: Readonly<Record<string, number>> = {},
  poison: Poison = 'finite',
  sizes: readonly number[] = [1],
): OperationTrial {
  const scalars = scalarValues(workload, given);
  const { operation, coo, options, sizes: extents, layouts } = workload;
  const known = drawnTrials(coo ?? operation)(operation);
  const numbers = [...Object.values(scalars), ...sizes].map(exactText);
  const key = JSON.stringify([options, extents, layouts, precision, numbers, poison]);
  const found = known.get(key);
  if (found) return found;
  const unread = unreadOperands(workload, scalars);
  const host = PRECISIONS[precision.precision].host;
  const bad = poison === 'nan' ? Number.NaN : poisonOf(precision.precision);
  const buffers = Object.fromEntries(
    workload.signature.buffers.map(({ name, length: elements }, b) => {
      const length = numbersOf(precision.precision, elements);
      const contents = unread.has(name)
        ? valueArray(host, length).fill(bad)
        : rounded(
            randomVector(length, { seed: 11 + 12 * b }).map((value) => value * sizes[b % sizes.length]),
            precision.precision,
          );
      const inGap = gapTest(workload, name, precision);
      if (inGap) for (let e = 0; e < length; e++) if (inGap(e)) contents[e] = bad;
      return [name, contents];
    }),
  );
  const name = Object.entries(scalars)
    .map(([scalar, value]) => `${scalar}=${value}`)
    .join(', ');
  const references = referencesOf(workload, buffers, scalars, precision);
  const trial = { workload, precision, name, scalars, buffers, references };
  known.set(key, trial);
  return trial;
}

/** The vectors of a trial on a device. */
export interface TrialVectors {
  readonly handles: Readonly<Record<string, Vector>>;
  dispose(): Promise<void>;
}

/** Puts the operands of a trial on a device. */
export async function placeTrial(
  backend: Backend,
  { workload, buffers, precision }: OperationTrial,
): Promise<TrialVectors> {
  const made: Vector[] = [];
  const dispose = async (): Promise<void> => {
    for (const vector of made.splice(0)) await vector.dispose();
  };
  try {
    const handles: Record<string, Vector> = {};
    for (const { name, layout } of workload.signature.buffers) {
      // A copy: a trial is used again, whatever a backend does to the host's arrays.
      const data = buffers[name].slice();
      const vector = layout
        ? backend.dense(layout.rows, layout.cols, { ...layout, data, precision: precision.precision })
        : backend.vector(data, precision.precision);
      made.push(vector);
      handles[name] = vector;
    }
    return { handles, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** What a product leaves in every operand, by name; computed by itself or as a sequence of one. */
export async function computeTrial(
  backend: Backend,
  operator: Operator,
  trial: OperationTrial,
  as: 'product' | 'sequence' = 'product',
): Promise<Readonly<Record<string, ValueArray>>> {
  const { handles, dispose } = await placeTrial(backend, trial);
  try {
    const operands = operandList(trial.workload, handles, trial.scalars);
    if (as === 'product') operator.apply(...operands);
    else {
      const sequence = await backend.sequence([{ operator, operands }]);
      sequence.run();
      await sequence.dispose();
    }
    const results: Record<string, ValueArray> = {};
    for (const [name, vector] of Object.entries(handles)) results[name] = await vector.read();
    return results;
  } finally {
    await dispose();
  }
}

/** Judges what a product wrote, and that it left everything else alone. Throws with the worst element. */
export function checkTrial(
  trial: OperationTrial,
  results: Readonly<Record<string, ValueArray>>,
  promise: string,
  where: FailureDetails,
  recorder: Recorder,
): void {
  const { workload, references, precision, buffers, scalars } = trial;
  const written = writtenOperands(workload);
  let judged = 0;
  let worst = 0;
  for (const { name } of workload.signature.buffers) {
    const result = results[name];
    const before = buffers[name];
    const inGap = gapTest(workload, name, precision);
    for (let e = 0; e < result.length; e++) {
      if ((written.includes(name) && inGap?.(e) !== true) || Object.is(result[e], before[e])) continue;
      ensure(false, promise, `${name}[${e}] was written, which is ${inGap ? 'a gap' : 'only read'}`, {
        ...where,
        ...scalars,
        seed: recorder.seed,
      });
    }
    const reference = references[name];
    if (!written.includes(name)) continue;
    ensure(reference !== undefined, promise, `the operation has no reference of '${name}'`, where);
    // A reference of all elements of memory has the gaps, too, which were looked at above.
    const withGaps = inGap && !reference.elements;
    const compared = withGaps ? result.map((value, e) => (inGap(e) ? reference.high[e] : value)) : result;
    const report = judge(compared, reference, precision.accumulator);
    ensure(report.errorRatio <= 1, promise, () => `${name}[${report.row}] is ${report.got}, not ${report.expected}`, {
      ...where,
      ...scalars,
      seed: recorder.seed,
      'error ratio': report.errorRatio,
      bound: report.bound,
      'wrong elements': report.failures,
    });
    judged += report.compared - report.unjudged;
    worst = Math.max(worst, report.errorRatio);
  }
  const { trivial } = workload.operation;
  const asked =
    trivial.sizes.every((name) => workload.sizes[name] !== 0) && trivial.scalars.every((name) => scalars[name] !== 0);
  // A product of which no element could be judged compares nothing; a trivial one asks no kernel.
  if (!asked) recorder.compare(worst);
  else if (judged > 0) recorder.product(worst);
  else recorder.refuse('every element may overflow in some order of summation');
}
