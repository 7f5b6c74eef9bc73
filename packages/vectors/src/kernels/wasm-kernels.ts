import type { WasmArgument, WasmPass } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import type { WasmBuild, WasmFiles } from '@spmv/kernel-kit';
import { byElementBlocks, elementBlocks, wasmModules } from '@spmv/kernel-kit';
import type { Ending } from '../endings.ts';
import { sumsOf } from '../endings.ts';
import { FORM_OPERANDS } from '../forms.ts';
import type { Residual } from '../residual.ts';
import type { VectorKernels, VectorOperation } from './variants.ts';
import { everyVariant } from './variants.ts';

const FILES: WasmFiles = {
  simd: new URL('../../dist/wasm/simd.wasm', import.meta.url),
  relaxedSimd: new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url),
};

/** The address of what an ending has not. */
const NONE = 0;

/** What the function of an operation is given before the numbers that all of them are. */
function operandsOf(operation: VectorOperation, ending: Ending, residual: Residual): readonly WasmArgument[] {
  const sums = sumsOf(ending);
  const ifSummed = (name: 's' | 't', argument: WasmArgument): WasmArgument => (sums.includes(name) ? argument : NONE);
  const scratch = sums.length > 0 ? 'scratch.sums' : NONE;
  const d = residual === 'scaled' ? 'd' : NONE;
  switch (operation) {
    case 'linear':
      return ['x', 'a', 'y', 'b', ifSummed('s', 'z'), ifSummed('t', 't'), scratch];
    case 'advance':
      return ['p', 'a', 'x', 'r', 'b'];
    case 'descend':
      return ['q', 'a', 'c', 'r', d, scratch];
    case 'conjugate':
      return ['p', 'a', 'c', 'b', 'x', 'r', d];
    case 'hadamard':
      return ['d', 'x', 'y', ifSummed('s', 's'), scratch];
    default:
      return ['x', ifSummed('s', 'z'), ifSummed('t', 't'), scratch];
  }
}

/** Blocks of elements in SIMD lanes, four vectors of sums. */
export function createWasmKernels(build: WasmBuild = {}): VectorKernels<'wasm', Record<never, never>> {
  return everyVariant(
    'wasm',
    (operation, ending, residual) => ({
      title: 'Blocks of elements, in SIMD lanes',
      params: NO_PARAMS,
      program: ({ sizes, precision: { precision } }) => {
        const modules = wasmModules(FILES, build);
        const suffix = precision.toUpperCase();
        const blocks = elementBlocks(sizes['n'] as number);
        const sums = sumsOf(ending);
        const pass: WasmPass = {
          modules,
          export: `${operation}${suffix}`,
          arguments: [
            ...operandsOf(operation, ending, residual),
            'n',
            blocks.size,
            ...(operation === 'linear' ? ['alpha', 'beta'] : []),
            'begin',
            'end',
          ],
          partition: byElementBlocks(blocks),
        };
        if (sums.length === 0) return { passes: [pass] };
        const total: WasmPass = {
          modules,
          export: `total${suffix}`,
          arguments: ['scratch.sums', sums.includes('s') ? 's' : NONE, sums.includes('t') ? 't' : NONE, blocks.count],
          partition: { unit: 'sums', count: 1 },
        };
        return { scratch: { sums: { element: 'f64', length: 2 * blocks.count } }, passes: [pass, total] };
      },
    }),
    (form) => ({
      title: 'One number',
      params: NO_PARAMS,
      program: ({ precision: { precision } }) => ({
        passes: [
          {
            modules: wasmModules(FILES, build),
            export: `${form}${precision.toUpperCase()}`,
            arguments: [...FORM_OPERANDS[form].inputs, 's', ...FORM_OPERANDS[form].scalars],
            partition: { unit: 'numbers', count: 1 },
          },
        ],
      }),
    }),
  );
}

/** The fastest builds. */
export const wasmKernels: VectorKernels<'wasm', Record<never, never>> = createWasmKernels();
