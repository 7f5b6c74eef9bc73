import type { AnyCoo, Backend, Operator, StoredMatrix, Workload } from '@spmv/core';
import { buildMatrix, createWorkload, isRefusal, isSpmvError, matrixFor, storedPrecision } from '@spmv/core';
import { judge, placeText } from '@spmv/core/oracle';
import type { Setup } from './advice.ts';
import type { LiveCandidate } from './candidates.ts';
import type { TrialRefusal, TrialResult } from './choose.ts';
import { createStored } from './stored.ts';
import { medianOf } from './measurement.ts';
import type { TrialPool } from './trial-operands.ts';
import { createTrialPool } from './trial-operands.ts';
import { warmUpMatrix } from './warm-up-matrix.ts';

/** A trial of shorter products runs them until so much is over: neither the clock, nor the loop, nor a cache that is still empty may count. */
const TRIAL_MS = 2;
/** What engines need until they have compiled a kernel for good. */
const WARM_UP_MS = 8;
/** At least so many batches of them are timed; the fastest counts, since whatever disturbs one only slows it. */
const BATCHES = 4;
const MOST_REPEATS = 4096;

/** A candidate that is ready for products. */
interface Ready extends Setup {
  readonly operator: Operator;
  /** What the first product took; 0 before it. */
  onceMs: number;
  /** The least that a product took so far. */
  leastMs: number;
}

/** Runs products of trial, of any candidates in any order. */
export interface Trials {
  /** One product; conversion and preparation before the first. A wrong result is a refusal that says so. */
  run(live: LiveCandidate): Promise<TrialResult | TrialRefusal>;
  /** Prepares a candidate that is to be taken. What it needs and is not installed is a refusal; errors: all others of `Backend.prepare`. */
  makeReady(live: LiveCandidate): Promise<TrialRefusal | undefined>;
  /** What is known of a candidate that ran. */
  setupOf(live: LiveCandidate): Setup | undefined;
  /** Products of the matrix that were computed: more than trials where products are too short for one to be timed. */
  products(): number;
  /** The operator of a candidate that is ready; the receiver disposes of it. */
  take(live: LiveCandidate): Operator | undefined;
  /** The matrix as the last candidate that was prepared stores it, if it is this one and still there; it is the receiver's. */
  takeStored(live: LiveCandidate): StoredMatrix | undefined;
  /** Of everything that was not taken. */
  dispose(): Promise<void>;
}

export interface TrialsOptions {
  /** Compare the first product of each candidate with exact results. */
  readonly verify: boolean;
  /** Bytes that operators of trials may hold together; the slowest goes first. */
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
  onStep(text: string): void;
}

/** A turn of the event loop: signals arrive, and a page draws. */
function turn(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 0));
}

async function timedMs(
  backend: Backend,
  operator: Operator,
  operands: readonly unknown[],
  repeats: number,
): Promise<number> {
  const start = performance.now();
  for (let p = 0; p < repeats; p++) operator.apply(...operands);
  await backend.finish();
  return (performance.now() - start) / repeats;
}

/** What a kernel needs is not installed. */
const UNAVAILABLE: ReadonlySet<string> = new Set(['BACKEND.UNAVAILABLE', 'BACKEND.NOT_INSTALLED']);

/** What keeps a candidate from running, in words: one that fails is no reason to advise nothing. What was disposed of meanwhile is thrown on. */
function refusalOf(error: unknown): TrialRefusal {
  if (isSpmvError(error) && error.code.startsWith('LIFETIME.')) throw error;
  const words = error instanceof Error ? error.message : String(error);
  const code = isSpmvError(error) ? error.code : '';
  const isKnown = UNAVAILABLE.has(code) || (isSpmvError(error) && isRefusal(error));
  return { refusal: isKnown ? words : `it failed: ${words}`, ...(isSpmvError(error) ? { fix: error.fix } : {}) };
}

