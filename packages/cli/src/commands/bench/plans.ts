import { usageError } from '../../cli-error.ts';
import type { Baselines } from '../../documents/collect.ts';
import { resumed, tunedPoints } from '../../documents/narrow.ts';
import { importedRows, readPeerFile } from '../../documents/peer-rows.ts';
import type { BenchResult } from '../../documents/result.ts';
import { DEFAULT_OPERATION } from '../../engine/kernels-of.ts';
import type { MatrixBlock } from '../../engine/matrix-block.ts';
import type { RunHead } from '../../documents/kept-run.ts';
import type { Choose } from '../../engine/session.ts';
import type { TimeBudget } from '../../engine/time-budget.ts';
import { timeBudget } from '../../engine/time-budget.ts';
import type { BenchFlags } from './bench-flags.ts';

/** Which combinations run, for how long, and what stands beside them. */
export interface Plans {
  readonly choose?: Choose;
  readonly budget?: TimeBudget;
  besides(matrix: MatrixBlock, baselines: Baselines): readonly BenchResult[];
}

/** Whether a run measures what peers do. */
function asPeersDo({ operation, variant, alpha, beta, cold }: RunHead['options'], { stored }: BenchFlags): boolean {
  const plain = operation === DEFAULT_OPERATION && Object.values(variant).every((value) => value === false);
  return plain && stored === undefined && alpha === 1 && beta === 0 && cold === undefined;
}

/** What --tuned, --resume, --time-budget and --peer ask for. Errors: those of the files, usage for what does not go together. */
export function plansOf(flags: BenchFlags, options: RunHead['options']): Plans {
  const peers = (flags.peer ?? []).map(readPeerFile);
  if (peers.length > 0 && !asPeersDo(options, flags))
    throw usageError(
      'Peers measure y = A·x with warm caches, and this run something else.',
      'Leave out --peer, or --operation, --option, --transpose, --stored, --alpha, --beta and --cold.',
    );
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
