import { usageError } from '../../cli-error.ts';
import type { Baselines } from '../../documents/collect.ts';
import { resumed, tunedPoints } from '../../documents/narrow.ts';
import { importedRows, readPeerFile } from '../../documents/peer-rows.ts';
import type { BenchResult } from '../../documents/result.ts';
import type { MatrixBlock } from '../../engine/matrix-block.ts';
import type { Choose, SessionOptions } from '../../engine/session.ts';
import type { TimeBudget } from '../../engine/time-budget.ts';
import { timeBudget } from '../../engine/time-budget.ts';
import type { BenchFlags } from './bench-flags.ts';

/** Which combinations run, for how long, and what stands beside them. */
export interface Plans {
  readonly choose?: Choose;
  readonly budget?: TimeBudget;
  besides(matrix: MatrixBlock, baselines: Baselines): readonly BenchResult[];
}

/** What --tuned, --resume, --time-budget and --peer ask for. Errors: those of the files, usage for what does not go together. */
export function plansOf(flags: BenchFlags, options: Omit<SessionOptions, 'selection'>): Plans {
  const peers = (flags.peer ?? []).map(readPeerFile);
  if (peers.length > 0 && (options.alpha !== 1 || options.beta !== 0 || options.cold !== undefined))
    throw usageError('Peers measure y = A·x with warm caches.', 'Leave out --peer, or --alpha, --beta and --cold.');
  const tuned = flags.tuned === undefined ? undefined : tunedPoints(flags.tuned);
  const earlier = flags.resume === undefined ? undefined : resumed(flags.resume, options);
  const choose: Choose | undefined =
    earlier && tuned
      ? (matrix, plan, selection) => earlier.choose(matrix, () => tuned(matrix, plan, selection), selection)
      : (earlier?.choose ?? tuned);
  return {
    ...(choose ? { choose } : {}),
    ...(flags.timeBudget === undefined ? {} : { budget: timeBudget(flags.timeBudget) }),
    besides: (matrix, baselines) => [...(earlier?.rows(matrix) ?? []), ...importedRows(peers, matrix, baselines)],
  };
}
