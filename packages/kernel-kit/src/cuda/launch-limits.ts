import type { CudaArgument, DeviceInfo } from '@spmv/core';
import { SpmvError } from '@spmv/core';

/** Most blocks along x, y and z on every device that CUDA runs on. */
const MOST_BLOCKS = [2 ** 31 - 1, 65_535, 65_535] as const;
/** Most threads of a block along z. */
const MOST_Z_THREADS = 64;
const AXES = [' along x', ' along y', ' along z'] as const;

/** A launch with its grid counted. */
export interface CountedLaunch {
  readonly entryPoint: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly sharedBytes: number;
  readonly arguments: Readonly<Record<string, CudaArgument | object>> | readonly object[];
}

/**
 * Throws `BACKEND.LIMIT`, naming limit and number, where a launch has more blocks, threads or shared memory than the device or a
 * number that its argument's type cannot hold: the driver would take them modulo 2^32.
 */
export function checkLaunch(kernel: string, launch: CountedLaunch, limits: DeviceInfo['limits']): void {
  const { grid, block, sharedBytes, arguments: list } = launch;
  const threads = limits['maxThreadsPerBlock'] ?? 1024;
  // What it is called is put together for the error alone: kernels that allocate while they compute pay for each launch of each step.
  const check = (value: number, least: number, most: number, name: string, detail = ''): void => {
    if (Number.isInteger(value) && value >= least && value <= most) return;
    const what = `${name}${detail}`;
    throw new SpmvError(
      'BACKEND.LIMIT',
      `Kernel '${kernel}', launch '${launch.entryPoint}': ${what} = ${value}, which must be ${least} ... ${most}.`,
      {
        fix: 'Choose another kernel or other parameters, such as larger blocks or fewer threads a row.',
        details: { kernel, entryPoint: launch.entryPoint, what, value, least, most },
      },
    );
  };
  for (let d = 0; d < 3; d++) {
    check(grid[d], 1, MOST_BLOCKS[d], 'blocks', AXES[d]);
    check(block[d], 1, d === 2 ? MOST_Z_THREADS : threads, 'threads of a block', AXES[d]);
  }
  check(block[0] * block[1] * block[2], 1, threads, 'threads of a block');
  check(sharedBytes, 0, limits['maxSharedBytes'] ?? 48 * 1024, 'bytes of shared memory');
  for (const [name, argument] of Object.entries(list)) {
    if (typeof argument !== 'object') continue;
    if ('i32' in argument) check(argument.i32, -(2 ** 31), 2 ** 31 - 1, 'argument ', `${name} (i32)`);
    else if ('i64' in argument)
      check(argument.i64, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 'argument ', `${name} (i64)`);
  }
}
