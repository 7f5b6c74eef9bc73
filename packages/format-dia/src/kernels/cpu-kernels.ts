import type { Kernel } from '@spmv/core';
import type { JsKernelParts, WasmBuild } from '@spmv/kernel-kit';
import { jsKernel, unitsOf, wasmFiles, wasmKernel, withConjugated } from '@spmv/kernel-kit';
import { dia } from '../dia.ts';

const COMMON = { format: 'dia', sources: dia.sources, reproducibility: 'bitwise' } as const;
const complex = (): URL => new URL('../js/complex.generated.ts', import.meta.url);
const FILES = wasmFiles({
  simd: () => new URL('../../dist/wasm/simd.wasm', import.meta.url),
  relaxedSimd: () => new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url),
  complex: {
    simd: () => new URL('../../dist/wasm/complex-simd.wasm', import.meta.url),
    relaxedSimd: () => new URL('../../dist/wasm/complex-relaxed-simd.wasm', import.meta.url),
  },
});

const jsTransposed: JsKernelParts<Record<never, never>> = {
  ...COMMON,
  id: 'js/dia-transposed',
  options: { transpose: true },
  title: 'DIA transposed, column by column',
  get module() {
    return new URL('../js/dia.ts', import.meta.url);
  },
  export: 'diaTransposed',
  complex,
  partition: ({ matrix }) => unitsOf('columns', matrix.shape.cols),
};

/** The readable kernels; every element of y is the sum of its diagonals in their order. */
export const jsDia: readonly Kernel<'js'>[] = [
  jsKernel({
    ...COMMON,
    id: 'js/dia',
    title: 'DIA, row by row',
    get module() {
      return new URL('../js/dia.ts', import.meta.url);
    },
    export: 'dia',
    complex,
    partition: ({ matrix }) => unitsOf('rows', matrix.shape.rows),
  }),
  ...withConjugated(jsKernel, jsTransposed),
];

/** Four neighbouring elements of y at a time, all of a diagonal's in SIMD where all four have an entry. */
export function wasmDia(build: WasmBuild = {}): readonly Kernel<'wasm'>[] {
  const common = {
    ...COMMON,
    reproducibility: 'run-to-run',
    files: FILES,
    build,
    arrays: ['offset', 'filled', 'values'],
    numbers: ['rows', 'A.diagonals', 'A.words'],
  } as const;
  return [
    wasmKernel({
      ...common,
      id: 'wasm/dia',
      title: 'DIA, four rows at a time',
      export: 'dia',
      partition: ({ matrix }) => unitsOf('rows', matrix.shape.rows),
    }),
    ...withConjugated(wasmKernel<Record<never, never>>, {
      ...common,
      id: 'wasm/dia-transposed',
      options: { transpose: true },
      title: 'DIA transposed, four columns at a time',
      export: 'diaTransposed',
      partition: ({ matrix }) => unitsOf('columns', matrix.shape.cols),
    }),
  ];
}
