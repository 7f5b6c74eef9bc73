import { PRECISIONS } from '@spmv/core';
import type { NativeBuffer } from '../native/addon.ts';
import { allocateZeros } from '../native/allocate-zeros.ts';
import { asSpmvError } from '../native/native-error.ts';
import type { Crossing } from './ownership.ts';
import type { SpreadVector } from './spread-vector.ts';
import type { Team } from './team.ts';
import { disposeAll } from './team.ts';

/** How parts of numbers that devices compute become numbers that all of them have. */
export interface Totals {
  /** Where each device writes its part of number k, of those that have one. */
  partial(k: number): readonly (NativeBuffer | undefined)[];
  /** For one product. */
  readonly bytes: number;
  readonly copies: number;
  readonly bytesResident: number;
  /** The numbers ← the sums of their parts, in the order of the devices; by each device, so that none waits for a result of another. Enqueues. */
  add(numbers: readonly SpreadVector[]): void;
  movedBytes(): number;
  dispose(): void;
}

/**
 * The sums of `count` numbers to which the devices `computing` have parts. Every device has a place for the parts of all: those of one device lie side by side, so that one copy brings them to
 * another. Errors: `BACKEND.OUT_OF_MEMORY`, `BACKEND.FAILED`.
 */
export function createTotals(
  team: Team,
  count: number,
  computing: readonly number[],
  precision: 'f64' | 'f32',
): Totals {
  const elementBytes = PRECISIONS[precision].storedBytes;
  const owned: { dispose(): void }[] = [];
  const own = <T extends { dispose(): void }>(made: T): T => {
    owned.push(made);
    return made;
  };
  const dispose = (): void => disposeAll(owned.toReversed());
  const copied = team.members.flatMap((_, to) =>
    computing.flatMap((from, at): readonly Crossing[] =>
      from === to ? [] : [{ from, to, begin: at * count, end: (at + 1) * count }],
    ),
  );
  const bytes = computing.length * count * elementBytes;
  const make = (): Totals => {
    const parts = team.members.map(({ host }) => own(allocateZeros(host.device, bytes, 'parts of sums')));
    const partials = Array.from({ length: count }, (_, k) =>
      team.members.map((_member, d) => {
        const at = computing.indexOf(d);
        return at < 0 ? undefined : own((parts[d] as NativeBuffer).part((at * count + k) * elementBytes, elementBytes));
      }),
    );
    const exchange = own(team.exchange(copied, elementBytes));
    const adders = team.members.map(({ routines }) => own(routines.partsAdder(precision, count, computing.length)));
    return {
      partial: (k) => partials[k] ?? [],
      bytes: copied.length * count * elementBytes,
      copies: copied.length,
      bytesResident: team.members.length * bytes,
      add(numbers) {
        exchange.start(parts, parts);
        for (const [d, adder] of adders.entries())
          adder.run(...numbers.map(({ wholes }) => wholes[d] as NativeBuffer), parts[d] as NativeBuffer);
        exchange.end();
      },
      movedBytes: () => exchange.movedBytes(),
      dispose,
    };
  };
  try {
    return make();
  } catch (error) {
    dispose();
    throw asSpmvError(error);
  }
}
