import type { Operation, Operator, OptionRules, Params, StoredMatrix } from '@spmv/core';
import {
  arrayOption,
  checkOptions,
  createWorkload,
  objectOption,
  DEFAULT_MAX_BYTES,
  PRECISIONS,
  spmv,
} from '@spmv/core';
import type { Advised } from './advice.ts';
import type { AdviseRequest } from './advise.ts';
import { chooseOptions, plannedOf, REQUEST_RULES } from './advise.ts';
import type { BoundChoice } from './bind-advised.ts';
import { choiceOf, matrixOf } from './bind-advised.ts';
import type { Candidate } from './candidate.ts';
import type { LiveCandidate } from './candidates.ts';
import { candidatesOf } from './candidates.ts';
import type { Expected } from './choose.ts';
import { examinedOf } from './examined.ts';
import { predictorOf } from './experience.ts';
import { createTrials } from './trial.ts';
import type { CandidateTrial } from './tried-advice.ts';
import { triedAdvice } from './tried-advice.ts';

/** What products of an iteration are asked for. */
export interface EndedRequest extends Omit<AdviseRequest, 'operation' | 'options' | 'sizes'> {
  /** What a product ends in, as an operation of its own: y ← αAx + βy with s ← yᵀz. */
  readonly ended: { readonly operation: Operation; readonly options: Params };
  /** The format and language of an operator that is there: where it is chosen, none is prepared. */
  readonly held?: Pick<Candidate, 'backend' | 'format' | 'target'>;
  /** Products that were tried before, of this matrix: what is expected of those that end starts from them. */
  readonly known?: readonly Advised[];
}

const { operation: _operation, options: _options, sizes: _sizes, ...OTHERS } = REQUEST_RULES;
const RULES: OptionRules<EndedRequest> = { ...OTHERS, ended: objectOption, held: objectOption, known: arrayOption };

/** An operator of y ← αAx + βy in the format whose ended product takes least. */
export interface BoundEnded extends Omit<BoundChoice, 'operator'> {
  /** Whoever asked disposes of it. Undefined where what is held was chosen. */
  readonly operator: Operator | undefined;
  /** The kernel that ends the product in its own pass; null where a pass over y and z follows. `choice.ms` and the trials are those of it, or of both passes. */
  readonly endedBy: string | null;
}

/** Kernels of one format in one language: what reads the matrix of one reads that of the others. */
function groupOf({ backend, format, target }: Pick<Candidate, 'backend' | 'format' | 'target'>): string {
  return `${backend} ${format} ${target}`;
}

/** How many times as long a product takes with a pass over y and z after it, at the rate of the product itself. */
function timesWithPass({ bytes, precision }: Candidate, rows: number): number {
  const width = PRECISIONS[precision].host === 'f64' ? 8 : 4;
  return bytes > 0 ? 1 + (2 * width * rows) / bytes : 1;
}

/** Ways to compute the ended product, each with the kernel of y ← αAx + βy that goes with it. */
interface Way extends Expected {
  readonly tried: CandidateTrial;
  readonly plain: LiveCandidate;
}

/**
 * Advice for iterations, whose products end in sums: formats are compared by what ends the product in them, a kernel of its own language where there is one, else the product and a pass.
 * A kernel that ends a product is expected to take what the best product of its format and language does. An operator of y ← αAx + βy is prepared; a caller that iterates prepares the other one of `stored`.
 *
 * Reads `coo`, and again whenever `stored.matrix()` is called; the first call may be given what the operator was prepared of. Errors: as of `bindAdvised`.
 */
export async function bindEnded(request: EndedRequest): Promise<BoundEnded> {
  checkOptions('bindEnded', request, RULES);
  const { coo, registry, backends, experience, ended, maxBytes = DEFAULT_MAX_BYTES } = request;
  const { verify = true, signal, onStep = () => {} } = request;
  const known = request.known?.filter(({ trialsMs, refusal }) => trialsMs.length > 0 && refusal === undefined) ?? [];
  const began = performance.now();
  const examined = examinedOf(request);
  const { traits } = examined;
  const plainWork = createWorkload(spmv, coo);
  const endedWork = createWorkload(ended.operation, coo, { options: ended.options });
  const predictor = predictorOf(experience);
  // A format whose products are slow may end them soonest: of a small matrix each is planned.
  const most = examined.sample ? plannedOf(request) : Infinity;
  const places = { registry, backends, examined, maxBytes, predictor, most };
  const { possible, refused } = candidatesOf({ ...places, workload: plainWork, wanted: request });
  // The names of kernels that were asked for are those of products.
  const { kernels: _, ...wanted } = request;
  const enders = new Map<string, LiveCandidate>();
  for (const one of candidatesOf({ ...places, workload: endedWork, wanted }).possible)
    if (!enders.has(groupOf(one.candidate))) enders.set(groupOf(one.candidate), one);
  const options = { verify, maxBytes, signal, onStep };
  const [plainTrials, endedTrials] = [createTrials(plainWork, options), createTrials(endedWork, options)];
  const ways = new Map<Candidate, Way>();
  const best = new Map<string, Way>();
  for (const plain of possible) {
    const { candidate } = plain;
    const ender = enders.get(groupOf(candidate));
    const seen = known.find(({ kernel, backend }) => kernel === candidate.kernel && backend === candidate.backend);
    const predicted = predictor.predict(candidate, traits);
    const prediction = seen ? { ...predicted, ms: seen.ms, from: 'kernel' as const, spread: 0 } : predicted;
    if (ender) {
      const known = best.get(groupOf(candidate));
      if (known && known.prediction.ms <= prediction.ms) continue;
      const tried = { live: ender, trials: endedTrials, times: 1 };
      best.set(groupOf(candidate), { candidate: ender.candidate, prediction, tried, plain });
    } else {
      const times = timesWithPass(candidate, traits.rows);
      const tried = { live: plain, trials: plainTrials, times };
      ways.set(candidate, { candidate, prediction: { ...prediction, ms: times * prediction.ms }, tried, plain });
    }
  }
  for (const way of best.values()) ways.set(way.candidate, way);
  const wayOf = (candidate: Candidate): Way => ways.get(candidate) as Way;
  const isHeld = (choice: Candidate): boolean =>
    request.held !== undefined && groupOf(request.held) === groupOf(choice);
  try {
    const { advice, chosen } = await triedAdvice({
      expected: [...ways.values()].map(({ candidate, prediction }) => ({ candidate, prediction })),
      triedOf: (candidate) => wayOf(candidate).tried,
      readyOf: (candidate) => {
        const { plain } = wayOf(candidate);
        return isHeld(plain.candidate) ? undefined : { live: plain, trials: plainTrials };
      },
      refused,
      traits,
      experience,
      options: chooseOptions(request),
      began,
    });
    const run = choiceOf(advice);
    const { plain, tried } = wayOf(chosen as Candidate);
    const choice: Advised = { ...run, ...plain.candidate };
    const { backend } = plain.opened;
    const operator = isHeld(choice) ? undefined : plainTrials.take(plain);
    let made = operator && plainTrials.takeStored(plain);
    const matrix = (): StoredMatrix => {
      const first = made ?? matrixOf(registry, coo, choice);
      made = undefined;
      return first;
    };
    const stored = { format: choice.format, matrix };
    return { advice, choice, backend, operator, endedBy: tried.trials === endedTrials ? run.kernel : null, stored };
  } finally {
    await plainTrials.dispose();
    await endedTrials.dispose();
  }
}
