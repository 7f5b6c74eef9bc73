import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { BoundPass } from '../src/bound-operator.ts';
import { join, shutOut } from '../src/claim.ts';
import { CONTROL_BYTES, controlAt, doneWord, EPOCH, joinedWord, LEAVE, nextEpoch } from '../src/control.ts';
import type { Caller } from '../src/pool/caller.ts';
import { createCaller } from '../src/pool/caller.ts';
import type { SharedState } from './gates.ts';
import {
  countingPass,
  createDelay,
  GO_ON,
  INSIDE,
  openGate,
  PLAIN,
  STOPPING,
  THREADS,
  UNEVEN,
  waitAt,
} from './gates.ts';

interface Setting extends SharedState {
  readonly words: Int32Array;
  readonly caller: Caller;
  readonly threads: Worker[];
}

function createSetting(): Setting {
  const control = new SharedArrayBuffer(CONTROL_BYTES);
  const backoff = { isActive: () => false, helped: () => {}, record: () => {} };
  const caller = createCaller({ control: controlAt(control, 0), spinMilliseconds: 1, backoff, checkAlive: () => {} });
  return {
    control,
    caller,
    words: controlAt(control, 0).words,
    threads: [],
    computed: new Int32Array(new SharedArrayBuffer(4 * THREADS * THREADS)),
    gates: new Int32Array(new SharedArrayBuffer(16)),
  };
}

function startWorker({ control, computed, gates, threads }: Setting, index: number): void {
  const state: SharedState = { control, computed, gates };
  threads.push(
    new Worker(new URL('./gated-worker.ts', import.meta.url), {
      workerData: { state, index },
      execArgv: ['--conditions=@spmv/source'],
    }),
  );
}

async function endWorkers({ caller, threads }: Setting): Promise<void> {
  caller.publish(THREADS, LEAVE);
  await Promise.all(threads.map(async (thread) => once(thread, 'exit')));
}

function run({ caller }: Setting, pass: BoundPass, operator: number, team = THREADS): void {
  caller.run(
    { run: pass, operator, index: 0, shares: new Float64Array(team).fill(1 / team) },
    { id: 1, values: Float64Array.of(0, 0, 1, 0) },
  );
}

/** How often each part was computed, by whomever. */
function timesOf({ computed }: Setting): readonly number[] {
  return Array.from({ length: THREADS }, (_, part) =>
    computed.subarray(part * THREADS, (part + 1) * THREADS).reduce((sum, times) => sum + times, 0),
  );
}

/** A defect ends in an error here: nothing else can interrupt a thread that looks on. */
const BACKSTOP_MS = 60_000;
const until = (condition: () => boolean): void => {
  const end = performance.now() + BACKSTOP_MS;
  while (!condition()) if (performance.now() > end) throw new Error('What was waited for has not come.');
};

