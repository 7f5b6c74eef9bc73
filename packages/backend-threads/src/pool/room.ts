import { formatBytes, SpmvError } from '@spmv/core';

/** What limits the number of threads. Bytes are absent where they are not known, as in a browser. */
export interface ThreadLimits {
  readonly cores: number;
  /** Memory that this process may still take. */
  readonly freeBytes?: number;
  /** Addresses that it may still reserve, where `ulimit -v` limits them. */
  readonly freeAddresses?: number;
}

/** More threads than this for each core only wait for one another. */
const THREADS_PER_CORE = 16;
/** Memory of a worker that has computed (17 MB measured, Node 24), and the share of what is free that all may take. */
const WORKER_BYTES = 20e6;
const SHARE = 0.5;
/** Addresses that the engine reserves for a worker (621 MB measured), and what it needs besides. It aborts the process without them. */
const WORKER_ADDRESSES = 630e6;
const SPARE_ADDRESSES = 1e9;

/** Most threads, including the calling one, and why there cannot be more. */
export interface ThreadRoom {
  readonly threads: number;
  readonly reason: string;
}

/** Room for threads where `running` workers have been started already. */
export function roomFor({ cores, freeBytes, freeAddresses }: ThreadLimits, running: number): ThreadRoom {
  const rooms: ThreadRoom[] = [
    {
      threads: THREADS_PER_CORE * cores,
      reason: `at most ${THREADS_PER_CORE} for each of ${cores} ${cores === 1 ? 'core' : 'cores'}`,
    },
  ];
  const add = (bytes: number | undefined, each: number, reason: (bytes: number) => string): void => {
    if (bytes !== undefined)
      rooms.push({ threads: 1 + running + Math.max(0, Math.floor(bytes / each)), reason: reason(Math.max(0, bytes)) });
  };
  add(
    freeBytes === undefined ? undefined : SHARE * freeBytes,
    WORKER_BYTES,
    (bytes) => `each worker takes ${formatBytes(WORKER_BYTES)}, and half of the free memory is ${formatBytes(bytes)}`,
  );
  add(
    freeAddresses === undefined ? undefined : freeAddresses - SPARE_ADDRESSES,
    WORKER_ADDRESSES,
    (bytes) =>
      `the engine reserves ${formatBytes(WORKER_ADDRESSES)} of address space for each worker, and ulimit -v leaves ${formatBytes(bytes)}`,
  );
  return rooms.reduce((least, room) => (room.threads < least.threads ? room : least));
}

/** Refuses a team that does not fit, before a worker of it is started. Errors: `BACKEND.LIMIT`. */
export function requireRoom(team: number, running: number, machine: ThreadLimits): void {
  if (team - 1 <= running) return;
  const { threads, reason } = roomFor(machine, running);
  if (team <= threads) return;
  throw new SpmvError(
    'BACKEND.LIMIT',
    `Backend 'threads' cannot start ${team} threads here, only ${threads}: ${reason}.`,
    {
      fix: `Use threads=${threads} or fewer.`,
      details: { wanted: team, most: threads, running, ...machine },
    },
  );
}

/** What this process may still take. */
export async function readMachine(cores: number): Promise<ThreadLimits> {
  if (typeof process !== 'object' || process.versions?.node === undefined) return { cores };
  // Not imported, because bundlers for the web refuse Node's modules or warn about them.
  const { readFile } = process.getBuiltinModule('node:fs/promises');
  const read = async (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
  const freeBytes = process.availableMemory();
  const limit = Number.parseInt(/^Max address space\s+(\S+)/m.exec(await read('/proc/self/limits'))?.[1] ?? '', 10);
  if (!Number.isFinite(limit)) return { cores, freeBytes };
  const mapped = 1024 * Number(/^VmSize:\s+(\d+)/m.exec(await read('/proc/self/status'))?.[1] ?? 0);
  return { cores, freeBytes, freeAddresses: Math.max(0, limit - mapped) };
}
