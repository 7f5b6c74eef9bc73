/** What an argument of a WebAssembly function is filled from: a number known when the operator is prepared, or one of a product. */
export type WasmSlot = number | 'x' | 'y' | 'alpha' | 'beta' | 'begin' | 'end' | 'carry';

/** Runs a pass over the units begin … end − 1. `carry` is the address for what it leaves of cut rows. */
export type RangeFunction = (
  x: number,
  y: number,
  alpha: number,
  beta: number,
  begin: number,
  end: number,
  carry: number,
) => void;

const POSITIONAL = 16;
const ORDER = ['x', 'y', 'alpha', 'beta', 'begin', 'end', 'carry'] as const;

/**
 * Binds a WebAssembly function to its fixed arguments. A call writes the changing ones into an array made once, and passes 16
 * arguments by position whatever the function takes: it ignores the surplus, and nothing is allocated.
 */
export function bindWasm(run: (...args: number[]) => void, slots: readonly WasmSlot[]): RangeFunction {
  const args: number[] = Array.from({ length: Math.max(POSITIONAL, slots.length) }, (_, i) =>
    typeof slots[i] === 'number' ? slots[i] : 0,
  );
  const [px, py, pa, pb, pBegin, pEnd, pCarry] = ORDER.map((name) =>
    slots.flatMap((slot, i) => (slot === name ? [i] : [])),
  ) as [number[], number[], number[], number[], number[], number[], number[]];
  const put = (places: readonly number[], value: number): void => {
    for (let p = 0; p < places.length; p++) args[places[p] as number] = value;
  };
  const call = slots.length > POSITIONAL ? () => run(...args) : () => run16(run, args);
  return (x, y, alpha, beta, begin, end, carry) => {
    put(px, x);
    put(py, y);
    put(pa, alpha);
    put(pb, beta);
    put(pBegin, begin);
    put(pEnd, end);
    put(pCarry, carry);
    call();
  };
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
