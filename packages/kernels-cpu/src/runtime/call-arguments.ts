import type { CallSlot } from './call-slots.ts';
import type { BoundRange } from './operand-plan.ts';
import { PARTIAL_SUMS_BYTES } from './partial-sums.ts';

/** The numbers that a compiled function is called with: an ordinary array, or memory that an addon reads. */
type Numbers = number[] | Float64Array;

/** What is added to an address of the heap: 0 where the function knows the heap by offsets, else where it begins in the process. */
interface Addresses {
  readonly base: number;
  /** So many of the operands come first and are addresses; the others are numbers. */
  readonly inMemory: number;
  /** Of the partial sums that ranges leave, in the heap. */
  readonly partialSums: number;
}

/** Writes those of `args` that no product changes. */
export function fillConstants(args: Numbers, slots: readonly CallSlot[]): void {
  for (const [i, slot] of slots.entries()) if (typeof slot === 'number') args[i] = slot;
}

/** Keeps `args` as `slots` say, and calls. Only what differs from the call before is written. */
export function boundCall(
  args: Numbers,
  slots: readonly CallSlot[],
  { base, inMemory, partialSums }: Addresses,
  call: () => void,
): BoundRange {
  const placesOf = (name: CallSlot): readonly number[] => slots.flatMap((slot, i) => (slot === name ? [i] : []));
  const [begins, ends, sumPlaces, workers] = [
    placesOf('begin'),
    placesOf('end'),
    placesOf('partialSums'),
    placesOf('worker'),
  ];
  fillConstants(args, slots);
  const operands = slots.flatMap((slot, place) => (typeof slot === 'object' ? [{ place, value: slot.operand }] : []));
  const [places, sources, offsets] = [
    operands.map(({ place }) => place),
    operands.map(({ value }) => value),
    operands.map(({ value }) => (value < inMemory ? base : 0)),
  ];
  const put = (at: readonly number[], value: number): void => {
    for (let p = 0; p < at.length; p++) args[at[p]] = value;
  };
  // The current arguments: a serial product and each worker's static range have the same ends every time.
  let [begin, end, range, worker] = [-1, -1, -1, -1];
  const setRange = (): void => {
    put(begins, begin);
    put(ends, end);
    put(sumPlaces, base + partialSums + range * PARTIAL_SUMS_BYTES);
    put(workers, worker);
  };
  return {
    bind(values, at) {
      for (let p = 0; p < places.length; p++) {
        const value = values[at + sources[p]];
        // −0 + 0 would be 0.
        args[places[p]] = offsets[p] === 0 ? value : value + offsets[p];
      }
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
