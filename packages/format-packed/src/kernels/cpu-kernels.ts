import type { NamedArrays, Partition, KernelContext, Kernel, StoredMatrix } from '@spmv/core';
import type { WasmBuild } from '@spmv/kernel-kit';
import { SPLIT_ROWS_INTO_Y } from '@spmv/core';
import { jsKernel, unitsOf, wasmKernel } from '@spmv/kernel-kit';
import { KREUTZER } from '../sources.ts';

/** `stepStart`: the steps before each slice and their number as last element, by which a backend divides the slices. */
function analyse({ arrays, scalars }: StoredMatrix): NamedArrays {
  const slices = arrays['slices'] as Int32Array;
  const count = scalars['sliceCount'] as number;
  const stepStart = new Int32Array(count + 1);
  for (let s = 0; s < count; s++)
    stepStart[s + 1] = (slices[4 * s] as number) + ((slices[4 * s + 3] as number) & 0xffff);
  return { stepStart };
}

/** Slices; the parts of a split row may be on both sides of a border. */
function bySlices({ matrix }: KernelContext): Partition {
  return {
    ...unitsOf('slices', matrix.scalars['sliceCount'] as number, 'auxiliary.stepStart'),
    splitRows: SPLIT_ROWS_INTO_Y,
  };
}

const COMMON = { format: 'packed', sources: [KREUTZER], analyse, partition: bySlices } as const;

/** The readable kernel: row by row of every slice; sums in f64. */
export const jsPacked: Kernel<'js'> = jsKernel({
  ...COMMON,
  id: 'js/packed',
  title: 'Packed slices, row by row',
  module: new URL('../js/packed.ts', import.meta.url),
  export: 'packed',
});

/** Four lanes at a time, for as many steps as all four have. */
export function wasmPacked(build: WasmBuild = {}): Kernel<'wasm'> {
  return wasmKernel({
    ...COMMON,
    id: 'wasm/packed-simd',
    title: 'Packed slices, four lanes at a time',
    files: {
      simd: new URL('../../dist/wasm/simd.wasm', import.meta.url),
      relaxedSimd: new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url),
    },
    build,
    export: 'packed',
    arrays: ['slices', 'segments', 'columns', 'values'],
  });
}
