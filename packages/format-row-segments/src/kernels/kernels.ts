import type { KernelPrecision, Partition, SpmvContext, SpmvKernel, WasmModule } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { rowSegments } from '../row-segments.ts';

const DESCRIPTION = {
  kind: 'kernel',
  operation: 'spmv',
  format: 'row-segments',
  sources: rowSegments.sources,
  reproducibility: 'run-to-run',
  requires: [],
  params: NO_PARAMS,
} as const;

function bySegments({ matrix }: SpmvContext): Partition {
  return { unit: 'segments', count: matrix.scalars['segments'] ?? 0, work: 'matrix.entryStart' };
}

function precisions(f32: KernelPrecision['accumulator']): readonly KernelPrecision[] {
  return [
    { precision: 'f64', accumulator: 'f64' },
    { precision: 'f32', accumulator: f32 },
  ];
}

/** The readable kernel; sums in f64. */
export const jsKernel: SpmvKernel<'js'> = {
  ...DESCRIPTION,
  id: 'js/row-segments',
  target: 'js',
  title: 'Row segments, row by row',
  precisions: precisions('f64'),
  program: (context) => ({
    passes: [
      {
        module: new URL('../js/row-segments.ts', import.meta.url).href,
        export: 'rowSegments',
        partition: bySegments(context),
      },
    ],
  }),
};

const MODULES: readonly WasmModule[] = [
  { url: new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url).href, needs: ['relaxed-simd'] },
  { url: new URL('../../dist/wasm/simd.wasm', import.meta.url).href, needs: [] },
];

/** The kernel in AssemblyScript; f32 products are summed in f32. `checked`: every access against its array, for tests. */
export function wasmKernel({ checked = false }: { readonly checked?: boolean } = {}): SpmvKernel<'wasm'> {
  // The checked builds lie beside the others where the tests run, and nowhere else: bundlers must not look for them.
  const modules = checked
    ? MODULES.map(({ url, needs }) => ({ url: url.replace(/\.wasm$/u, '.checked.wasm'), needs }))
    : MODULES;
  return {
    ...DESCRIPTION,
    id: 'wasm/row-segments-simd',
    target: 'wasm',
    title: 'Row segments, up to 16 rows of a diagonal or 3 rows of four columns at a time',
    precisions: precisions('f32'),
    program: (context) => ({
      passes: [
        {
          modules,
          export:
            context.precision.precision === 'f32'
              ? 'rowSegmentsF32'
              : context.matrix.scalars['valueBytes'] === 4
                ? 'rowSegmentsF64Narrow'
                : 'rowSegmentsF64',
          arguments: [
            'matrix.segmentRow',
            'matrix.entryStart',
            'matrix.columnStart',
            'matrix.kind',
            'matrix.column',
            'matrix.values',
            'x',
            'y',
            'alpha',
            'beta',
            'begin',
            'end',
          ],
          partition: bySegments(context),
        },
      ],
    }),
  };
}
