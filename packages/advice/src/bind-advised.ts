import type { AnyCoo, Backend, Operator, Registry, StoredMatrix } from '@spmv/core';
import { buildMatrix, checkOptions, PRECISIONS, SpmvError } from '@spmv/core';
import type { Advice, Advised } from './advice.ts';
import type { AdviseRequest } from './advise.ts';
import { adviseAndPrepare, REQUEST_RULES } from './advise.ts';
import type { Refused } from './candidates.ts';

/** An operator as it was advised. */
export interface BoundChoice {
  readonly advice: Advice;
  readonly choice: Advised;
  /** The backend of the choice, one of those that were given. */
  readonly backend: Backend;
  /** Whoever asked disposes of it. */
  readonly operator: Operator;
  /** The format and the matrix once more, made again at each call: for kernels of other operations. Absent where values are stored narrower than they are added up. */
  readonly stored?: { readonly format: string; matrix(): StoredMatrix };
}

/** Below so many entries trials, which take a tenth of a second, gain less than that in thousands of products: statistics alone choose. */
const TRIED_FROM = 200_000;
/** Products of trial where nobody says how many. */
const TRIALS = 10;

/** Products of trial that a matrix with so many entries is worth. */
export function usualTrials(nnz: number): number {
  return nnz < TRIED_FROM ? 0 : TRIALS;
}

/** Why a kernel does not take a matrix: what is known before it runs, or what a trial showed. */
type Reason = Pick<Refused, 'backend' | 'format' | 'kernel' | 'reason'> & Partial<Pick<Refused, 'fix'>>;

function reasonsOf({ refused, others }: Advice): readonly Reason[] {
  const tried = others.flatMap(({ backend, format, kernel, refusal, fix }) =>
    refusal === undefined ? [] : [{ backend, format, kernel, reason: refusal, ...(fix === undefined ? {} : { fix }) }],
  );
  return [...refused, ...tried];
}

/** So many kernels are named one by one; where a reason is that of more, and of all of a backend, it says so. */
const FEW_KERNELS = 3;

/** So many reasons are said; details have all. */
const FEW_REASONS = 4;

/** Each reason once, with the kernels that it is of. */
function inWords(reasons: readonly Reason[]): string {
  const groups = new Map<string, Reason[]>();
  for (const one of reasons) {
    const key = `on ${one.backend}: ${one.reason.replace(`Kernel '${one.kernel}'`, 'it').replace(/\.$/u, '')}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const named = ([key, list]: readonly [string, readonly Reason[]]): string => {
    const ofBackend = reasons.filter(({ backend }) => backend === list[0]?.backend);
    const isAll = list.length > FEW_KERNELS && list.length === ofBackend.length;
    return `${isAll ? `each of ${list.length} kernels` : list.map(({ kernel, format }) => kernel ?? format).join(', ')} ${key}`;
  };
  const few = groups.size > FEW_REASONS ? FEW_REASONS - 1 : FEW_REASONS;
  const more = groups.size > few ? [`${groups.size - few} more reasons in details.refused`] : [];
  return [...[...groups].slice(0, few).map(named), ...more].join('; ');
}

/** What was chosen. Errors: `FORMAT.REFUSED` where everything was refused, with the reason of each kernel. */
export function choiceOf(advice: Advice): Advised {
  if (advice.choice) return advice.choice;
  const reasons = reasonsOf(advice);
  const fixes = new Set(reasons.map(({ fix }) => fix));
  const [fix] = fixes;
  throw new SpmvError(
    'FORMAT.REFUSED',
    `No kernel takes this matrix: ${reasons.length === 0 ? 'no plugin brings one' : inWords(reasons)}.`,
    {
      fix:
        reasons.length === 0
          ? 'Give plugins with formats and kernels.'
          : fixes.size === 1 && fix !== undefined
            ? fix
            : 'Do what one of the reasons asks for, or choose another backend or precision.',
      details: {
        refused: reasons.map(({ backend, format, kernel, reason }) => ({ backend, format, kernel, reason })),
      },
    },
  );
}

export function matrixOf(
  registry: Registry,
  coo: AnyCoo,
  { format, formatParams, precision, stored }: Advised,
): StoredMatrix {
  const valueType = PRECISIONS[stored ?? precision].host;
  return buildMatrix(registry.format(format), coo, { params: formatParams, valueType });
}

/**
 * Advice, and the operator of its choice.
 *
 * Reads `coo`, and again whenever `stored.matrix()` is called.
 *
 * Errors: `FORMAT.REFUSED` where no kernel takes the matrix; those of `advise` and of `Backend.prepare`.
 */
export async function bindAdvised(request: AdviseRequest): Promise<BoundChoice> {
  checkOptions('bindAdvised', request, REQUEST_RULES);
  const { backends, registry, coo } = request;
  const { advice, operator } = await adviseAndPrepare(request);
  const choice = choiceOf(advice);
  const found = backends.find(({ descriptor }) => descriptor.id === choice.backend);
  if (!found || !operator) throw new RangeError(`advice names ${choice.backend}, which was not given`);
  return {
    advice,
    choice,
    backend: found.backend,
    operator,
    ...(choice.stored === undefined
      ? { stored: { format: choice.format, matrix: () => matrixOf(registry, coo, choice) } }
      : {}),
  };
}
