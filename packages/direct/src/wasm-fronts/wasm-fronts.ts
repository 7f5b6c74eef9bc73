import { indefiniteRestOf, luPanelOf } from './dense.ts';
import { createPlaces } from './places.ts';
import { wasmSolve, wasmTree } from './tree.ts';
import type { FrontKernel } from '../symmetric/cholesky-fronts.ts';

/**
 * LLᵀ, and the dense products of LDLᵀ and of LU by fronts, in WebAssembly: factors and fronts lie in its memory, so that nothing is copied. Numbers that lie elsewhere, and factors for which an engine has no memory of their size, at most 4 GiB,
 * are computed by JavaScript. `module`: what `loadWasmFronts` compiles. `budget`: products after which others have their turn, by default those of some hundredths of a second.
 */
export function wasmFronts(module: WebAssembly.Module, budget = 3e8): FrontKernel {
  const places = createPlaces(module);
  return Object.assign(wasmTree(places, budget), {
    code: 'WebAssembly',
    holds: (numbers: Float64Array) => places.of(numbers) !== undefined,
    memory: (length: number) => places.memory(length),
    solve: wasmSolve(places),
    panel: luPanelOf(places),
    rest: indefiniteRestOf(places),
  } as const);
}
