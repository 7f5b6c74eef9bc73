import { PARTIAL_SUMS_BYTES } from './partial-sums.ts';
import type { BoundRange } from './operand-plan.ts';

/**
 * What an argument of a WebAssembly function is filled from: a number known when the operator is prepared, the place of an operand among the
 * values of a product, or something of the range.
 */
export type WasmSlot = number | { readonly operand: number } | 'begin' | 'end' | 'partialSums' | 'worker';

const POSITIONAL = 16;

/**
 * Binds a WebAssembly function to its fixed arguments; `partialSums` is the address of those that ranges leave of split rows. A call writes the changing
 * ones into an array made once, and passes 16 arguments by position whatever the function takes: it ignores the surplus, and nothing is
 * allocated.
 */
export function bindWasm(
  run: (...args: number[]) => void,
  slots: readonly WasmSlot[],
  partialSums: number,
): BoundRange {
  const args: number[] = Array.from({ length: Math.max(POSITIONAL, slots.length) }, (_, i) =>
    typeof slots[i] === 'number' ? slots[i] : 0,
  );
  const placesOf = (name: WasmSlot): readonly number[] => slots.flatMap((slot, i) => (slot === name ? [i] : []));
  const [begins, ends, sumPlaces, workers] = [
    placesOf('begin'),
    placesOf('end'),
    placesOf('partialSums'),
    placesOf('worker'),
  ];
  const operands = slots.flatMap((slot, place) => (typeof slot === 'object' ? [{ place, value: slot.operand }] : []));
  const [places, sources] = [operands.map(({ place }) => place), operands.map(({ value }) => value)];
  const put = (at: readonly number[], value: number): void => {
    for (let p = 0; p < at.length; p++) args[at[p] as number] = value;
  };
  const call = slots.length > POSITIONAL ? () => run(...args) : () => run16(run, args);
  // The current arguments: a serial product and each worker's static range have the same ends every time.
  let [begin, end, range, worker] = [-1, -1, -1, -1];
  const setRange = (): void => {
    put(begins, begin);
    put(ends, end);
    put(sumPlaces, partialSums + range * PARTIAL_SUMS_BYTES);
    put(workers, worker);
  };
  return {
    bind(values, at) {
      for (let p = 0; p < places.length; p++) args[places[p] as number] = values[at + (sources[p] as number)] as number;
    },
    run(from, to, r, by) {
      if (from !== begin || to !== end || r !== range || by !== worker) {
        [begin, end, range, worker] = [from, to, r, by];
        setRange();
      }
      call();
    },
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