describe('claims of parts', () => {
  it('the caller computes every part when no worker comes, and those that come later compute none of them', async () => {
    const setting = createSetting();
    run(setting, countingPass(setting, 0), PLAIN);
    run(setting, countingPass(setting, 0), PLAIN);
    expect([...setting.computed]).toEqual([2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0]);
    // They find the word of an epoch that is over.
    for (const index of [1, 2, 3]) startWorker(setting, index);
    until(() => [1, 2, 3].every((index) => setting.words[doneWord(index)] === ~(setting.words[EPOCH] as number)));
    expect(timesOf(setting)).toEqual([2, 2, 2, 2]);
    // And take part in the next, which the caller keeps open until they have.
    const begun = (): boolean =>
      [1, 2, 3].every((index) => Atomics.load(setting.words, joinedWord(index)) === setting.words[EPOCH]);
    run(
      setting,
      countingPass(setting, 0, () => until(begun)),
      PLAIN,
    );
    await endWorkers(setting);
    expect([...setting.computed]).toEqual([3, 0, 0, 0, 2, 1, 0, 0, 2, 0, 1, 0, 2, 0, 0, 1]);
  });

  it('while one worker is stopped inside its part and the others outside, the caller computes all other parts', async () => {
    const setting = createSetting();
    startWorker(setting, 2);
    const seen: number[] = [];
    run(
      setting,
      countingPass(setting, 0, (part) => {
        if (part === 0) waitAt(setting.gates, INSIDE);
        seen.push(part);
        // Only now that nothing else is left: a caller that waited first would never come here.
        if (part === 3) openGate(setting.gates, GO_ON);
      }),
      STOPPING,
    );
    expect(seen).toEqual([0, 1, 3]);
    expect([...setting.computed]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0]);
    run(setting, countingPass(setting, 0), PLAIN);
    await endWorkers(setting);
    expect(timesOf(setting)).toEqual([2, 2, 2, 2]);
  });

  it('computes every part once when workers come, stop and go at any time', async () => {
    const setting = createSetting();
    for (const index of [1, 2, 3]) startWorker(setting, index);
    const pass = countingPass(setting, 0, createDelay(0));
    const expected = [0, 0, 0, 0];
    for (let product = 0; product < 40_000; product++) {
      const team = 2 + (product % 3);
      run(setting, pass, product % 2 === 0 ? PLAIN : UNEVEN, team);
      for (let part = 0; part < team; part++) expected[part] = (expected[part] as number) + 1;
      // Each product is complete when it returns.
      if (timesOf(setting).join() !== expected.join()) expect(timesOf(setting), `product ${product}`).toEqual(expected);
    }
    await endWorkers(setting);
    expect(timesOf(setting)).toEqual(expected);
  });

  it('either the worker joins or the caller shuts it out, never both', () => {
    const { words } = createSetting();
    const epoch = nextEpoch(0, 2);
    words[EPOCH] = epoch;
    expect(join(words, 1, epoch)).toBe(true);
    expect(shutOut(words, 1, epoch)).toBe(false);
    const next = nextEpoch(epoch, 2);
    words[EPOCH] = next;
    expect(shutOut(words, 1, next)).toBe(true);
    expect(join(words, 1, next)).toBe(false);
  });

  it('a worker that has read an epoch and was stopped before it could join touches nothing of a later one', () => {
    const { words } = createSetting();
    const old = nextEpoch(0, 2);
    words[EPOCH] = old;
    expect(shutOut(words, 1, old)).toBe(true);
    const next = nextEpoch(old, 2);
    words[EPOCH] = next;
    expect(join(words, 1, old)).toBe(false);
    expect(shutOut(words, 1, next)).toBe(true);
    expect(join(words, 1, old)).toBe(false);
    expect(join(words, 1, next)).toBe(false);
  });

  it('the caller computes the part of a worker that began to join and found itself shut out', () => {
    const setting = createSetting();
    const { words } = setting;
    // What such a worker leaves behind when each has seen the other.
    const joins = (part: number): void => {
      if (part !== 0) return;
      const epoch = words[EPOCH] as number;
      words[joinedWord(1)] = epoch;
      words[doneWord(1)] = ~epoch;
    };
    run(setting, countingPass(setting, 0, joins), PLAIN);
    expect(timesOf(setting)).toEqual([1, 1, 1, 1]);
  });

  it.each([
    ['as large as the other', [0.5, 0.5], 12 - 2],
    ['a tenth of the work', [0.1, 0.9], 12 - 10],
  ] as const)(
    'a product that waited took longer than alone by what the caller tells of its part: %s',
    (_, of, loss) => {
      const control = controlAt(new SharedArrayBuffer(CONTROL_BYTES), 0);
      const { words } = control;
      let time = 0;
      const lost: number[] = [];
      const caller = createCaller({
        control,
        spinMilliseconds: 1,
        backoff: { isActive: () => false, helped: () => {}, record: (ms) => void lost.push(ms) },
        checkAlive: () => {},
        // The worker comes while this thread waits for it, and is stopped within its part until 12 ms.
        now() {
          const seen = time;
          if (time === 1) {
            if (words[joinedWord(1)] !== 0) {
              time = 12;
              words[doneWord(1)] = words[EPOCH] as number;
            }
            words[joinedWord(1)] = words[EPOCH] as number;
          }
          return seen;
        },
      });
      const run = (): void => {
        time += 1;
      };
      caller.run(
        { run, operator: PLAIN, index: 0, shares: Float64Array.from(of) },
        { id: 1, values: Float64Array.of(0) },
      );
      expect(lost).toEqual([loss]);
    },
  );

  it('what was said in an epoch is forgotten before its number comes again', () => {
    const setting = createSetting();
    const { words } = setting;
    run(setting, countingPass(setting, 0), PLAIN);
    const first = words[EPOCH] as number;
    for (const index of [1, 2, 3]) {
      words[joinedWord(index)] = first;
      words[doneWord(index)] = first;
    }
    // The last number of the counter: the next is 0, and the one after it that of the first product.
    words[EPOCH] = (0xffff_ffff << 10) | THREADS;
    run(setting, countingPass(setting, 0), PLAIN);
    run(setting, countingPass(setting, 0), PLAIN);
    expect(words[EPOCH]).toBe(first);
    expect(timesOf(setting)).toEqual([3, 3, 3, 3]);
  });

  it('a part that fails ends the product after the others, and only once', async () => {
    const setting = createSetting();
    startWorker(setting, 2);
    const fails: BoundPass = (part) => {
      if (part === 0) waitAt(setting.gates, INSIDE);
      openGate(setting.gates, GO_ON);
      throw new RangeError(`part ${part}`);
    };
    expect(() => run(setting, fails, STOPPING)).toThrow('part 0');
    expect(setting.words[doneWord(2)]).toBe(setting.words[EPOCH]);
    run(setting, countingPass(setting, 0), PLAIN);
    await endWorkers(setting);
  });
});
