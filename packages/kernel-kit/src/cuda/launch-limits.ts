import type { CudaArgument, DeviceInfo } from '@spmv/core';
import { SpmvError } from '@spmv/core';

/** Most blocks along x, y and z on every device that CUDA runs on. */
const MOST_BLOCKS = [2 ** 31 - 1, 65_535, 65_535] as const;
/** Most threads of a block along z. */
const MOST_Z_THREADS = 64;

/** A launch with its grid counted. */
export interface CountedLaunch {
  readonly entryPoint: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly sharedBytes: number;
  readonly arguments: Readonly<Record<string, CudaArgument | object>> | readonly object[];
}

interface Bounded {
  readonly what: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
}

function boundsOf(
  { grid, block, sharedBytes, arguments: list }: CountedLaunch,
  limits: DeviceInfo['limits'],
): readonly Bounded[] {
  const threads = limits['maxThreadsPerBlock'] ?? 1024;
  const axis = (what: string, sizes: readonly number[], most: readonly number[]): readonly Bounded[] =>
    sizes.map((value, d) => ({ what: `${what} along ${'xyz'[d]}`, value, least: 1, most: most[d] }));
  return [
    ...axis('blocks', grid, MOST_BLOCKS),
    ...axis('threads of a block', block, [threads, threads, MOST_Z_THREADS]),
    { what: 'threads of a block', value: block[0] * block[1] * block[2], least: 1, most: threads },
    { what: 'bytes of shared memory', value: sharedBytes, least: 0, most: limits['maxSharedBytes'] ?? 48 * 1024 },
    ...Object.entries(list).flatMap(([key, argument]): readonly Bounded[] => {
      const name = `argument ${key}`;
      if (typeof argument !== 'object') return [];
      if ('i32' in argument)
        return [{ what: `${name} (i32)`, value: argument.i32, least: -(2 ** 31), most: 2 ** 31 - 1 }];
      return 'i64' in argument
        ? [
            {
              what: `${name} (i64)`,
              value: argument.i64,
              least: Number.MIN_SAFE_INTEGER,
              most: Number.MAX_SAFE_INTEGER,
            },
          ]
        : [];
    }),
  ];
}

/**
 * Throws `BACKEND.LIMIT`, naming limit and number, where a launch has more blocks, threads or shared memory than the device or a
 * number that its argument's type cannot hold: the driver would take them modulo 2^32.
 */
export function checkLaunch(kernel: string, launch: CountedLaunch, limits: DeviceInfo['limits']): void {
  for (const { what, value, least, most } of boundsOf(launch, limits)) {
    if (Number.isInteger(value) && value >= least && value <= most) continue;
    throw new SpmvError(
      'BACKEND.LIMIT',
      `Kernel '${kernel}', launch '${launch.entryPoint}': ${what} = ${value}, which must be ${least} ... ${most}.`,
      {
        fix: 'Choose another kernel or other parameters, such as larger blocks or fewer threads a row.',
        details: { kernel, entryPoint: launch.entryPoint, what, value, least, most },
      },
    );
  }
}
