import type { OpenedBackends } from '../plan/open-backends.ts';

/** One line of `spmv backends`. */
export interface BackendRow {
  readonly id: string;
  readonly package: string;
  readonly version: string | null;
  readonly status: 'available' | 'unavailable' | 'not installed';
  readonly device: string | null;
  readonly reason: string | null;
  readonly fix: string | null;
  /** What the device says of itself: driver version, memory, clocks; absent where that is not known without opening it. */
  readonly details?: Readonly<Record<string, string | number>>;
  /** Further devices, where there are several. */
  readonly devices: readonly string[];
  readonly targets: readonly string[];
  /** Present where the processor stands in for a GPU: its times are no finding, and no verdict is about them. */
  readonly software?: true;
  /** What it copies, read and written, where a report asked for it. */
  readonly copyGbPerSecond?: number;
}

/** What is known of a backend that was asked whether it runs here. */
export type BackendState = Pick<
  BackendRow,
  'status' | 'device' | 'details' | 'devices' | 'software' | 'reason' | 'fix'
>;

/** What opening a backend already told; `undefined` for one that this run had no use for. */
export function backendState(id: string, { open, closed }: OpenedBackends): BackendState | undefined {
  const info = open.find(({ descriptor }) => descriptor.id === id)?.backend.device;
  if (info)
    return {
      status: 'available',
      device: info.name,
      ...(info.details ? { details: info.details } : {}),
      devices: [info.name],
      ...(info.kind === 'software' ? { software: true } : {}),
      reason: null,
      fix: null,
    };
  const problem = closed.find((backend) => backend.id === id);
  return problem && { status: 'unavailable', device: null, devices: [], reason: problem.reason, fix: problem.fix };
}
