import { isSpmvError, transposeCoo } from '@spmv/core';
import { counted, significant, toJson } from '@spmv/engine/basics';
import type { PageRankResult } from '@spmv/solvers';
import { pageRank } from '@spmv/solvers';
import { inputError } from '../../cli-error.ts';
import type { Context, Finisher } from '../../documents/context.ts';
import { hostBlock } from '../../documents/host.ts';
import { finishIterations, tellIterations } from '../../documents/iterations.ts';
import { tableText } from '../../documents/layout.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { requireProportion } from '../../host/require-memory.ts';
import { loadMatrix } from '../../matrices/load-matrix.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { loadVector } from '../../matrices/vectors.ts';
import { besideFiles } from '../../output/terminal.ts';
import { wrap } from '../../output/wrap.ts';
import type { SolverFlags } from '../open-solvers.ts';
import { openSolvers, productText } from '../open-solvers.ts';
import { writeVector } from '../write-vector.ts';
import { writableType } from '../write-out.ts';

export interface RankFlags extends SolverFlags {
  readonly top: number;
  readonly damping: number;
  readonly personal?: string;
  readonly reverse?: boolean;
  readonly unweighted?: boolean;
  readonly tol: number;
  readonly maxiter: number;
  readonly out?: string;
}

/** A node by its number in files, from 1 on. */
interface Ranked {
  readonly place: number;
  readonly node: number;
  readonly rank: number;
}

function best(ranks: Float64Array, count: number): readonly Ranked[] {
  return Array.from(ranks, (rank, i) => ({ node: i + 1, rank }))
    .toSorted((a, b) => b.rank - a.rank || a.node - b.node)
    .slice(0, count)
    .map((one, at) => ({ place: at + 1, ...one }));
}

function verdictOf({ reason, iterations, change, danglingCount }: PageRankResult): string {
  const lost = danglingCount === 0 ? '' : `; ${counted(danglingCount, 'node leads', 'nodes lead')} nowhere`;
  if (reason === 'converged')
    return `converged in ${counted(iterations, 'iteration', 'iterations')}, all ranks changed by ${significant(change)}${lost}`;
  const why = reason === 'aborted' ? 'was stopped' : 'reached the limit';
  return `${why} after ${counted(iterations, 'iteration', 'iterations')}, all ranks changed by ${significant(change)}${lost}`;
}

/** An error of the solvers, which count nodes from 0, as this command counts them. */
function countedFrom1(error: unknown): unknown {
  const { node, value } = isSpmvError(error, 'SOLVER.NOT_FINITE') ? error.details : {};
  if (typeof node !== 'number') return error;
  return inputError(
    `A link of node ${node + 1} has the weight ${String(value)}, and shares of weights need numbers from 0 up.`,
    'Give weights of 0 or more; absolute values, or --unweighted for 1 each, if the signs mean nothing.',
    error,
  );
}

/** `spmv rank graph.mtx`: the nodes with the highest PageRank. */
export async function run(context: Context, argument: string, flags: RankFlags): Promise<ExitCode> {
  const host = hostBlock();
  const { signal } = context;
  const { out, top, damping, tol, maxiter, reverse = false } = flags;
  const terminal = besideFiles(context.terminal, out);
  const source = matrixSource(argument);
  const type = out === undefined ? undefined : await writableType(context, out);
  const { coo, name } = await loadMatrix(source, context);
  requireProportion(name, coo);
  const links = flags.unweighted ? { ...coo, values: new Float64Array(coo.values.length).fill(1) } : coo;
  const graph = reverse ? transposeCoo(links) : links;
  const personalization =
    flags.personal === undefined
      ? undefined
      : await loadVector(flags.personal, 'personal', graph.shape.rows, 'row', context);
  const { backend, registry, precision, prepareMatrix, products, dispose } = await openSolvers(context, flags);
  try {
    const head = {
      schema: 'spmv.rank/1',
      host,
      matrix: { name, source: argument, nodes: graph.shape.rows, links: graph.values.length },
      backend: backend.id,
      precision,
      damping,
      reverse,
    };
    context.keeper.begin('rank', head);
    const start = performance.now();
    const ranking = pageRank(graph, {
      damping,
      tol,
      maxiter,
      signal,
      callback: tellIterations(context, 'change'),
      place: { backend, registry, precision, prepareMatrix },
      ...(personalization ? { personalization } : {}),
    });
    const result = await ranking.catch((error: unknown) => {
      throw countedFrom1(error);
    });
    const ms = performance.now() - start;
    context.keeper.publishing();
    // From here on what goes wrong is said by this process, and the result is no worse for it.
    context.keeper.put('handedOut', 0, true);
    terminal.clearProgress();
    if (out !== undefined) await writeVector(out, result.ranks, type);
    const shown = best(result.ranks, top);
    if (context.json) {
      const { ranks, ...rest } = result;
      terminal.data(
        toJson({
          ...head,
          ...rest,
          ms,
          products,
          top: shown,
          ...(out === undefined ? { ranks } : { out }),
        }),
      );
    } else {
      for (const product of products) terminal.note(productText(product));
      if (shown.length > 0)
        terminal.data(
          tableText(
            terminal,
            [
              { header: '', align: 'right', cell: ({ place }: Ranked) => String(place) },
              { header: 'node', align: 'right', cell: ({ node }: Ranked) => String(node) },
              { header: 'rank', align: 'point', cell: ({ rank: share }: Ranked) => share.toPrecision(6) },
            ],
            shown,
          ),
        );
      const verdict = verdictOf(result);
      terminal.data(
        wrap(`${name}  ${terminal.style(result.converged ? 'green' : 'yellow', verdict)}`, terminal.width, 2),
      );
      if (result.reason === 'limit') terminal.warn('Give a larger --maxiter, a larger --tol, or less --damping.');
    }
    if (result.converged) return EXIT.ok;
    return result.reason === 'aborted' ? EXIT.interrupted : EXIT.unsolved;
  } finally {
    await dispose();
  }
}

/** How far it came, where it was ended. */
export const finish: Finisher = finishIterations('change');
