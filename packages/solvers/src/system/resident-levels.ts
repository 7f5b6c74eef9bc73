import type { CooMatrix, ValueArray } from '@spmv/core';
import type { ResidentHierarchy } from '@spmv/multigrid';
import type { DeviceTools } from '../space/device-tools.ts';
import type { MadeLevels, System } from './system.ts';

/** Levels that a device makes when they are first asked for, once. */
interface ResidentLevels {
  readonly make: NonNullable<System['residentLevels']>;
  /** What was made, which belongs to whoever takes it. */
  take(): Promise<ResidentHierarchy | undefined>;
}

const inF64 = (values: ValueArray): Float64Array =>
  values instanceof Float64Array ? values : Float64Array.from(values);

/** What of levels a device holds. */
export function residentOf(levels: MadeLevels | undefined): ResidentHierarchy | undefined {
  return levels && 'facts' in levels ? levels : undefined;
}

/** The same for these entries, of levels that were made of other values in the same places where there are `earlier` ones. Undefined where the device makes none. */
export function residentLevelsOf(
  { backend, registry, precision }: Pick<DeviceTools, 'backend' | 'registry' | 'precision'>,
  coo: CooMatrix,
  earlier?: ResidentHierarchy,
): ResidentLevels | undefined {
  if (!registry.backend(backend.id).targets.includes('cuda') || precision !== 'f64') return undefined;
  let left = earlier;
  let found: { readonly levels: ResidentHierarchy | undefined } | undefined;
  /** One at a time: what one who asked has left undone, the next does. */
  let making: Promise<unknown> = Promise.resolve();
  /** Values that came anew may do so again: what renews levels takes memory from then on. */
  const renewed = async (
    one: ResidentHierarchy,
    signal: AbortSignal | undefined,
  ): Promise<ResidentHierarchy | undefined> => {
    let isRenewed = false;
    try {
      await one.renew?.(inF64(coo.values));
      isRenewed = one.renew !== undefined;
    } finally {
      if (!isRenewed) await one.dispose();
    }
    return isRenewed ? one : create(signal, true);
  };
  const create = async (signal?: AbortSignal, renewable = false): Promise<ResidentHierarchy | undefined> => {
    // Whoever multiplies on a processor, or in a page, loads none of it.
    const { createResidentHierarchy } = await import('@spmv/multigrid');
    return createResidentHierarchy(backend, registry.format('csr'), coo, { renewable }, signal);
  };
  const made = async (signal: AbortSignal | undefined): Promise<ResidentHierarchy | undefined> => {
    if (found) return found.levels;
    const own = left;
    left = undefined;
    found = { levels: await (own ? renewed(own, signal) : create(signal)) };
    return found.levels;
  };
  return {
    make(signal) {
      const asked = making.then(() => made(signal));
      making = asked.catch(() => {});
      return asked;
    },
    async take() {
      await making;
      const one = left ?? found?.levels;
      [left, found] = [undefined, undefined];
      return one;
    },
  };
}
