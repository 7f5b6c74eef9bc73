import type { Iteration, Look } from '../methods/method.ts';
import type { Run, Space } from '../space/space.ts';
import type { Cycle } from './cycle.ts';
import { nextCheck } from './check-interval.ts';
import type { Check } from './history.ts';
import type { Stop } from './outcome.ts';

/** Iterations from one beginning. */
export interface StretchParts {
  readonly space: Space;
  readonly method: Iteration;
  readonly begin: Run;
  readonly cycle: Cycle;
  /** Iterations before it, and the residual there. */
  readonly start: Check;
  readonly maxiter: number;
  readonly target: number;
  readonly checkEvery?: number;
  /** Whether an iteration takes much longer than reading numbers of the device does. */
  readonly isLong?: boolean;
  /** What a check means. */
  onCheck(check: Check, look: Look): Stop | 'solved' | undefined;
  pause(): Promise<void> | undefined;
}

/** How they ended: with a claim to have solved the system, at the end of a cycle, or as `stop` says. */
export interface Stretch {
  /** Iterations since its beginning. */
  readonly k: number;
  readonly end: 'solved' | 'cycle' | Stop;
}

/** Numbers that were asked for. */
interface Asked {
  readonly k: number;
  readonly from: number;
  readonly values: Promise<readonly number[]>;
}

/** Iterates from `begin` until the method claims a solution, breaks down, ends its cycle, or has to stop. */
export async function iterateStretch(parts: StretchParts): Promise<Stretch> {
  const { space, method, begin, cycle, start, maxiter, target, onCheck, pause } = parts;
  const waits = space.immediate || parts.isLong === true;
  await begin.run();
  const most = Math.min(maxiter - start.iteration, method.settle ? cycle.length : Infinity);
  let [k, from] = [0, 0];
  let earlier: Asked | undefined;
  let before: Check | undefined;
  let at = start;
  while (k < most) {
    const every = parts.checkEvery ?? (waits ? 1 : nextCheck({ ...at, ...(before ? { before } : {}), target }));
    const until = Math.min(most, k + every);
    for (; k < until; k++) {
      const done = cycle.run(k);
      if (done) await done;
    }
    const mine: Asked = { k, from, values: space.numbers(method.watch(k, from)) };
    // Where the numbers before these are the last that are looked at, because a device is lost, say, nobody else hears of these.
    mine.values.catch(() => {});
    from = k;
    // A device computes the next iterations while the numbers of the last ones travel.
    const ready = [earlier, waits || k === most ? mine : undefined];
    earlier = mine;
    for (const asked of ready) {
      if (!asked || (waits && asked !== mine)) continue;
      const look = method.judge(await asked.values, asked.k, asked.from);
      before = at;
      at = { iteration: start.iteration + asked.k, residual: look.residual };
      const found = onCheck(at, look);
      if (found) return { k, end: found };
    }
    await pause();
  }
  return { k, end: 'cycle' };
}
