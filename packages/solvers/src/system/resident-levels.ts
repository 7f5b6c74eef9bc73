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
  return levels && 'renew' in levels ? levels : undefined;
}

/** The same for these entries, of levels that were made of other values in the same places where there are `earlier` ones. Undefined where the device makes none. */
export function residentLevelsOf(
  { backend, registry, precision }: Pick<DeviceTools, 'backend' | 'registry' | 'precision'>,
  coo: CooMatrix,
  earlier?: ResidentHierarchy,
): ResidentLevels | undefined {
  if (!registry.backend(backend.id).targets.includes('cuda') || precision !== 'f64') return undefined;
  let left = earlier;
  let made: Promise<ResidentHierarchy | undefined> | undefined;
  const renewed = async (one: ResidentHierarchy): Promise<ResidentHierarchy> => {
    try {
      await one.renew(inF64(coo.values));
      return one;
    } catch (error) {
      await one.dispose();
      throw error;
    }
  };
  const create = async (signal: AbortSignal | undefined): Promise<ResidentHierarchy | undefined> => {
    // Whoever multiplies on a processor, or in a page, loads none of it.
    const { createResidentHierarchy } = await import('@spmv/multigrid');
    return createResidentHierarchy(backend, registry.format('csr'), coo, {}, signal);
  };
  return {
    make(signal) {
      if (!made) {
        const making = left ? renewed(left) : create(signal);
        [left, made] = [undefined, making];
        // The next who asks tries again.
        making.catch(() => {
          if (made === making) made = undefined;
        });
      }
      return made;
    },
    async take() {
      const one = left ?? (await made?.catch(() => undefined));
      [left, made] = [undefined, undefined];
      return one;
    },
  };
}
