import type { Backend, BackendDescriptor } from '@spmv/core';
import { isSpmvError, openBackend } from '@spmv/core';
import type { Host } from '../host/host.ts';
import type { ReportedError } from '../host/problem.ts';

/** A backend that runs. */
export interface OpenBackend {
  readonly descriptor: BackendDescriptor;
  readonly backend: Backend;
}

/** A backend that was wanted and does not run. */
export interface ClosedBackend {
  readonly id: string;
  readonly code: string | null;
  readonly reason: string;
  readonly fix: string;
}

/** The backends of a run. */
export interface OpenedBackends {
  readonly open: readonly OpenBackend[];
  readonly closed: readonly ClosedBackend[];
  dispose(): Promise<void>;
}

/** How a backend is opened. */
export interface OpenRequest {
  /** As the backend names it; default: its best. */
  readonly device?: string | undefined;
  /** The backend's own. */
  readonly options?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** How long `within` lets it take, for backends that can give up in time. Default: any time. */
  readonly withinMs?: number | undefined;
  readonly problemOf: Host['problemOf'];
  /** Runs foreign code that may not come back. Default: just runs it. */
  within?<T>(work: () => Promise<T>): Promise<T>;
}

/** A problem without the name of the backend before it: the row of a reason names the backend. */
function withoutName(id: string, problem: ReportedError): ReportedError {
  const name = `Backend '${id}' is unavailable: `;
  return problem.reason.startsWith(name) ? { ...problem, reason: problem.reason.slice(name.length) } : problem;
}

/** Opens a backend at once; only one that fails without words of its own is asked what is missing. Never throws. */
export async function tryOpen(
  descriptor: BackendDescriptor,
  { device, options = {}, withinMs, problemOf, within = (work) => work() }: OpenRequest,
): Promise<OpenBackend | ClosedBackend> {
  try {
    const backend = await within(() =>
      openBackend(descriptor, {
        ...(device === undefined ? {} : { device }),
        options,
        ...(withinMs === undefined ? {} : { withinMs }),
      }),
    );
    return { descriptor, backend };
  } catch (error) {
    const { id } = descriptor;
    if (isSpmvError(error)) return { id, ...withoutName(id, problemOf(error)) };
    const probe = await descriptor.probe().catch(() => undefined);
    return probe?.available === false
      ? { id, code: 'BACKEND.UNAVAILABLE', reason: probe.reason, fix: probe.fix }
      : { id, ...problemOf(error) };
  }
}
