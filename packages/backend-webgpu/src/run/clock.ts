import type { DeviceSession } from '../device/device-session.ts';
import type { GpuBuffer, GpuQuerySet } from '../gpu/gpu-types.ts';
import { BUFFER_USAGE } from '../gpu/usage.ts';
import { createBuffer } from '../memory/buffers.ts';

/** Samples in one submission: two timestamps each, of the 4096 a query set may have. */
export const RUNS_PER_SUBMISSION = 64;

/** What timestamps are written into, and where they are read from. */
export interface Instruments {
  readonly querySet: GpuQuerySet;
  readonly resolved: GpuBuffer;
}

/** The instruments of a device, for one call after another: what a call has written is copied before what comes after it. */
export interface Clock {
  /** Made when first asked for. */
  instruments(): Promise<Instruments>;
  dispose(): Promise<void>;
}

export function createClock(session: DeviceSession): Clock {
  let made: Promise<Instruments> | undefined;
  const make = async (): Promise<Instruments> => {
    const querySet = session.device.createQuerySet({ type: 'timestamp', count: 2 * RUNS_PER_SUBMISSION });
    const usage = BUFFER_USAGE.queryResolve | BUFFER_USAGE.copySource;
    try {
      return { querySet, resolved: await createBuffer(session, 'timestamps', 16 * RUNS_PER_SUBMISSION, usage) };
    } catch (cause) {
      querySet.destroy();
      throw cause;
    }
  };
  return {
    instruments: () =>
      (made ??= make().catch((cause: unknown) => {
        made = undefined;
        throw cause;
      })),
    async dispose() {
      const { querySet, resolved } = (await made?.catch(() => undefined)) ?? {};
      querySet?.destroy();
      resolved?.destroy();
    },
  };
}
