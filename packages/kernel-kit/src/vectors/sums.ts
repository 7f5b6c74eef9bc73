import { bundled } from '@spmv/kernel-kit/bundled';
import type { CpuScratch, JsPass, WasmPass } from '@spmv/core';
import type { JsModule } from '../js-module.ts';
import { inModule } from '../js-module.ts';

/** The sums that a pass over vectors may take besides: s ← ·ᵀz, t ← ‖·‖², or both. */
export type Sum = 's' | 't';

const SUMS: Readonly<Record<string, readonly Sum[]>> = { dot: ['s'], norm: ['t'], 'dot-norm': ['s', 't'], dotu: ['s'] };
const total = (): JsModule => bundled?.total ?? new URL('../js/total.ts', import.meta.url);
const ONE = { unit: 'sums', count: 1 } as const;

/** Names of the sums that an ending writes: none but those of `dot`, `norm`, `dot-norm` and `dotu`. */
export function sumsOf(ending: string): readonly Sum[] {
  return SUMS[ending] ?? [];
}

/** A pass in WebAssembly or compiled code, without its module. */
export type CalledPass = Pick<WasmPass, 'export' | 'arguments' | 'partition'>;

/** The address of what a function is not given. */
export const NONE = 0;

/** Numbers that one of a precision is made of. */
type Components = 1 | 2;

/** Where `count` blocks leave s and t, one after the other, each of so many f64. */
export function sumsScratch(
  sums: readonly Sum[],
  count: number,
  components: Components = 1,
): Readonly<Record<string, CpuScratch>> {
  return { sums: { element: 'f64', length: sums.length > 0 ? 2 * components * count : 0 } };
}

/** The last pass of JavaScript: s and t out of those of `count` blocks, in their order. None where there are no sums. */
export function jsTotal(sums: readonly Sum[], count: number, components: Components = 1): readonly JsPass[] {
  return sums.length === 0
    ? []
    : [{ ...inModule(total()), export: 'total', numbers: { blocks: count, components }, partition: ONE }];
}

/** The same of a function `total…` of this suffix, as assembly/block-total.ts has them. */
export function calledTotal(sums: readonly Sum[], count: number, suffix: string): readonly CalledPass[] {
  if (sums.length === 0) return [];
  const given = (name: Sum): Sum | 0 => (sums.includes(name) ? name : NONE);
  return [
    {
      export: `total${suffix}`,
      arguments: { sums: 'scratch.sums', s: given('s'), t: given('t'), count },
      partition: ONE,
    },
  ];
}
