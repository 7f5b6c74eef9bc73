import type { CudaGrid, CudaLaunchProgram, DeviceInfo, DriverRequest, TypedArray } from '@spmv/core';
import type { CountedLaunch } from './launch-limits.ts';
import { checkLaunch } from './launch-limits.ts';

/** What of a request says which arrays a kernel is given. */
export type NamedArraysRequest = Pick<DriverRequest, 'signature' | 'matrix' | 'auxiliary' | 'memory'>;

/** The array that a program calls `name`: one of the stored matrix (`A.values`) or of the kernel's analysis (`auxiliary.tiles`), or `undefined`. */
export function arrayNamed({ signature, matrix, auxiliary }: NamedArraysRequest, name: string): TypedArray | undefined {
  const at = name.indexOf('.');
  const [group, key] = [name.slice(0, Math.max(0, at)), name.slice(at + 1)];
  if (group === 'auxiliary') return auxiliary[key];
  return group !== '' && group === signature.matrix ? matrix.arrays[key] : undefined;
}

/** How many elements an array has that a program knows by this name, 0 where there is none. */
export function lengthNamed(request: NamedArraysRequest, name: string): number {
  return (request.memory?.[name] ?? arrayNamed(request, name))?.length ?? 0;
}

/** The blocks of a launch, given the lengths of arrays. */
export function resolveGrid(grid: CudaGrid, lengthOf: (name: string) => number): readonly [number, number, number] {
  return 'elements' in grid ? [Math.max(1, Math.ceil(lengthOf(grid.elements) / grid.perBlock)), 1, 1] : grid;
}

/** The launches of a program with their grids. Errors: `BACKEND.LIMIT` where one is beyond `limits`. */
export function countLaunches(
  request: NamedArraysRequest & Pick<DriverRequest, 'kernel'>,
  { launches }: Pick<CudaLaunchProgram, 'launches'>,
  limits: DeviceInfo['limits'],
): readonly (CudaLaunchProgram['launches'][number] & CountedLaunch)[] {
  const lengthOf = (name: string): number => lengthNamed(request, name);
  const counted = launches.map((launch) => ({ ...launch, grid: resolveGrid(launch.grid, lengthOf) }));
  for (const launch of counted) checkLaunch(request.kernel.id, launch, limits);
  return counted;
}
