import type { Given, Peer, PeerProduct } from './peers.ts';

/** One thing that multiplies a matrix, in rounds with others. */
export interface Runner {
  readonly name: string;
  /** Milliseconds of one product, one sample a round. */
  readonly samplesMs: number[];
  readonly batch: number;
  multiply(): unknown;
}

/** What {@link runnerOf} needs of a package or of ours. */
export interface Multiplies {
  readonly name: string;
  readonly product: PeerProduct;
  readonly precision?: 'f64' | 'f32' | undefined;
}

/** Least time of one sample, so that the clock counts for nothing. */
const SAMPLE_MS = 5;
/** Sums of a product may be made in another order: relative to Σ|a||x| of the row. */
const TOLERANCE = { f64: 1e-12, f32: 1e-5 } as const;

const awaited = (value: unknown): value is PromiseLike<unknown> => value instanceof Promise;

/** Checks y = Ax by plain sums. Errors: an `Error` that names the first wrong row. */
function checkProduct(
  { name, precision = 'f64' }: Pick<Multiplies, 'name' | 'precision'>,
  matrix: Given,
  x: readonly number[],
  y: ArrayLike<number>,
): void {
  for (let i = 0; i < matrix.rows; i++) {
    let [sum, size] = [0, 0];
    for (let k = matrix.rowStart[i] ?? 0; k < (matrix.rowStart[i + 1] ?? 0); k++) {
      const term = (matrix.values[k] ?? 0) * (x[matrix.colIndex[k] ?? 0] ?? 0);
      sum += term;
      size += Math.abs(term);
    }
    if (!(Math.abs((y[i] ?? Number.NaN) - sum) <= TOLERANCE[precision] * size))
      throw new Error(`${name}: element ${i} is ${y[i]}, not ${sum}.`);
  }
}

async function timed(multiply: () => unknown, batch: number): Promise<number> {
  const begin = performance.now();
  for (let i = 0; i < batch; i++) {
    const product = multiply();
    if (awaited(product)) await product;
  }
  return (performance.now() - begin) / batch;
}

/** A runner whose product was checked and is warm. Errors: as {@link checkProduct}. */
export async function runnerOf(one: Multiplies, matrix: Given, x: readonly number[]): Promise<Runner> {
  const { name, product } = one;
  checkProduct(one, matrix, x, product.read(await product.multiply()));
  let once = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) once = Math.min(once, await timed(() => product.multiply(), 1));
  const batch = Math.max(1, Math.ceil(SAMPLE_MS / Math.max(once, 1e-4)));
  await timed(() => product.multiply(), batch);
  return { name, batch, samplesMs: [], multiply: () => product.multiply() };
}

/** One sample of each a round, one after another: what disturbs one disturbs all. */
export async function measureRounds(runners: readonly Runner[], rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const { samplesMs, batch, multiply } of runners) samplesMs.push(await timed(multiply, batch));
}

/** The middle one. */
export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? Number.NaN) + (sorted[sorted.length >> 1] ?? Number.NaN)) / 2;
}

/** A package's runner, or why it has none: it refuses the matrix, or its product is wrong. */
export async function peerRunner(
  { name, precision, make }: Peer,
  module: unknown,
  matrix: Given,
  x: readonly number[],
): Promise<Runner | string> {
  try {
    return await runnerOf({ name, precision, product: await make(module, matrix, x) }, matrix, x);
  } catch (error) {
    return error instanceof Error && error.message.startsWith(name) ? error.message : `${name}: ${String(error)}`;
  }
}
