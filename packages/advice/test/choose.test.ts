import { expect, it } from 'vitest';
import type { Candidate } from '../src/candidate.ts';
import type { Expected, RunTrial } from '../src/choose.ts';
import { choose } from '../src/choose.ts';
import type { Prediction } from '../src/experience.ts';

function candidate(kernel: string, backend = 'serial'): Candidate {
  return {
    backend,
    target: 'wasm',
    kernel,
    format: kernel,
    precision: 'f64',
    formatParams: {},
    kernelParams: {},
    launchParams: {},
    bytes: 1000,
    slots: 100,
  };
}

function expected(kernel: string, ms: number, from: Prediction['from'] = 'kernel', backend = 'serial'): Expected {
  return {
    candidate: candidate(kernel, backend),
    prediction: { ms, from, spread: from === 'kernel' ? 0.2 : 0.6, noise: 0.02 },
  };
}

/** Products that take what a table says, with a record of who ran. */
function clockwork(table: Readonly<Record<string, number>>, setupMs: Readonly<Record<string, number>> = {}) {
  const ran: string[] = [];
  const run: RunTrial = async ({ kernel }) => {
    const isNew = !ran.includes(kernel);
    ran.push(kernel);
    return { ms: table[kernel] as number, setupMs: isNew ? (setupMs[kernel] ?? 1) : 0 };
  };
  return { ran, run };
}

const MANY = Array.from({ length: 30 }, (_, k) => expected(`k${k}`, 1 + k / 100));
const TABLE = Object.fromEntries(MANY.map(({ candidate: { kernel } }, k) => [kernel, k === 4 ? 0.5 : 1]));

it('finds the fastest of those that may win, in ten products at most', async () => {
  const { ran, run } = clockwork(TABLE);
  const choice = await choose(MANY, run);
  expect(choice.ranking[0]?.candidate.kernel).toBe('k4');
  expect(choice.confidence).toBe('measured');
  expect(ran.length).toBeLessThanOrEqual(10);
  expect(choice.order.length).toBe(ran.length);
});

it.each([0, 1, 3])('computes no more than %i products where that is the limit', async (trials) => {
  const { ran, run } = clockwork(TABLE);
  const choice = await choose(MANY, run, { trials });
  expect(ran.length).toBeLessThanOrEqual(trials);
  expect(choice.confidence).toBe(trials === 0 ? 'predicted' : choice.confidence);
  expect(choice.ranking).toHaveLength(30);
});

it('follows the expectation where nothing is tried', async () => {
  const { run } = clockwork(TABLE);
  expect((await choose(MANY, run, { trials: 0 })).ranking[0]?.candidate.kernel).toBe('k0');
});

it('is the same for the same times', async () => {
  const one = await choose(MANY, clockwork(TABLE).run);
  const other = await choose(MANY, clockwork(TABLE).run);
  expect(other).toEqual(one);
});

it('ends early where nobody else may win', async () => {
  const { ran, run } = clockwork({ fast: 1, slow: 100 });
  await choose([expected('fast', 1), expected('slow', 100)], run);
  expect(ran).toEqual(['fast']);
});

it('tries the best of each backend first, and corrects what is expected on one that is slower than thought', async () => {
  const list = [
    expected('a', 1, 'kernel', 'here'),
    expected('b', 1.1, 'kernel', 'here'),
    expected('c', 5, 'kernel', 'there'),
  ];
  const { ran, run } = clockwork({ a: 20, b: 22, c: 5 });
  const choice = await choose(list, run);
  expect(ran.slice(0, 2)).toEqual(['a', 'c']);
  expect(choice.ranking[0]?.candidate.kernel).toBe('c');
});

it('gives a kernel that nobody knows a chance that a known one does not get', async () => {
  const known = clockwork({ fast: 1, other: 2 });
  await choose([expected('fast', 1), expected('other', 2)], known.run);
  expect(known.ran).not.toContain('other');
  const stranger = clockwork({ fast: 1, stranger: 0.5 });
  const choice = await choose([expected('fast', 1), expected('stranger', 2, 'target')], stranger.run);
  expect(choice.ranking[0]?.candidate.kernel).toBe('stranger');
});

it('goes on without what refuses or is wrong, which is no product of trial', async () => {
  const run: RunTrial = async ({ kernel }) =>
    kernel === 'k0'
      ? { refusal: 'no room' }
      : kernel === 'k1'
        ? { refusal: 'y[0] is 3', wrong: true }
        : { ms: 1, setupMs: 0 };
  const choice = await choose(MANY.slice(0, 4), run);
  expect(choice.ranking.slice(-2).map(({ refusal, wrong }) => [refusal, wrong])).toEqual(
    expect.arrayContaining([
      ['no room', undefined],
      ['y[0] is 3', true],
    ]),
  );
  expect(choice.ranking[0]?.refusal).toBeUndefined();
});