/** Trials of the candidates of one workload. */
export function createTrials(workload: Workload, options: TrialsOptions): Trials {
  const pool = createTrialPool(workload);
  const { operation, options: variant, ownSizes } = workload;
  let made: { readonly small: Workload; readonly warmPool: TrialPool } | undefined;
  const warmUps = (): NonNullable<typeof made> => {
    if (made) return made;
    const small = createWorkload(operation, warmUpMatrix(workload.components), { options: variant, sizes: ownSizes });
    made = { small, warmPool: createTrialPool(small) };
    return made;
  };
  const warm = new Set<string>();
  const ready = new Map<LiveCandidate, Ready>();
  const setups = new Map<LiveCandidate, Setup>();
  const stored = createStored(workload.coo as AnyCoo);
  let products = 0;

  const prepareSmall = ({ opened, kernel, format, plan, arithmetic }: LiveCandidate): Promise<Operator> => {
    const { small } = warmUps();
    return opened.backend.prepare({
      operation: small.operation,
      sizes: small.ownSizes,
      kernel,
      precision: arithmetic.precision,
      matrix: buildMatrix(format, small.coo as AnyCoo, { valueType: plan.valueType, target: kernel.target }),
      stored: storedPrecision(arithmetic),
    });
  };

  /** Products of a small matrix until the engine has compiled the kernel. A candidate that refuses that one starts cold. */
  const warmUp = async (live: LiveCandidate): Promise<void> => {
    const { opened, kernel, arithmetic } = live;
    // Machine code is compiled already: what the engine has to compile for it is the way there, which all of its kernels share.
    const compiled = kernel.target === 'native' ? 'native' : `${kernel.id} ${arithmetic.precision}`;
    const key = `${opened.descriptor.id} ${compiled}`;
    if (opened.backend.device.kind !== 'cpu' || warm.has(key)) return;
    warm.add(key);
    try {
      const operator = await prepareSmall(live);
      const { list } = await warmUps().warmPool.of(opened.backend, arithmetic.precision);
      const end = performance.now() + WARM_UP_MS;
      while (performance.now() < end) await timedMs(opened.backend, operator, list, 8);
      await operator.dispose();
    } catch (error) {
      // It will be said of the matrix itself, unless that is what differs.
      refusalOf(error);
    }
  };

  const makeRoom = async (bytes: number): Promise<void> => {
    for (const [live, one] of [...ready].sort(([, a], [, b]) => b.leastMs - a.leastMs)) {
      const held = [...ready.values()].reduce((sum, { bytesResident }) => sum + bytesResident, 0);
      if (held + bytes <= options.maxBytes) return;
      ready.delete(live);
      await one.operator.dispose();
    }
  };

  /** Compiled code may not be installed, which a small matrix tells before this one is converted. Errors: `BACKEND.UNAVAILABLE`. */
  const requireCode = async (live: LiveCandidate): Promise<void> => {
    if (live.kernel.target !== 'native') return;
    const [size, cost] = [workload, warmUps().small].map(({ coo }) => coo?.colIndex.length ?? 0) as [number, number];
    if (size <= cost) return;
    try {
      await (await prepareSmall(live)).dispose();
    } catch (error) {
      if (isSpmvError(error) && UNAVAILABLE.has(error.code)) throw error;
    }
  };

  const make = async (live: LiveCandidate): Promise<Ready> => {
    const { opened, kernel, arithmetic, candidate, plan } = live;
    await requireCode(live);
    await makeRoom(plan.bytes);
    options.onStep(`converting to ${candidate.format}`);
    await turn();
    const { matrix, ms: convertMs } = stored.of(live);
    const { backend } = opened;
    const start = performance.now();
    const operator = await backend.prepare({
      operation: workload.operation,
      sizes: workload.ownSizes,
      layouts: workload.layouts,
      kernel,
      precision: arithmetic.precision,
      ...matrixFor(backend.device, workload, live.format, matrix, arithmetic),
      stored: storedPrecision(arithmetic),
      params: { ...candidate.kernelParams, ...candidate.launchParams },
    });
    const prepareMs = performance.now() - start;
    const one: Ready = {
      operator,
      convertMs,
      prepareMs,
      bytesResident: operator.bytesResident,
      onceMs: 0,
      leastMs: Infinity,
    };
    ready.set(live, one);
    setups.set(live, { convertMs, prepareMs, bytesResident: operator.bytesResident });
    return one;
  };

  const wrongResult = async ({ candidate, arithmetic, opened }: LiveCandidate): Promise<string | undefined> => {
    const { written } = await pool.of(opened.backend, arithmetic.precision);
    for (const [name, { reference, bounds }] of Object.entries(pool.expected(arithmetic))) {
      const result = await written[name]?.read();
      if (!result) continue;
      const { errorRatio, row, got, expected } = judge(result, reference, arithmetic.accumulator, bounds);
      if (errorRatio > 1)
        return `its result is wrong: ${placeText(name, row, arithmetic.precision)} is ${got} where ${expected} is exact (${candidate.kernel})`;
    }
    return undefined;
  };

  /** Products of one that is shorter than a trial, until that is over: the least counts, since what disturbs a batch only slows it. */
  const timeShort = async (
    backend: Backend,
    operator: Operator,
    list: readonly unknown[],
    onceMs: number,
    mayBeCold: boolean,
  ): Promise<Pick<TrialResult, 'ms' | 'spread'>> => {
    const repeats = Math.min(MOST_REPEATS, Math.max(1, Math.floor(TRIAL_MS / (2 * BATCHES) / Math.max(onceMs, 1e-4))));
    const end = performance.now() + (mayBeCold ? WARM_UP_MS + TRIAL_MS : TRIAL_MS);
    const times: number[] = [];
    while (times.length < BATCHES || performance.now() < end) {
      times.push(await timedMs(backend, operator, list, repeats));
      products += repeats;
    }
    const ms = Math.min(...times);
    // The first half may be cold.
    return { ms, spread: medianOf(times.slice(times.length >> 1)) / ms };
  };

  const productOf = async (
    live: LiveCandidate,
    one: Ready,
  ): Promise<Pick<TrialResult, 'ms' | 'clocked' | 'spread'> | TrialRefusal> => {
    const { opened, arithmetic } = live;
    const { backend } = opened;
    const { operator } = one;
    const { list } = await pool.of(backend, arithmetic.precision);
    const isFirst = one.onceMs === 0;
    if (isFirst) {
      await backend.finish();
      one.onceMs = await timedMs(backend, operator, list, 1);
      products++;
      const wrong = options.verify ? await wrongResult(live) : undefined;
      if (wrong !== undefined) return { refusal: wrong, wrong: true };
    }
    const isCpu = backend.device.kind === 'cpu';
    if (isFirst && isCpu && one.onceMs >= TRIAL_MS) return { ms: one.onceMs };
    const clocked = isCpu ? undefined : await operator.time(list, { runs: 1 });
    if (clocked) {
      products++;
      return { ms: medianOf([...clocked]), clocked: true };
    }
    if (one.onceMs < TRIAL_MS)
      return timeShort(backend, operator, list, one.onceMs, isFirst && live.kernel.target !== 'native');
    products++;
    return { ms: await timedMs(backend, operator, list, 1) };
  };

  return {
    async run(live) {
      await turn();
      try {
        const [isNew, isKnown] = [!ready.has(live), setups.has(live)];
        const one = ready.get(live) ?? (await make(live));
        if (isNew) await warmUp(live);
        options.onStep(`trying ${live.candidate.kernel} on ${live.candidate.backend}`);
        const product = await productOf(live, one);
        if ('refusal' in product) return product;
        one.leastMs = Math.min(one.leastMs, product.ms);
        return { ...product, setupMs: isKnown ? 0 : one.convertMs + one.prepareMs };
      } catch (error) {
        return refusalOf(error);
      }
    },
    async makeReady(live) {
      try {
        if (!ready.has(live)) await make(live);
        return undefined;
      } catch (error) {
        if (isSpmvError(error) && UNAVAILABLE.has(error.code)) return refusalOf(error);
        throw error;
      }
    },
    setupOf: (live) => setups.get(live),
    products: () => products,
    takeStored: (live) => stored.take(live),
    take(live) {
      const one = ready.get(live);
      ready.delete(live);
      return one?.operator;
    },
    async dispose() {
      stored.release();
      for (const { operator } of ready.values()) await operator.dispose();
      ready.clear();
      await pool.dispose();
      await made?.warmPool.dispose();
    },
  };
}
