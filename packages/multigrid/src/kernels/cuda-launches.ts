import type { BufferName, CudaArgument, CudaLaunch, CudaLaunchProgram, CudaModule, KernelStep } from '@spmv/core';
import { cudaModules } from '@spmv/kernel-kit';

/** Threads of a block of what scans, and of what does not, and lanes that read a row. */
export const SCAN_BLOCK = 1024;
const BLOCK = 256;
export const ROW_LANES = 8;

/** Launches of the kernels of one module, whose names begin with its stem. */
export interface Launcher {
  /** `count` threads or more in blocks: none where there is nothing to do. Numbers are int. */
  over(name: string, count: number, given: Given, block?: number, sharedBytes?: number): readonly CudaLaunch[];
  /** The counts of an array to where each begins, in place; one more place becomes the sum. `work.sums` has an int for each block of `SCAN_BLOCK`. */
  scan(counts: BufferName, length: number): readonly CudaLaunch[];
  /** A step that launches these, or none. */
  run(launches: readonly CudaLaunch[], scratch?: CudaLaunchProgram['scratch']): readonly KernelStep<'cuda'>[];
}

/** What parameters of a kernel are given, in their order. */
export type Given = Readonly<Record<string, CudaArgument | number>>;

/** See {@link Launcher}. */
export function launcherOf(module: string, stem: string): Launcher {
  const modules: readonly CudaModule[] = cudaModules(module, stem);
  const over: Launcher['over'] = (name, count, given, block = BLOCK, sharedBytes = 0) => {
    if (count === 0) return [];
    const list = Object.entries(given).map(([of, one]) => [of, typeof one === 'number' ? { i32: one } : one] as const);
    const grid = [Math.ceil(count / block), 1, 1] as const;
    const entryPoint = `${stem.replaceAll('-', '_')}_${name}`;
    return [{ entryPoint, grid, block: [block, 1, 1], sharedBytes, arguments: Object.fromEntries(list) }];
  };
  const sums = 'work.sums';
  return {
    over,
    scan: (counts, length) => [
      ...over('scan_blocks', length, { counts, sums, length }, SCAN_BLOCK),
      ...over('scan_sums', SCAN_BLOCK, { sums, length: Math.ceil(length / SCAN_BLOCK) }, SCAN_BLOCK),
      ...over('scan_places', length, { counts, sums, length }, SCAN_BLOCK),
    ],
    run: (launches, scratch) =>
      launches.length === 0
        ? []
        : [{ do: 'run', program: { kind: 'launches', modules, launches, ...(scratch ? { scratch } : {}) } }],
  };
}
