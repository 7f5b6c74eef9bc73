import type { CooMatrix } from '@spmv/core';
import type { ResidentHierarchy } from '@spmv/multigrid';
import type { DeviceTools } from '../space/device-tools.ts';
import type { System } from './system.ts';

/** Levels that a device makes when they are first asked for, once. Undefined where it makes none. */
export function residentLevelsOf(
  { backend, registry, precision }: Pick<DeviceTools, 'backend' | 'registry' | 'precision'>,
  coo: CooMatrix,
): { readonly make: NonNullable<System['residentLevels']>; dispose(): Promise<void> } | undefined {
  const isCuda = registry.backend(backend.id).targets.includes('cuda');
  if (!isCuda || precision !== 'f64') return undefined;
  let made: Promise<ResidentHierarchy | undefined> | undefined;
  return {
    make(signal) {
      // Whoever multiplies on a processor, or in a page, loads none of it.
      const own = (made ??= import('@spmv/multigrid').then(({ createResidentHierarchy }) =>
        createResidentHierarchy(backend, registry.format('csr'), coo, {}, signal),
      ));
      // The next who asks tries again.
      own.catch(() => {
        if (made === own) made = undefined;
      });
      return own;
    },
    async dispose() {
      await (await made?.catch(() => undefined))?.dispose();
    },
  };
}
