import type { Backend, Precision, Registry, Sequence, Operation } from '@spmv/core';
import { PRECISIONS, product, valueArray } from '@spmv/core';
import { hadamard, linear } from '@spmv/vectors';

export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Milliseconds of each of `samples` runs of `sequence`, `repeats` of it one after another in each, by the host's clock around all of them. */
export async function timed(
  backend: Backend,
  sequence: Sequence,
  { samples, repeats, before }: { readonly samples: number; readonly repeats: number; readonly before?: Sequence },
): Promise<readonly number[]> {
  const times: number[] = [];
  // The first ones touch pages, wake workers and compile.
  for (let sample = -3; sample < samples; sample++) {
    before?.run();
    await backend.finish();
    const start = performance.now();
    for (let k = 0; k < repeats; k++) sequence.run();
    await backend.finish();
    if (sample >= 0) times.push((performance.now() - start) / repeats);
  }
  return times;
}

/** 10⁹ bytes a second, read and written, over vectors of n elements. */
export interface Rates {
  readonly elements: number;
  /** y ← x: two numbers an element. */
  readonly copy: number;
  /** y ← d ∘ x: three. */
  readonly triad: number;
}

/** How fast this backend moves vectors that its caches do not hold, with the kernels of the same target. */
export async function measureRates(
  backend: Backend,
  registry: Registry,
  {
    target,
    precision,
    elements: n,
    samples,
    launch,
  }: {
    readonly target: string;
    readonly precision: Precision;
    readonly elements: number;
    readonly samples: number;
    readonly launch: Readonly<Record<string, number>>;
  },
): Promise<Rates> {
  const ones = valueArray(PRECISIONS[precision].host, n).fill(1);
  const [d, x, y] = [
    await backend.vector(ones, precision),
    await backend.vector(ones, precision),
    await backend.vector(n, precision),
  ];
  const one = await backend.vector(ones.slice(0, 1), precision);
  const prepare = (operation: Operation) =>
    backend.prepare({
      operation,
      kernel: registry.kernel(`${target}/${operation.id}-none`),
      precision,
      params: launch,
      sizes: { n },
    });
  const [copies, triads] = [await prepare(linear), await prepare(hadamard)];
  const rateOf = async (sequence: Sequence, numbers: number): Promise<number> => {
    const times = await timed(backend, sequence, { samples, repeats: backend.device.kind === 'gpu' ? 10 : 1 });
    await sequence.dispose();
    return (numbers * PRECISIONS[precision].storedBytes * n) / quantile(times, 0.5) / 1e6;
  };
  const copy = await rateOf(await backend.sequence([product(copies, x, one, y, one, 1, 0)]), 2);
  const triad = await rateOf(await backend.sequence([product(triads, d, x, y)]), 3);
  for (const made of [copies, triads, d, x, y, one]) await made.dispose();
  return { elements: n, copy, triad };
}
