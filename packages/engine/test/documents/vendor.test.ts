import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BenchResult } from '../../src/documents/result.ts';
import { shownRows } from '../../src/documents/shown-rows.ts';
import { verdicts } from '../../src/documents/verdict.ts';
import { awaken } from '../../src/time/awaken.ts';

/** A timed combination; `vendor` says that a library computes it. */
function timed(kernel: string, medianMs: number, vendor = false): BenchResult {
  return {
    status: 'ok',
    precision: 'f64',
    format: 'csr',
    backend: 'threads',
    kernel,
    ...(vendor ? { vendor: true } : {}),
    formatParams: {},
    kernelParams: {},
    launchParams: {},
    medianMs,
    medianLowMs: 0.99 * medianMs,
    medianHighMs: 1.01 * medianMs,
    compulsoryBytes: 100,
    storageBytes: 80,
    bytesResident: 80,
    speedup: null,
    gflops: 1,
    matrix: { nnz: 10 },
  } as unknown as BenchResult;
}

describe('kernels of libraries', () => {
  it('are told beside what to use, and are not what to use', () => {
    const [verdict] = verdicts([timed('js/csr', 4), timed('wasm/csr', 2), timed('native/mkl', 1, true)]);
    expect(verdict?.best.kernel).toBe('wasm/csr');
    expect(verdict?.text).toContain('native/mkl, the fastest library, takes 0.50× its time.');
    expect(verdict?.ties).toEqual([]);
    const [close] = verdicts([timed('wasm/csr', 2), timed('native/mkl', 2.01, true)]);
    expect(close?.text).toContain('which is a tie');
  });

  it('are what to use where nothing else was measured', () => {
    const [verdict] = verdicts([timed('native/mkl', 1, true), timed('native/mkl-ie', 0.5, true)]);
    expect(verdict?.best.kernel).toBe('native/mkl-ie');
    expect(verdict?.text).not.toContain('library');
  });

  it('each have a row of the short table', () => {
    const rows = [1, 2, 3].map((ms) => timed(`native/library-${ms}`, ms, true));
    const shown = shownRows([...rows, timed('js/csr', 9), timed('js/csr-2', 8), timed('js/csr-3', 7)], 4);
    expect(shown.map(({ kernel }) => kernel)).toEqual([...rows.map(({ kernel }) => kernel), 'js/csr-3']);
  });

  it('leave room for what speed-ups refer to', () => {
    const others = [1, 2, 3].map((ms) => timed(`js/csr-${ms}`, ms));
    const shown = shownRows([...others, { ...timed('js/csr', 9), backend: 'serial' }], 2);
    expect(shown.map(({ kernel }) => kernel)).toEqual(['js/csr-1', 'js/csr']);
  });
});

describe('combinations that cannot be told apart', () => {
  it('are advised by what is simplest: one thread, then CSR, then the fastest; two others are named', () => {
    const alike = [1, 1.001, 1.002, 1.003].map((ms, k) => ({ ...timed(`js/sell-${k}`, ms), format: 'sell' }));
    const [verdict] = verdicts([...alike, { ...timed('wasm/csr', 1.004), backend: 'serial' }, timed('js/csr', 9)]);
    expect(verdict?.best.kernel).toBe('wasm/csr');
    expect(verdict?.text).toMatch(/It ties with js\/sell-0 on threads, js\/sell-1 on threads and 2 more:/u);
    expect(verdict?.text).toContain(
      'Of these the simplest is advised, one thread before several and CSR before other formats; js/sell-0 on threads has the least median, 1.00 ms.',
    );
    const [three] = verdicts([...alike.slice(0, 3), timed('js/csr', 9)]);
    expect(three?.best.kernel).toBe('js/sell-0');
    expect(three?.text).toContain('It ties with js/sell-1 and js/sell-2:');
    expect(three?.text).not.toContain('least median');
  });
});

describe('on a machine that is too busy to tell', () => {
  /** So noisy that all intervals overlap. */
  const noisy = (kernel: string, medianMs: number, more: Partial<BenchResult>): BenchResult => ({
    ...timed(kernel, medianMs),
    medianLowMs: 0.1,
    medianHighMs: 99,
    ...more,
  });
  const rows = [
    noisy('wasm/ellpack', 1, { format: 'ellpack' }),
    noisy('wasm/sell', 1.2, { format: 'sell' }),
    noisy('wasm/csr-simd', 1.9, { backend: 'serial' }),
    noisy('js/csr', 3.6, { backend: 'serial' }),
  ];

  it('the simplest tie is named, and what takes twice the least time is none', () => {
    const [verdict] = verdicts(rows, true);
    expect(verdict?.text).toBe(
      'f64: any of 3 may be the fastest; this machine is too busy to tell. Use wasm/csr-simd on serial, the simplest of them; the others are wasm/ellpack on threads and wasm/sell on threads. One other takes more than 2 × the least time.',
    );
    expect(verdict?.ties.map(({ kernel }) => kernel)).toEqual(['wasm/ellpack', 'wasm/sell']);
  });

  it('what speed-ups refer to is kept where it is a tie', () => {
    const [verdict] = verdicts([...rows.slice(0, 3), noisy('js/csr', 1.5, { backend: 'serial' })], true);
    expect(verdict?.text).toContain('any of 4 may');
    expect(verdict?.text).toMatch(
      / Keep js\/csr on serial, the simplest of them; the others are .* and wasm\/csr-simd on serial\.$/u,
    );
  });
});

describe('products that do not count', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
  afterEach(() => vi.useRealTimers());

  /** How many there were and how long all of it took, where each takes `each` ms. */
  const counted = async (
    before: boolean | undefined,
    now: boolean,
    each: number,
  ): Promise<[count: number, ms: number]> => {
    let count = 0;
    const [first, second] = [{ ownThreads: before ?? false }, { ownThreads: now }];
    const begin = performance.now();
    const done = awaken(second, before === undefined ? undefined : first, async () => {
      count++;
      vi.advanceTimersByTime(each);
    });
    await vi.advanceTimersToNextTimerAsync();
    await done;
    return [count, performance.now() - begin];
  };

  it.each([
    [undefined, true],
    [undefined, false],
    [false, false],
  ])("they fill the caches of a kernel as long as a library's: %s, then %s", async (before, now) => {
    expect(await counted(before, now, 0.25)).toEqual([8, 2]);
  });

  it('are few where they are short: these read little', async () => {
    const [count, ms] = await counted(false, false, 0.001);
    expect([count, ms.toFixed(3)]).toEqual([64, '0.064']);
  });

  it('are one where it is long', async () => {
    expect(await counted(false, false, 50)).toEqual([1, 50]);
  });

  it.each([
    [true, false],
    [false, true],
    [true, true],
  ])('begin after other threads have gone to sleep, and wake their own: %s, then %s', async (before, now) => {
    expect(await counted(before, now, 0.25)).toEqual([8, 5]);
  });
});
