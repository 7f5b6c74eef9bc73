import type { KernelPrecision, Partition, SpmvContext, SpmvKernel, WasmModule } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { csr16 } from '../csr16.ts';

const DESCRIPTION = {
  kind: 'kernel',
  operation: 'spmv',
  format: 'csr16',
  sources: csr16.sources,
  reproducibility: 'run-to-run',
  requires: [],
  params: NO_PARAMS,
} as const;

function byRows({ matrix }: SpmvContext): Partition {
  return { unit: 'rows', count: matrix.shape.rows, work: 'matrix.rowStart' };
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
  id: 'js/csr16',
  target: 'js',
  title: 'CSR with 16-bit columns, row by row',
  precisions: precisions('f64'),
  program: (context) => ({
    passes: [{ module: new URL('../js/csr16.ts', import.meta.url).href, export: 'csr16', partition: byRows(context) }],
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
    id: 'wasm/csr16-simd',
    target: 'wasm',
    title: 'CSR with 16-bit columns, four entries at a time',
    precisions: precisions('f32'),
    program: (context) => ({
      passes: [
        {
          modules,
          export:
            context.precision.precision === 'f32'
              ? 'csr16F32'
              : context.matrix.scalars['valueBytes'] === 4
                ? 'csr16F64Narrow'
                : 'csr16F64',
          arguments: [
            'matrix.rowStart',
            'matrix.rowBase',
            'matrix.offset',
            'matrix.high',
            'matrix.values',
            'x',
            'y',
            'alpha',
            'beta',
            'begin',
            'end',
          ],
          partition: byRows(context),
        },
      ],
    }),
  };
}
