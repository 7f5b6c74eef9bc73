import type { PtxPlace } from '../trace-error.ts';

/** An operand as written. */
export type PtxOperand =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'address'; readonly base: string; readonly offset: number }
  | { readonly kind: 'list'; readonly items: readonly PtxOperand[] }
  /** `%r1|%p2`: two results. */
  | { readonly kind: 'pair'; readonly first: string; readonly second: string };

/** One instruction. */
export interface PtxInstruction extends PtxPlace {
  /** With all its modifiers: `ld.global.nc.v2.u32`. */
  readonly opcode: string;
  readonly operands: readonly PtxOperand[];
  /** The predicate that lets it happen. */
  readonly guard?: { readonly name: string; readonly negated: boolean };
}

/** A variable in shared memory; `bytes` is absent for the dynamic one. */
export interface SharedVariable {
  readonly name: string;
  readonly align: number;
  readonly bytes?: number;
}

/** One kernel of a module. */
export interface PtxEntry {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly type: string }[];
  /** Type by name. Registers of an inner block have its number after their name. */
  readonly registers: ReadonlyMap<string, string>;
  readonly shared: readonly SharedVariable[];
  readonly instructions: readonly PtxInstruction[];
  /** Place of the instruction that a label stands before. */
  readonly labels: ReadonlyMap<string, number>;
}
