import type {
  Backend,
  CooMatrix,
  MatrixStructure,
  Registry,
  Operator,
  SpmvArguments,
  StoredMatrix,
  ValueType,
  Vector,
} from '@spmv/core';
import { buildMatrix, isSpmvError, SpmvError, structureOf, valueArray, spmv } from '@spmv/core';
import type { PlanCandidate } from './plan-candidates.ts';
import { planCandidates, quickChoice } from './plan-candidates.ts';

/** What {@link planSpmv} chooses for, and how much it may cost. */
export interface PlanOptions {
  /** An opened backend `cuda`. */
  readonly backend: Backend;
  /** Where kernels and formats are looked up; candidates whose format or kernel is not there are left out. */
  readonly registry: Registry;
  readonly coo: CooMatrix;
  readonly precision?: ValueType;
  /** `timed` (default) times the candidates on the device; `quick` takes what the structure speaks for, in CSR. */
  readonly effort?: 'quick' | 'timed';
  /** Timings of each candidate, of which the median counts. Default 7. */
  readonly runs?: number;
}

/** One candidate with what came of it. */
export interface PlanEvidence extends PlanCandidate {
  /** Milliseconds of one product, caches hot; absent where it was refused or not timed. */
  readonly milliseconds?: number;
  readonly bytesResident?: number;
  readonly convertMs?: number;
  readonly prepareMs?: number;
  /** Why it could not be used. */
  readonly refused?: string;
}

/** A prepared operator and how it was chosen. Dispose of the operator as of any other. */
export interface SpmvPlan {
  readonly operator: Operator<SpmvArguments>;
  readonly choice: PlanEvidence;
  readonly evidence: readonly PlanEvidence[];
  /** What choosing cost: conversions, copies to the device, analyses and timings. */
  readonly planMs: number;
  /** planMs in products of this matrix by the choice; absent where nothing was timed. */
  readonly planProducts?: number;
}

interface Trial {
  readonly evidence: PlanEvidence;
  readonly operator?: Operator<SpmvArguments>;
}

const median = (samples: Float64Array): number => samples.slice().sort()[samples.length >> 1] as number;

/** Builds and prepares candidates, one stored matrix kept at a time: candidates of one format and parameters follow one another. */
function createTrials(options: PlanOptions, x: Vector, y: Vector): (candidate: PlanCandidate) => Promise<Trial> {
  const { backend, registry, coo, precision = 'f64', runs = 7, effort = 'timed' } = options;
  let kept: { readonly key: string; readonly matrix: StoredMatrix } | undefined;
  return async (candidate) => {
    try {
      const kernel = registry.kernel(candidate.kernel);
      const key = String(kernel.format) + JSON.stringify(candidate.formatParams);
      const begin = performance.now();
      if (kept?.key !== key)
        kept = {
          key,
          matrix: buildMatrix(registry.format(kernel.format ?? ''), coo, {
            params: candidate.formatParams,
            valueType: precision,
          }),
        };
      const converted = performance.now();
      const operator = await backend.prepare({
        operation: spmv,
        matrix: kept.matrix,
        kernel,
        params: candidate.kernelParams,
      });
      const prepared = performance.now();
      const evidence: PlanEvidence = {
        ...candidate,
        bytesResident: operator.bytesResident,
        convertMs: converted - begin,
        prepareMs: prepared - converted,
      };
      if (effort === 'quick') return { evidence, operator };
      try {
        const samples = await operator.time([x, y], { runs });
        return { evidence: samples ? { ...evidence, milliseconds: median(samples) } : evidence, operator };
      } catch (error) {
        await operator.dispose();
        throw error;
      }
    } catch (error) {
      if (!isSpmvError(error)) throw error;
      return { evidence: { ...candidate, refused: error.message } };
    }
  };
}

/** The best of the candidates, all others disposed of, also where an error ends the search. */
async function chooseBest(
  candidates: readonly PlanCandidate[],
  attempt: (candidate: PlanCandidate) => Promise<Trial>,
): Promise<{ readonly best: Trial | undefined; readonly evidence: readonly PlanEvidence[] }> {
  let best: Trial | undefined;
  const evidence: PlanEvidence[] = [];
  try {
    for (const candidate of candidates) {
      const trial = await attempt(candidate);
      evidence.push(trial.evidence);
      if (!trial.operator) continue;
      const isBetter = !best || (trial.evidence.milliseconds ?? Infinity) < (best.evidence.milliseconds ?? Infinity);
      const worse = isBetter ? best : trial;
      if (isBetter) best = trial;
      await worse?.operator?.dispose();
    }
  } catch (error) {
    await best?.operator?.dispose();
    throw error;
  }
  return { best, evidence };
}

/** Runs `work` with x = 1 and a y for this matrix, which are disposed of however it ends. */
async function withVectors<R>(
  { backend, coo, precision = 'f64' }: PlanOptions,
  work: (x: Vector, y: Vector) => Promise<R>,
): Promise<R> {
  const x = await backend.vector(valueArray(precision, coo.shape.cols).fill(1));
  try {
    const y = await backend.vector(coo.shape.rows, precision);
    try {
      return await work(x, y);
    } finally {
      await y.dispose();
    }
  } finally {
    await x.dispose();
  }
}

/**
 * Chooses format, kernel and parameters for a matrix on this device and prepares the operator: candidates by rule from the structure,
 * the best by timing, with the evidence. Costs a conversion and a few dozen products for each candidate; `quick` costs the copy of CSR
 * to the device.
 *
 * Errors: `KERNEL.NO_CANDIDATE` when the registry has none of the kernels and formats, and those of `Backend.vector`.
 */
export async function planSpmv(options: PlanOptions): Promise<SpmvPlan> {
  const { coo, effort = 'timed' } = options;
  const begin = performance.now();
  const structure: MatrixStructure = structureOf(coo);
  const candidates = effort === 'quick' ? [quickChoice(structure)] : planCandidates(structure);
  let found: Awaited<ReturnType<typeof chooseBest>> | undefined;
  try {
    found = await withVectors(
      options,
      async (x, y) => (found = await chooseBest(candidates, createTrials(options, x, y))),
    );
  } catch (error) {
    await found?.best?.operator?.dispose();
    throw error;
  }
  const { best, evidence } = found;
  if (!best?.operator) {
    throw new SpmvError(
      'KERNEL.NO_CANDIDATE',
      `No kernel of this matrix could be prepared: ${evidence.map((e) => `${e.kernel}: ${e.refused}`).join('; ')}`,
      {
        fix: 'Install @spmv/formats and @spmv/format-packed, and free device memory.',
        details: { evidence },
      },
    );
  }
  const planMs = performance.now() - begin;
  const { milliseconds } = best.evidence;
  return {
    operator: best.operator,
    choice: best.evidence,
    evidence,
    planMs,
    ...(milliseconds === undefined ? {} : { planProducts: planMs / milliseconds }),
  };
}
