import type { GpuBindGroup, GpuCommandEncoder } from '../gpu/gpu-types.ts';
import type { GpuVector, DeviceContext } from './gpu-vector.ts';
import { clockStep, sampleMs } from './clock-step.ts';
import type { Instruments } from './clock.ts';
import { RUNS_PER_SUBMISSION } from './clock.ts';
import { createGpuVector } from './gpu-vector.ts';
import type { ReadyDispatch } from './step.ts';
import { createRecording, encodeSteps } from './step.ts';

/** A sample lasts about this long, else beginning and ending a pass (some 5 µs) is what it shows: a hundredth here. */
const SAMPLE_MS = 0.5;
/** Most products of one sample, and those of the sample that finds out how many it takes. */
const MOST_PRODUCTS = 512;
const PILOT_PRODUCTS = 4;

/** Bytes swept to evict a GPU's caches (the largest are about 100 MB), and those of a CPU that stands in for one. */
const SWEEP_BYTES = 2 ** 28;
const SWEEP_BYTES_SOFTWARE = 2 ** 24;

export interface TimedProducts {
  readonly steps: readonly ReadyDispatch[];
  readonly groups: readonly GpuBindGroup[];
  readonly scalars: Float64Array;
  readonly runs: number;
  readonly cold: boolean;
  /** Kept by the operator: what the first call finds out. */
  readonly pace: Pace;
}

/** How many products of an operator make a sample. */
export interface Pace {
  products?: number;
}

/** A vector whose scaling by 1 reads and writes more than any cache holds. */
function createSweep(deviceContext: DeviceContext): GpuVector {
  const wanted = deviceContext.session.software ? SWEEP_BYTES_SOFTWARE : SWEEP_BYTES;
  return createGpuVector(
    deviceContext,
    Math.floor(Math.min(wanted, deviceContext.session.limits.maxStorageBufferBindingSize) / 8),
    'f32',
  );
}

async function takeSamples(
  { session, batch, reads }: DeviceContext,
  products: TimedProducts,
  { querySet, resolved }: Instruments,
  sweep: GpuVector | undefined,
): Promise<Float64Array> {
  const { device } = session;
  const { steps, groups, scalars, runs, cold, pace } = products;
  const encodeSweep = (encoder: GpuCommandEncoder): void => {
    if (!sweep) return;
    const pass = encoder.beginComputePass();
    encodeSteps(createRecording(pass), sweep.scaleSteps, sweep.scaleGroups(0));
    pass.end();
  };
  /** Begin and end of `count` samples of `each` products, in nanoseconds. */
  const timestamps = async (count: number, each: number): Promise<BigUint64Array> => {
    batch.setScalars(scalars);
    const encoder = device.createCommandEncoder();
    for (let r = 0; r < count; r++) {
      encodeSweep(encoder);
      const pass = encoder.beginComputePass({
        timestampWrites: { querySet, beginningOfPassWriteIndex: 2 * r, endOfPassWriteIndex: 2 * r + 1 },
      });
      const recording = createRecording(pass);
      for (let p = 0; p < each; p++) encodeSteps(recording, steps, groups);
      pass.end();
    }
    encoder.resolveQuerySet(querySet, 0, 2 * count, resolved, 0);
    device.queue.submit([encoder.finish()]);
    const times = await reads.read(resolved, 0, 16 * count);
    session.health.check();
    return new BigUint64Array(times);
  };
  /** Milliseconds a product. */
  const sample = async (count: number, each: number): Promise<Float64Array> => {
    const times = await timestamps(count, each);
    return Float64Array.from(
      { length: count },
      (_, r) => Number((times[2 * r + 1] as bigint) - (times[2 * r] as bigint)) / 1e6 / each,
    );
  };
  if (!cold && pace.products === undefined) {
    const pilot = await timestamps(1, PILOT_PRODUCTS);
    const ms = Number((pilot[1] as bigint) - (pilot[0] as bigint)) / 1e6 / PILOT_PRODUCTS;
    const wanted = sampleMs(SAMPLE_MS, clockStep(pilot));
    pace.products = Math.max(1, Math.min(MOST_PRODUCTS, Math.ceil(wanted / Math.max(ms, 1e-6))));
  }
  const each = cold ? 1 : (pace.products as number);
  const milliseconds = new Float64Array(runs);
  for (let done = 0; done < runs; done += RUNS_PER_SUBMISSION) {
    milliseconds.set(await sample(Math.min(RUNS_PER_SUBMISSION, runs - done), each), done);
  }
  return milliseconds;
}

/**
 * Milliseconds by the device's clock of `runs` samples. A sample is one pass between two timestamps. With cold caches it is one
 * product; else as many, one after another, as take half a millisecond together, at most 512, and the sample is their mean.
 */
export async function timeProducts(deviceContext: DeviceContext, products: TimedProducts): Promise<Float64Array> {
  const sweep = products.cold ? createSweep(deviceContext) : undefined;
  try {
    await sweep?.ready;
    return await takeSamples(deviceContext, products, await deviceContext.clock.instruments(), sweep);
  } finally {
    sweep?.dispose();
  }
}
