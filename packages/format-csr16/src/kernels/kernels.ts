import type { Partition, KernelContext, Kernel } from '@spmv/core';
import type { WasmBuild } from '@spmv/kernel-kit';
import { byRows, jsKernel, wasmFiles, wasmKernel } from '@spmv/kernel-kit';
import { csr16 } from '../csr16.ts';

const COMMON = { format: 'csr16', sources: csr16.sources } as const;

function rowsOf(context: KernelContext): Partition {
  return byRows(context, 'rowStart');
}

/** The readable kernel; sums in f64. */
export const jsCsr16: Kernel<'js'> = jsKernel({
  ...COMMON,
  id: 'js/csr16',
  title: 'CSR with 16-bit columns, row by row',
  get module() {
    return new URL('../js/csr16.ts', import.meta.url);
  },
  export: 'csr16',
  complex: () => new URL('../js/complex.generated.ts', import.meta.url),
  partition: rowsOf,
});

/** The kernel in AssemblyScript; f32 products are summed in f32. */
export function wasmCsr16(build: WasmBuild = {}): Kernel<'wasm'> {
  return wasmKernel({
    ...COMMON,
    id: 'wasm/csr16-simd',
    title: 'CSR with 16-bit columns, four entries at a time',
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
      precision.precision === 'f64' && matrix.scalars['valueBytes'] === 4 ? 'csr16Narrow' : 'csr16',
    arrays: ['rowStart', 'rowBase', 'offset', 'high', 'values'],
    partition: rowsOf,
  });
}
