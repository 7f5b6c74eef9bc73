import type { Backend, Operator, SpmvArguments } from '@spmv/core';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { tridiagonal } from '../generators/banded.ts';
import { bind, ONE_POINT, storedMatrices } from '../kernel/bound-operator.ts';
import type { KernelSubject } from '../kernel/kernel-subject.ts';
import { canRun } from '../kernel/kernel-subject.ts';
import { createTrial } from '../kernel/trial.ts';
import { testMatrix } from '../matrices/test-matrix.ts';

const CLOCK = 'The device clock tells the time that products take';

/** A clock that tells less than this part of the time is wrong, whatever else the machine does. */
const LEAST_SHARE = 1 / 10;
/** Rows of the first and of the largest product that is long enough to tell. */
const [FIRST_ROWS, MOST_ROWS] = [2 ** 17, 2 ** 22];
/** Few, and many where these contradict the clock: others may have had the machine or the device meanwhile. */
const [FEW_ROUNDS, MANY_ROUNDS] = [3, 60];
/** Milliseconds that a round takes at least, where a product does not take longer. */
const ROUND_MS = 10;

/** Milliseconds of one of many products. */
interface Times {
  /** By the host's clock, with what a product costs besides; the least of several rounds. */
  readonly wall: number;
  /** By the device's clock; `undefined` without one. */
  readonly device: number | undefined;
  /** Products between two waits for the device. */
  readonly runs: number;
}

/** A long product, and one that takes what starting and waiting take. */
interface Compared {
  readonly large: Times;
  readonly small: Times;
}

/** How often times are taken. */
interface Effort {
  readonly rounds: number;
  /** Default: by the time of a product. */
  readonly runs?: number;
}

async function timesOf(
  backend: Backend,
  operator: Operator<SpmvArguments>,
  operands: SpmvArguments,
  { runs: given, rounds }: Effort,
): Promise<Times> {
  const wallOf = async (runs: number): Promise<number> => {
    const begin = performance.now();
    for (let k = 0; k < runs; k++) operator.apply(...operands);
    await backend.finish();
    return (performance.now() - begin) / runs;
  };
  await wallOf(1);
  const runs = given ?? Math.min(32, Math.ceil(ROUND_MS / Math.min(await wallOf(1), await wallOf(1), await wallOf(1))));
  let wall = Infinity;
  const told: number[] = [];
  for (let round = 0; round < rounds; round++) {
    wall = Math.min(wall, await wallOf(runs));
    const times = await operator.time(operands, { runs });
    if (!times) return { wall, device: undefined, runs };
    told.push(usualOf(times));
  }
  const [least = 0, median = 0] = told.sort((a, b) => a - b);
  // A coarse clock may tell nothing of a round.
  return { wall, device: least > 0 ? least : median, runs };
}

/** The median, which a busy machine leaves alone while it lets some products wait; the mean where the clock is too coarse for one product. */
function usualOf(times: Float64Array): number {
  const median = times.toSorted()[times.length >> 1] ?? 0;
  return median > 0 ? median : times.reduce((sum, ms) => sum + ms, 0) / times.length;
}

/** Times of a product with so many rows; `undefined` where the subject takes no such matrix. */
async function timesOn(
  subject: KernelSubject,
  rows: number,
  backend: Backend,
  recorder: Recorder,
  effort: Effort,
): Promise<Times | undefined> {
  const matrix = testMatrix(`tridiagonal-${rows}`, () => tridiagonal({ rows }));
  for (const { coo, stored } of storedMatrices(subject, matrix, recorder, ONE_POINT.format)) {
    const bound = await bind(subject, backend, matrix.id, coo, stored, {}, recorder);
    if (!bound) continue;
    const { precision } = bound.operator;
    const { x, y } = createTrial(matrix, coo, precision);
    const operands = [backend.vector(x, precision), backend.vector(y, precision)] as const;
    try {
      return await timesOf(backend, bound.operator, operands, effort);
    } finally {
      for (const vector of operands) await vector.dispose();
      await bound.operator.dispose();
    }
  }
  return undefined;
}

/**
 * One large product by the device's clock and by this one's. What a small one costs is what starting and waiting cost: it is taken
 * off, and where that is most of the time the product grows. Other work on the machine only makes the latter longer, of which the least counts.
 */
export async function clock(subjects: readonly KernelSubject[], backend: Backend, recorder: Recorder): Promise<void> {
  for (const subject of subjects) {
    if (!canRun(subject, backend.device, [], recorder)) continue;
    for (let rows = FIRST_ROWS; rows <= MOST_ROWS; rows *= 4) {
      const timed = async (rounds: number): Promise<Compared | undefined> => {
        const large = await timesOn(subject, rows, backend, recorder, { rounds });
        // As many between two waits, so that each has the same part of one.
        const small = large && (await timesOn(subject, 2, backend, recorder, { rounds, runs: large.runs }));
        return large && small && { large, small };
      };
      const agrees = ({ large, small }: Compared): boolean =>
        large.device === undefined || large.device >= LEAST_SHARE * (large.wall - small.wall);
      let compared = await timed(FEW_ROUNDS);
      if (!compared) break;
      if (compared.large.device === undefined) return recorder.refuse('the backend has no device clock');
      if (compared.large.wall < 3 * compared.small.wall) continue;
      if (!agrees(compared)) compared = (await timed(MANY_ROUNDS)) ?? compared;
      const { large, small } = compared;
      ensure(
        agrees(compared),
        CLOCK,
        () => `it tells ${large.device} ms of products of ${large.wall - small.wall} ms`,
        {
          backend: backend.id,
          device: backend.device.name,
          kernel: subject.kernel.id,
          rows,
        },
      );
      return recorder.compare();
    }
  }
  recorder.notTried('no kernel computes a product so long that clocks could be compared');
}
