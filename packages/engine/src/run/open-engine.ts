import type { Registry } from '@spmv/core';
import { createWorkload } from '@spmv/core';
import { disposeAll } from '../host/dispose-all.ts';
import type { Host } from '../host/host.ts';
import type { Stopwatch } from '../host/stopwatch.ts';
import { createStopwatch } from '../host/stopwatch.ts';
import { BASELINE } from '../plan/baseline.ts';
import { DEFAULT_OPERATION } from '../plan/kernels-of.ts';
import type { ClosedBackend, OpenBackend, OpenedBackends } from '../plan/open-backends.ts';
import { requireProduct } from '../plan/memory-budget.ts';
import { tryOpen } from '../plan/open-backends.ts';
import type { Selection } from '../plan/selection.ts';
import type { LoadedProblem, NamedMatrix } from '../problem/loaded-problem.ts';
import { matrixHash } from '../problem/matrix-hash.ts';
import { createEvictors } from '../time/cold-caches.ts';
import type { Engine, ProblemOptions } from './run-problem.ts';

/** What an engine is made of. */
export interface EngineParts {
  /** Formats, kernels and backends of the plugins that were loaded. */
  readonly registry: Registry;
  readonly host: Host;
  readonly selection: Selection;
  readonly options: ProblemOptions;
  /** Default: one that nobody reads. */
  readonly stopwatch?: Stopwatch;
  /** Default: never aborted. */
  readonly signal?: AbortSignal;
}

/** An engine with its backends opened. */
export interface OpenEngine extends Engine {
  dispose(): Promise<void>;
}

async function opened(ids: readonly string[], { registry, host }: EngineParts): Promise<OpenedBackends> {
  const open: OpenBackend[] = [];
  const closed: ClosedBackend[] = [];
  for (const id of new Set(ids)) {
    const result = await tryOpen(registry.backend(id), { problemOf: host.problemOf });
    if ('backend' in result) open.push(result);
    else closed.push(result);
  }
  return { open, closed, dispose: () => disposeAll(open.map(({ backend }) => backend)) };
}

/**
 * Opens the backends of a selection, or all of the registry. One that does not open is part of `backends.closed`, not an error.
 *
 * Errors: `PLUGIN.UNKNOWN_ID` for a backend that the registry does not have.
 */
export async function openEngine(parts: EngineParts): Promise<OpenEngine> {
  const { registry, host, selection, options, stopwatch = createStopwatch() } = parts;
  const { signal = new AbortController().signal } = parts;
  const backends = await stopwatch.during('open backends', () =>
    opened(selection.backends ?? registry.backends.map(({ id }) => id), parts),
  );
  const isThere = registry.backends.some(({ id }) => id === BASELINE.backend);
  const isOpen = backends.open.some(({ descriptor }) => descriptor.id === BASELINE.backend);
  const own = options.runs !== undefined && isThere && !isOpen ? await opened([BASELINE.backend], parts) : undefined;
  const baseline = options.runs !== undefined && isOpen ? backends : own;
  const evictors = createEvictors(registry, options.cold ?? 0, host.memory);
  const dispose = (): Promise<void> => disposeAll([evictors, backends, ...(own ? [own] : [])]);
  return { registry, host, selection, options, stopwatch, signal, backends, baseline, evictors, dispose };
}

/** A matrix in memory as a problem of SpMV. Errors: those of the host, where not even one product of it fits. */
export function matrixProblem(
  { registry, host }: Pick<Engine, 'registry' | 'host'>,
  matrix: NamedMatrix & { readonly readMs: number },
): LoadedProblem {
  const { name, source, coo, readMs } = matrix;
  const workload = createWorkload(registry.operation(DEFAULT_OPERATION), coo);
  // Before anything is made that grows with the rows: a line of text can claim any number of them.
  requireProduct(workload, host.memory());
  const { hash = matrixHash(coo, host.digest) } = matrix;
  return { name, source, matrix: { name, source, coo, hash }, workload, given: {}, readMs };
}
