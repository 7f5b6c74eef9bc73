import { join } from 'node:path';
import { SpmvError } from '@spmv/core';
import type { Arena } from './arena.ts';
import { createArena } from './arena.ts';
import type { Native } from './compile.ts';
import { workerLost } from './errors.ts';
import type { Petsc } from './find-petsc.ts';
import type { Meeting } from './greeting.ts';
import { createMeeting } from './greeting.ts';
import type { Job } from './job.ts';
import { startFailure, startJob } from './job.ts';
import { OPS, OUTCOMES } from './native.ts';
import type { PetscSettings } from './options.ts';

/** Numbers of a command. */
export type CommandNumbers = readonly [
  n0?: number,
  n1?: number,
  n2?: number,
  n3?: number,
  n4?: number,
  n5?: number,
  n6?: number,
];

/** Ranks that do what they are told, in order. */
export interface RankTeam {
  readonly arena: Arena;
  /** Whether ranks map the shared memory themselves. */
  readonly isShared: boolean;
  /** Processes of the ranks of this machine that said who they are, and of mpiexec. */
  readonly processes: readonly number[];
  /** Errors: `BACKEND.WORKER_LOST`, once they are lost. */
  assertAlive(): void;
  /** Puts a command into the ring. Errors: `BACKEND.WORKER_LOST`, `BACKEND.FAILED`. */
  push(op: number, id: number, numbers: CommandNumbers, alpha?: number, beta?: number): void;
  /** Waits until all commands are done. Errors: as of push. */
  wait(): void;
  /** A product, to its end. Errors: as of push. */
  multiply(id: number, x: number, y: number, transpose: number, alpha: number, beta: number): void;
  /** Of the last command, where the settings have a clock: as `stamps` of the addon. */
  stamps(): readonly number[];
  end(): Promise<void>;
}

/** How long ranks may take to leave MPI. */
const LEAVE_MS = 5000;

function outcomeError(outcome: string, rank: number, said: string, settings: PetscSettings): SpmvError {
  const words = said === '' ? '' : ` (${said})`;
  if (outcome === 'silent')
    return workerLost(`rank ${rank} gave no sign of life for ${settings.silenceSeconds} s`, { rank });
  if (outcome === 'too-long')
    return workerLost(`a product took longer than ${settings.productSeconds} s (option productSeconds)`);
  return workerLost(`mpiexec ended while they computed${words}`, { said });
}

async function gather(meeting: Meeting, job: Job, arrived: Promise<void>, settings: PetscSettings): Promise<void> {
  const late = new AbortController();
  const timer = new Promise<string>((resolve) => {
    const handle = setTimeout(() => resolve('late'), settings.startSeconds * 1000);
    late.signal.addEventListener('abort', () => clearTimeout(handle));
  });
  const first = await Promise.race([arrived.then(() => 'there' as const), job.ended, timer]);
  late.abort();
  meeting.hide();
  if (first === 'there') return;
  const reason = first === 'late' ? `${Number(settings.startSeconds.toPrecision(3))} s went by` : first;
  throw startFailure(reason, job.said(), settings);
}

/** Starts ranks. Errors: `BACKEND.LIMIT`, `BACKEND.WORKER_LOST`, `BACKEND.OUT_OF_MEMORY`, `BACKEND.FAILED`. */
export async function openTeam(petsc: Petsc, native: Native, settings: PetscSettings): Promise<RankTeam> {
  const { addon } = native;
  const meeting = createMeeting(settings.folder);
  let arena: Arena | undefined;
  let job: Job | undefined;
  const processes: number[] = [];
  try {
    arena = createArena(addon, join(meeting.folder, 'arena'), settings.folder);
    const { native: shared } = arena;
    addon.configure(shared, settings.ranks, settings.spinMicroseconds, Number(settings.yields), Number(settings.clock));
    const expected = (): number => (addon.isShared(shared) === 0 ? 1 : settings.ranks);
    const arrived = meeting.greeted(settings.ranks, expected, (pid) => {
      processes.push(pid);
      addon.watchRank(shared, pid);
    });
    job = await startJob(petsc, native, settings, meeting.folder);
    addon.watchJob(shared, job.pid);
    processes.push(job.pid);
    await gather(meeting, job, arrived, settings);
    job.unref();
    return asTeam(native, settings, meeting, arena, job, processes);
  } catch (error) {
    meeting.hide();
    meeting.close();
    if (arena) addon.killRanks(arena.native, 9);
    await job?.kill();
    arena?.close();
    throw error;
  }
}

function asTeam(
  { addon }: Native,
  settings: PetscSettings,
  meeting: Meeting,
  arena: Arena,
  job: Job,
  processes: readonly number[],
): RankTeam {
  const { native: shared } = arena;
  const [limitMs, silenceMs] = [settings.productSeconds * 1000, settings.silenceSeconds * 1000];
  let lost: SpmvError | undefined;
  let ending = false;
  const lose = (error: SpmvError): SpmvError => {
    if (lost === undefined) {
      lost = error;
      addon.killRanks(shared, 9);
      void job.kill();
    }
    return lost;
  };
  const judge = (result: number): void => {
    if (result === 0) return;
    const outcome = OUTCOMES[result & 7] ?? 'done';
    const rank = (result >> 3) - 1;
    if (outcome === 'done') return;
    if (outcome !== 'failed') throw lose(outcomeError(outcome, rank, job.said(), settings));
    const why = addon.failureOf(shared, rank);
    throw lose(
      new SpmvError('BACKEND.FAILED', `Rank ${rank} of backend 'petsc' failed: ${why}.`, {
        fix: 'Dispose of the backend and open it again. Report this if the matrix is not to blame.',
        details: { rank, reason: why },
      }),
    );
  };
  const assertAlive = (): void => {
    if (lost !== undefined) throw lost;
  };
  meeting.onLeft((rank) => {
    if (!ending) lose(workerLost(`rank ${rank} has ended`, { rank }));
  });
  const untilEnded = async (): Promise<void> => {
    const reason = await job.ended;
    if (!ending) lose(workerLost(reason, { said: job.said() }));
  };
  void untilEnded();
  return {
    arena,
    isShared: addon.isShared(shared) !== 0,
    processes,
    assertAlive,
    push(op, id, [n0 = 0, n1 = 0, n2 = 0, n3 = 0, n4 = 0, n5 = 0, n6 = 0], alpha = 0, beta = 0) {
      assertAlive();
      judge(addon.push(shared, limitMs, silenceMs, op, id, n0, n1, n2, n3, n4, n5, n6, alpha, beta));
    },
    wait() {
      assertAlive();
      judge(addon.wait(shared, limitMs, silenceMs));
    },
    multiply(id, x, y, transpose, alpha, beta) {
      if (lost !== undefined) throw lost;
      const result = addon.multiply(shared, limitMs, silenceMs, id, x, y, transpose, alpha, beta);
      if (result !== 0) judge(result);
    },
    stamps: () => addon.stamps(shared),
    async end() {
      ending = true;
      if (lost === undefined) {
        addon.push(shared, limitMs, silenceMs, OPS.end, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        await job.ends(LEAVE_MS);
      }
      addon.killRanks(shared, 9);
      await job.kill();
      meeting.close();
      arena.close();
    },
  };
}
