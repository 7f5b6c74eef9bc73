import { PRECISIONS } from '@spmv/core';
import type { NativeBuffer } from '../native/addon.ts';
import { allocateZeros } from '../native/allocate-zeros.ts';
import { withSpmvErrors } from '../native/native-error.ts';
import type { Crossing } from './ownership.ts';
import type { SpreadVector } from './spread-vector.ts';
import type { Team } from './team.ts';
import { owning } from './team.ts';

/** How parts of numbers that devices compute become numbers that all of them have. */
export interface Totals {
  /** Where each part of number k is written. */
  partial(k: number): readonly NativeBuffer[];
  /** For one product. */
  readonly bytes: number;
  readonly copies: number;
  readonly bytesResident: number;
  /** The numbers ← the sums of their parts, in their order; by each device, so that none waits for a result of another. Enqueues. */
  add(numbers: readonly SpreadVector[]): void;
  movedBytes(): number;
  dispose(): void;
}

/**
 * The sums of `count` numbers of so many parts; `computing` says which device computes each, in order. Every device has a place for all of them: those of one device lie side by side, so that one
 * copy brings them to another. Errors: `BACKEND.OUT_OF_MEMORY`, `BACKEND.FAILED`.
 */
export function createTotals(
  team: Team,
  count: number,
  computing: readonly number[],
  precision: 'f64' | 'f32',
): Totals {
  const elementBytes = PRECISIONS[precision].storedBytes;
  const copied = team.members.flatMap((_, to) =>
    [...new Set(computing)].flatMap((from): readonly Crossing[] => {
      const [begin, end] = [computing.indexOf(from), computing.lastIndexOf(from) + 1];
      return from === to ? [] : [{ from, to, begin: begin * count, end: end * count }];
    }),
  );
  const bytes = computing.length * count * elementBytes;
  return withSpmvErrors(() =>
    owning((own, dispose): Totals => {
      const parts = team.members.map(({ host }) => own(allocateZeros(host.device, bytes, 'parts of sums')));
      const partials = Array.from({ length: count }, (_, k) =>
        computing.map((d, at) => own((parts[d] as NativeBuffer).part((at * count + k) * elementBytes, elementBytes))),
      );
      const exchange = own(team.exchange(copied, elementBytes));
      const adders = team.members.map(({ routines }) => own(routines.partsAdder(precision, count, computing.length)));
      return {
        partial: (k) => partials[k] ?? [],
        bytes: copied.reduce((sum, { begin, end }) => sum + (end - begin) * elementBytes, 0),
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
    }),
  );
}
