import { boundCall } from './call-arguments.ts';
import type { CallSlot } from './call-slots.ts';
import type { BoundRange } from './operand-plan.ts';

const POSITIONAL = 16;

/**
 * Binds a WebAssembly function to its fixed arguments; `partialSums` is the address of those that ranges leave of split rows. A call writes the changing
 * ones into an array made once, and passes 16 arguments by position whatever the function takes: it ignores the surplus, and nothing is
 * allocated.
 */
export function bindWasm(
  run: (...args: number[]) => void,
  slots: readonly CallSlot[],
  partialSums: number,
): BoundRange {
  const args: number[] = Array.from({ length: Math.max(POSITIONAL, slots.length) }, () => 0);
  const call = slots.length > POSITIONAL ? () => run(...args) : () => run16(run, args);
  return boundCall(args, slots, { base: 0, inMemory: 0, partialSums }, call);
}

function run16(run: (...args: number[]) => void, a: readonly number[]): void {
  const at = a as { readonly [place: number]: number } as Readonly<
    Record<0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15, number>
  >;
  run(
    at[0],
    at[1],
    at[2],
    at[3],
    at[4],
    at[5],
    at[6],
    at[7],
    at[8],
    at[9],
    at[10],
    at[11],
    at[12],
    at[13],
    at[14],
    at[15],
  );
}
