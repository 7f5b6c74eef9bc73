import type { Citation, KernelContext, Kernel } from '@spmv/core';
import { SPLIT_ROWS_INTO_Y } from '@spmv/core';
import type { RowOrderParams, ScatterParts, WasmBuild, WasmFiles, WasmKernelParts } from '@spmv/kernel-kit';
import {
  byRows,
  COLUMNS,
  rowOrder,
  rowOrderParams,
  ROWS,
  unitsOf,
  wasmFiles,
  wasmKernel,
  wasmScatterKernel,
  withConjugated,
} from '@spmv/kernel-kit';
import { FRAGA, MERRILL, VAZQUEZ } from './sources.ts';

const byOrder =
  (name: string) =>
  ({ matrix }: KernelContext) =>
    `${name}${matrix.params['order'] === 'row' ? 'Row' : 'Column'}`;
const FILES: WasmFiles = wasmFiles({
  simd: () => new URL('../../dist/wasm/simd.wasm', import.meta.url),
  relaxedSimd: () => new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url),
  complex: {
    simd: () => new URL('../../dist/wasm/complex-simd.wasm', import.meta.url),
    relaxedSimd: () => new URL('../../dist/wasm/complex-relaxed-simd.wasm', import.meta.url),
  },
});
const at = (source: Citation, section: string): Citation => ({ ...source, section });

const scattering = (parts: WasmKernelParts<Record<never, never>> & ScatterParts): readonly Kernel<'wasm'>[] =>
  withConjugated(wasmScatterKernel, parts);

/**
 * The kernels in AssemblyScript, 128-bit SIMD, one or more per format of the papers. f64 products are summed in f64, f32 products in
 * f32. The default build takes relaxed multiply-add where the engine has it, checks nothing, and is what {@link cpuKernels} holds.
 */
export function createWasmKernels(build: WasmBuild = {}): readonly Kernel<'wasm'>[] {
  const common = { files: FILES, build };
  return [
    wasmKernel({
      ...common,
      id: 'wasm/coo-simd',
      format: 'coo',
      title: 'COO, runs of a row four entries at a time',
      sources: [at(VAZQUEZ, 'III.A')],
      export: 'coo',
      arrays: ['rowIndex', 'colIndex', 'values'],
      numbers: ['rows', 'nnz'],
      partition: ({ matrix }) => ({ unit: 'entries', count: matrix.nnz, splitRows: SPLIT_ROWS_INTO_Y }),
    }),
    wasmKernel({
      ...common,
      id: 'wasm/csr-simd',
      format: 'csr',
      title: 'CSR, four entries at a time',
      sources: [FRAGA],
      export: 'csr',
      analyse: rowOrder,
      params: rowOrderParams,
      arrays: ['rowStart', 'colIndex', 'values', 'auxiliary.choice', 'auxiliary.order'],
      partition: (context) => byRows(context, 'rowStart'),
    }),
    wasmKernel({
      ...common,
      id: 'wasm/csr-merge',
      format: 'csr',
      title: 'CSR along the merge path: rows may be split between threads',
      sources: [MERRILL],
      export: 'csrMerge',
      analyse: rowOrder,
      params: rowOrderParams,
      arrays: ['rowStart', 'colIndex', 'values', 'auxiliary.choice', 'auxiliary.order'],
      numbers: ['rows', 'nnz'],
      partition: ({ matrix }) => ({
        unit: 'rows+entries',
        count: matrix.shape.rows + matrix.nnz,
        splitRows: SPLIT_ROWS_INTO_Y,
      }),
    }),
    ...[
      { id: 'wasm/csr-transposed', title: 'CSR transposed, sums of each worker added up by columns', lines: ROWS },
      { id: 'wasm/csc', title: 'CSC, sums of each worker added up by rows', lines: COLUMNS },
    ].flatMap(({ lines, ...named }) =>
      scattering({
        ...common,
        ...named,
        format: lines.format,
        options: lines.spread,
        export: 'csrTransposed',
        arrays: [lines.starts, lines.indices, 'values'],
        into: lines.across,
        partition: ({ matrix }) => unitsOf(lines.line, matrix.shape[lines.line], lines.starts),
      }),
    ),
    ...scattering({
      ...common,
      id: 'wasm/coo-transposed',
      format: 'coo',
      options: { transpose: true },
      title: 'COO transposed, sums of each worker added up by columns',
      export: 'cooTransposed',
      arrays: ['rowIndex', 'colIndex', 'values'],
      into: 'cols',
      partition: ({ matrix }) => unitsOf('entries', matrix.nnz),
    }),
    ...scattering({
      ...common,
      id: 'wasm/csr-padded-transposed',
      format: 'csr-padded',
      options: { transpose: true },
      title: 'Padded CSR transposed, sums of each worker added up by columns',
      export: 'csrPaddedTransposed',
      arrays: ['rowStart', 'colIndex', 'values'],
      into: 'cols',
      partition: (context) => byRows(context, 'rowStart'),
    }),
    ...withConjugated(wasmKernel<RowOrderParams>, {
      ...common,
      id: 'wasm/csc-transposed',
      format: 'csc',
      options: COLUMNS.along,
      title: 'CSC transposed, four entries at a time',
      sources: [FRAGA],
      export: 'csr',
      analyse: rowOrder,
      params: rowOrderParams,
      arrays: ['colStart', 'rowIndex', 'values', 'auxiliary.choice', 'auxiliary.order'],
      partition: ({ matrix }) => unitsOf('cols', matrix.shape.cols, 'colStart'),
    }),
    wasmKernel({
      ...common,
      id: 'wasm/csr-padded-simd',
      format: 'csr-padded',
      title: 'Padded CSR, four entries at a time',
      sources: [at(VAZQUEZ, 'III.D')],
      export: 'csrPadded',
      arrays: ['rowStart', 'colIndex', 'values'],
      partition: (context) => byRows(context, 'rowStart'),
    }),
    wasmKernel({
      ...common,
      id: 'wasm/ellpack-simd',
      format: 'ellpack',
      title: 'ELLPACK, eight rows (column order) or four entries at a time',
      sources: [FRAGA, at(VAZQUEZ, 'III.C')],
      export: byOrder('ellpack'),
      arrays: ['colIndex', 'values'],
      numbers: ['A.width', 'A.stride'],
      partition: byRows,
    }),
    wasmKernel({
      ...common,
      id: 'wasm/ellpack-r-simd',
      format: 'ellpack-r',
      title: 'ELLPACK-R, eight rows (column order) or four entries at a time',
      sources: [at(VAZQUEZ, 'IV')],
      export: byOrder('ellpackR'),
      arrays: ['rowLength', 'colIndex', 'values'],
      numbers: ['A.stride'],
      partition: byRows,
    }),
  ];
}
