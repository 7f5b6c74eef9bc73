import type { Operation } from '@spmv/core';
import { formatParams, operationOptions } from '@spmv/core';
import type { Baselines, BenchResult, Choose, ProblemBlocks, TimeBudget } from '@spmv/engine';
import { DEFAULT_OPERATION, timeBudget } from '@spmv/engine';
import { usageError } from '../../cli-error.ts';
import { resumed, tunedPoints } from '../../documents/narrow.ts';
import { importedRows, isMeasured, readPeerFile } from '../../documents/peer-rows.ts';
import type { AnyOperation } from '../../session/any-operation.ts';
import { refuseForMatrices } from '../../session/any-operation.ts';
import type { CommandHead } from '../../documents/kept-run.ts';
import type { BenchFlags } from './bench-flags.ts';

/** Which combinations run, for how long, and what stands beside them. */
export interface Plans {
  readonly choose?: Choose;
  readonly budget?: TimeBudget;
  besides(blocks: ProblemBlocks, baselines: Baselines): readonly BenchResult[];
}

/** Whether a run measures as peers do: products with host scalars at their defaults, warm. */
function asPeersDo({ alpha, beta, cold, uploads }: CommandHead['options'], { stored }: BenchFlags): boolean {
  return stored === undefined && alpha === 1 && beta === 0 && cold === undefined && uploads === undefined;
}

/** What --tuned, --resume, --time-budget and --peer ask for. Errors: those of the files, usage for what does not go together. */
export function plansOf(flags: BenchFlags, options: CommandHead['options'], operation: AnyOperation): Plans {
  if (operation.kind === 'matrix-operation') refuseForMatrices(operation, { peer: flags.peer });
  const peers = (flags.peer ?? []).map(readPeerFile);
  const { variant } = options;
  // Of one that makes a matrix there are no peers.
  const measured = { operation: operation as Operation, variant };
  const usual =
    operation.id === DEFAULT_OPERATION && formatParams(variant) === formatParams(operationOptions(operation));
  if (peers.length > 0 && !usual && !peers.some(({ rows }) => rows.some((row) => isMeasured(row, measured))))
    throw usageError(
      `${(flags.peer ?? []).join(' and ')}: no row has operation '${operation.id}' with ${formatParams(variant) || 'no options'}.`,
      'Leave out --peer, or measure the peer with this operation.',
    );
  if (peers.length > 0 && !asPeersDo(options, flags))
    throw usageError(
      'Peers measure products with alpha 1, beta 0 and warm caches, but this run measures something else.',
      'Leave out --peer, or --stored, --alpha, --beta, --cold and --uploads.',
    );
  const tuned = flags.tuned === undefined ? undefined : tunedPoints(flags.tuned);
  const earlier = flags.resume === undefined ? undefined : resumed(flags.resume, options);
  const choose: Choose | undefined =
    earlier && tuned
      ? (blocks, plan, selection) => earlier.choose(blocks, () => tuned(blocks, plan, selection), selection)
      : (earlier?.choose ?? tuned);
  return {
    ...(choose ? { choose } : {}),
    ...(flags.timeBudget === undefined ? {} : { budget: timeBudget(flags.timeBudget) }),
    besides: (blocks, baselines) => [
      ...(earlier?.rows(blocks) ?? []),
      ...importedRows(peers, measured, blocks, baselines),
    ],
  };
}
