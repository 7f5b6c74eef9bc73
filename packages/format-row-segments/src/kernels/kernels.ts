import type { Partition, KernelContext, Kernel } from '@spmv/core';
import type { WasmBuild } from '@spmv/kernel-kit';
import { jsKernel, unitsOf, wasmFiles, wasmKernel } from '@spmv/kernel-kit';
import { rowSegments } from '../row-segments.ts';

const COMMON = { format: 'row-segments', sources: rowSegments.sources } as const;

function segmentsOf({ matrix }: KernelContext): Partition {
  return unitsOf('segments', matrix.scalars['segments'] ?? 0, 'entryStart');
}

/** The readable kernel; sums in f64. */
export const jsRowSegments: Kernel<'js'> = jsKernel({
  ...COMMON,
  id: 'js/row-segments',
  title: 'Row segments, row by row',
  get module() {
    return new URL('../js/row-segments.ts', import.meta.url);
  },
  export: 'rowSegments',
  complex: () => new URL('../js/complex.generated.ts', import.meta.url),
  partition: segmentsOf,
});

/** The kernel in AssemblyScript; f32 products are summed in f32. */
export function wasmRowSegments(build: WasmBuild = {}): Kernel<'wasm'> {
  return wasmKernel({
    ...COMMON,
    id: 'wasm/row-segments-simd',
    title: 'Row segments, up to 16 rows of a diagonal or 3 rows of four columns at a time',
    files: wasmFiles({
      simd: () => new URL('../../dist/wasm/simd.wasm', import.meta.url),
      relaxedSimd: () => new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url),
      complex: {
        simd: () => new URL('../../dist/wasm/complex-simd.wasm', import.meta.url),
        relaxedSimd: () => new URL('../../dist/wasm/complex-relaxed-simd.wasm', import.meta.url),
      },
    }),
    build,
    export: ({ matrix, precision }) =>
      precision.precision === 'f64' && matrix.scalars['valueBytes'] === 4 ? 'rowSegmentsNarrow' : 'rowSegments',
    arrays: ['segmentRow', 'entryStart', 'columnStart', 'kind', 'column', 'values'],
    partition: segmentsOf,
  });
}
