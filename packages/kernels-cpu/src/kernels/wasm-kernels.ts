import type { Citation, SpmvContext, SpmvKernel } from '@spmv/core';
import { byRows } from './js-kernel.ts';
import { rowOrder, rowOrderParams } from './row-order.ts';
import { FRAGA, MERRILL, VAZQUEZ } from './sources.ts';
import type { WasmBuild } from './wasm-kernel.ts';
import { wasmKernel } from './wasm-kernel.ts';

const byOrder =
  (name: string) =>
  ({ matrix }: SpmvContext) =>
    `${name}${matrix.params['order'] === 'row' ? 'Row' : 'Column'}`;
const OPERANDS = ['alpha', 'beta', 'begin', 'end'] as const;
const at = (source: Citation, section: string): Citation => ({ ...source, section });

/**
 * The kernels in AssemblyScript, 128-bit SIMD, one or more per format of the papers. f64 products are summed in f64, f32 products in
 * f32. The default build takes relaxed multiply-add where the engine has it, checks nothing, and is what {@link cpuKernels} holds.
 */
export function createWasmKernels(build: WasmBuild = {}): readonly SpmvKernel<'wasm'>[] {
  return [
    wasmKernel(
      {
        id: 'wasm/coo-simd',
        format: 'coo',
        title: 'COO, runs of a row four entries at a time',
        sources: [at(VAZQUEZ, 'III.A')],
        exported: () => 'coo',
        arguments: [
          'matrix.rowIndex',
          'matrix.colIndex',
          'matrix.values',
          'x',
          'y',
          'carry',
          'rows',
          'nnz',
          ...OPERANDS,
        ],
        partition: ({ matrix }) => ({ unit: 'entries', count: matrix.nnz, carry: true }),
      },
      build,
    ),
    wasmKernel(
      {
        id: 'wasm/csr-simd',
        format: 'csr',
        title: 'CSR, four entries at a time',
        sources: [FRAGA],
        exported: () => 'csr',
        analyse: rowOrder,
        params: rowOrderParams,
        arguments: [
          'matrix.rowStart',
          'matrix.colIndex',
          'matrix.values',
          'x',
          'y',
          'auxiliary.choice',
          'auxiliary.order',
          ...OPERANDS,
        ],
        partition: (context) => byRows(context, 'matrix.rowStart'),
      },
      build,
    ),
    wasmKernel(
      {
        id: 'wasm/csr-merge',
        format: 'csr',
        title: 'CSR along the merge path: rows may be cut between threads',
        sources: [MERRILL],
        exported: () => 'csrMerge',
        analyse: rowOrder,
        params: rowOrderParams,
        arguments: [
          'matrix.rowStart',
          'matrix.colIndex',
          'matrix.values',
          'x',
          'y',
          'auxiliary.choice',
          'auxiliary.order',
          'carry',
          'rows',
          'nnz',
          ...OPERANDS,
        ],
        partition: ({ matrix }) => ({ unit: 'rows+entries', count: matrix.shape.rows + matrix.nnz, carry: true }),
      },
      build,
    ),
    wasmKernel(
      {
        id: 'wasm/csr-padded-simd',
        format: 'csr-padded',
        title: 'Padded CSR, four entries at a time',
        sources: [at(VAZQUEZ, 'III.D')],
        exported: () => 'csrPadded',
        arguments: ['matrix.rowStart', 'matrix.colIndex', 'matrix.values', 'x', 'y', ...OPERANDS],
        partition: (context) => byRows(context, 'matrix.rowStart'),
      },
      build,
    ),
    wasmKernel(
      {
        id: 'wasm/ellpack-simd',
        format: 'ellpack',
        title: 'ELLPACK, eight rows (column order) or four entries at a time',
        sources: [FRAGA, at(VAZQUEZ, 'III.C')],
        exported: byOrder('ellpack'),
        arguments: ['matrix.colIndex', 'matrix.values', 'x', 'y', 'scalar.width', 'scalar.stride', ...OPERANDS],
        partition: (context) => byRows(context),
      },
      build,
    ),
    wasmKernel(
      {
        id: 'wasm/ellpack-r-simd',
        format: 'ellpack-r',
        title: 'ELLPACK-R, eight rows (column order) or four entries at a time',
        sources: [at(VAZQUEZ, 'IV')],
        exported: byOrder('ellpackR'),
        arguments: ['matrix.rowLength', 'matrix.colIndex', 'matrix.values', 'x', 'y', 'scalar.stride', ...OPERANDS],
        partition: (context) => byRows(context),
      },
      build,
    ),
  ];
}
