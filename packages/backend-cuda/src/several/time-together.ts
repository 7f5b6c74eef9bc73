import type { NativeBuffer } from '../native/addon.ts';
import { withSpmvErrorsAsync } from '../native/native-error.ts';
import type { Recorded, Team } from './team.ts';

/** What is timed, and how. */
export interface TimedTogether {
  /** What a product is given. */
  readonly buffers: readonly NativeBuffer[];
  /** Enqueues one product on all devices. */
  product(): void;
  readonly runs: number;
  /** Whether caches are emptied before each. */
  readonly cold: boolean;
  /** Whether one product after another leaves what one leaves. */
  readonly repeatable: boolean;
}

/** Products are timed together until a sample lasts about this long: beginning and ending together takes microseconds. */
const SAMPLE_MS = 4;
const MOST_PRODUCTS = 256;
/** Products shorter than this are recorded once and replayed, so that the host's launches stay out. */
const RECORDED_MS = 0.1;

/**
 * Milliseconds of each product by the first device's clock: from when all devices may begin until all have ended. Copies between devices are part of it.
 */
export function timeTogether(
  team: Team,
  { buffers, product, runs, cold, repeatable }: TimedTogether,
): Promise<Float64Array> {
  return withSpmvErrorsAsync(async () => {
    const clock = new team.addon.Clock(team.members.map(({ host }) => host.device));
    let recorded: Recorded | undefined;
    try {
      const evictors = cold ? await Promise.all(team.members.map(({ routines }) => routines.evictor())) : [];
      const sample = async (products: number, timed: () => void): Promise<number> => {
        // Something runs while the timed work is being enqueued, so that no device waits for the host.
        if (cold) for (const evict of evictors) evict.run();
        else if (repeatable) timed();
        clock.begin();
        timed();
        clock.end();
        const [ms = Number.NaN] = await team.settled(() => [clock.milliseconds()]);
        return ms / products;
      };
      // Where a product reads its own result each run is one product, so that it leaves what `runs` products leave. Else the first one gives operands to their
      // owners: what is recorded later finds them there.
      const first = cold || !repeatable ? SAMPLE_MS : Math.min(await sample(1, product), await sample(1, product));
      const batch = Math.min(MOST_PRODUCTS, Math.max(1, Math.ceil(SAMPLE_MS / Math.max(first, 1e-4))));
      const several = (): void => {
        for (let b = 0; b < batch; b++) product();
      };
      if (batch > 1 && first < RECORDED_MS) recorded = team.record(buffers, several);
      const found = new Float64Array(runs);
      for (let r = 0; r < runs; r++) found[r] = await sample(batch, recorded ? recorded.run : several);
      return found;
    } finally {
      recorded?.dispose();
      clock.dispose();
    }
  });
}