it('lets few products bear the conversion', async () => {
  const list = [expected('ready', 2), expected('converted', 1.9)];
  const times = { ready: 2, converted: 1 };
  const setup = { ready: 0, converted: 100 };
  const best = async (products?: number): Promise<string | undefined> =>
    (await choose(list, clockwork(times, setup).run, products === undefined ? {} : { products })).ranking[0]?.candidate
      .kernel;
  expect(await best()).toBe('converted');
  expect(await best(50)).toBe('ready');
  expect(await best(500)).toBe('converted');
});

it('prefers what was tried to what only seems better', async () => {
  const { run } = clockwork({ k0: 1 }, { k0: 10 });
  const { ranking } = await choose(MANY, run, { trials: 1, products: 1 });
  expect(ranking[0]?.candidate.kernel).toBe('k0');
});

it('ends with what is known where it is stopped', async () => {
  const stop = new AbortController();
  let ran = 0;
  const choice = await choose(
    MANY,
    async () => {
      if (++ran === 2) stop.abort();
      return { ms: 1, setupMs: 0 };
    },
    { signal: stop.signal },
  );
  expect(ran).toBe(2);
  expect(choice.ranking).toHaveLength(30);
});

it('says that two are too close to tell', async () => {
  const choice = await choose([expected('a', 1), expected('b', 1)], clockwork({ a: 1, b: 1.02 }).run);
  expect(choice.confidence).toBe('close');
  expect(choice.margin).toBeCloseTo(1.02);
});

it('has nothing to rank without candidates', async () => {
  const choice = await choose([], clockwork({}).run);
  expect(choice).toEqual({ ranking: [], order: [], confidence: 'predicted', margin: null });
});

it('tries each candidate as often as it is told to, in rounds, but none again that is refused', async () => {
  const { ran, run } = clockwork(TABLE);
  const refusing: RunTrial = (one) => (one.kernel === 'k1' ? Promise.resolve({ refusal: 'no' }) : run(one));
  const choice = await choose(MANY.slice(0, 3), refusing, { trials: 1, ofEach: 3 });
  expect(ran).toEqual(['k0', 'k2', 'k0', 'k2', 'k0', 'k2']);
  expect(choice.ranking.map(({ trialsMs }) => trialsMs.length)).toEqual([3, 3, 0]);
});

it('tries again what one trial says is far slower than expected, and leaves disturbed trials out', async () => {
  const ran: string[] = [];
  const run: RunTrial = async ({ kernel }) => {
    ran.push(kernel);
    const isDisturbed = kernel === 'best' && ran.filter((one) => one === 'best').length === 1;
    return { ms: isDisturbed ? 500 : kernel === 'best' ? 1 : 4, setupMs: 1 };
  };
  const choice = await choose([expected('best', 1), expected('other', 4, 'kernel', 'threads')], run);
  expect(choice.ranking[0]?.candidate.kernel).toBe('best');
  expect(choice.ranking[0]?.trialsMs).toEqual([500, 1]);
  expect(choice.margin).toBeGreaterThan(3);
});

it('believes of two trials that a kernel is far slower than expected', async () => {
  const { ran, run } = clockwork({ slow: 50, other: 4 });
  const choice = await choose([expected('slow', 1), expected('other', 4, 'kernel', 'threads')], run);
  expect(choice.ranking[0]?.candidate.kernel).toBe('other');
  expect(ran.filter((kernel) => kernel === 'slow').length).toBe(2);
});

it.each([
  ['calm', [1, 1, 1, 1], 1, 'measured'],
  ['of which one batch after another is slow', [1, 1, 1, 1], 2, 'close'],
  ['that differ from one another', [1, 1.6, 1.2, 1.7], 1, 'close'],
  ['of which one was disturbed as a whole', [1, 5, 1, 1], 1, 'measured'],
] as const)('is ahead by more than trials differ, or too close: trials %s', async (_, times, spread, confidence) => {
  const ran: Record<string, number> = {};
  const run: RunTrial = async ({ kernel }) => {
    const nth = ran[kernel] ?? 0;
    ran[kernel] = nth + 1;
    return { ms: (kernel === 'a' ? 1 : 1.3) * (times[nth % times.length] as number), setupMs: 0, spread };
  };
  const choice = await choose([expected('a', 1), expected('b', 1)], run, { ofEach: 4 });
  expect(choice.ranking[0]?.candidate.kernel).toBe('a');
  expect(choice.confidence).toBe(confidence);
});
