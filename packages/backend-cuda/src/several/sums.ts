import type { NativeBuffer, NativeExchange } from '../native/addon.ts';
import { allocateZeros } from '../native/allocate-zeros.ts';
import { withSpmvErrors } from '../native/native-error.ts';
import type { Crossing } from './ownership.ts';
import { common } from './ownership.ts';
import type { DividedSlot } from './slots.ts';
import type { SpreadVector } from './spread-vector.ts';
import type { Team } from './team.ts';
import { memberOf, owning } from './team.ts';

/** How the sums of several devices become those of an operand. */
export interface SharedSums {
  /** Where each device writes its own sums. */
  readonly partial: readonly NativeBuffer[];
  /** For one product: bytes that other devices' sums are, in so many copies. */
  readonly bytes: number;
  readonly copies: number;
  readonly bytesResident: number;
  /** y ← βy + the sums of all devices, in the order of the devices. Enqueues. */
  add(y: SpreadVector, beta: number): void;
  movedBytes(): number;
  dispose(): void;
}

/** One range of a device's own or another's sums that a device adds to its part of the operand. */
interface Addition extends Crossing {
  /** Where it is in the buffer that it comes from. */
  readonly place: number;
}

/** Everything that owners add up, by owner and then in the order of the devices; what others computed lies one after another where it arrives. */
function additionsOf({ ownership, needs }: DividedSlot): {
  readonly list: readonly Addition[];
  readonly arriving: readonly number[];
} {
  const arriving = needs.map(() => 0);
  const list = ownership.ranges.flatMap((mine, to) =>
    needs.flatMap((needed, from) => {
      const ranges = common(mine, needed);
      return Array.from({ length: ranges.length / 2 }, (_, r): Addition => {
        const [begin, end] = [ranges[2 * r] as number, ranges[2 * r + 1] as number];
        const place = from === to ? begin : (arriving[to] as number);
        if (from !== to) arriving[to] = place + end - begin;
        return { from, to, begin, end, place };
      });
    }),
  );
  return { list, arriving };
}

/** The reduction of an operand. Errors: `BACKEND.OUT_OF_MEMORY`, `BACKEND.FAILED`. */
export function createSums(team: Team, one: DividedSlot, precision: 'f64' | 'f32'): SharedSums {
  const { slot } = one;
  const elementBytes = precision === 'f64' ? 8 : 4;
  const { list, arriving } = additionsOf(one);
  const copied = list.filter(({ from, to }) => from !== to);
  return withSpmvErrors(() =>
    owning((own, dispose): SharedSums => {
      const allocate = (name: string, lengths: readonly number[]): readonly NativeBuffer[] =>
        team.members.map(({ host }, d) => own(allocateZeros(host.device, (lengths[d] as number) * elementBytes, name)));
      const partial = allocate(
        `sums of '${slot.name}'`,
        team.members.map(() => slot.length),
      );
      const arrived = allocate(`sums of '${slot.name}' of other devices`, arriving);
      const places = copied.map(({ place }) => place);
      const exchange: NativeExchange = own(team.exchange(copied, elementBytes, { places }));
      const steps = list.map(({ from, to, begin, end, place }) => ({
        to,
        operator: own(memberOf(team, to).routines.adder(precision, { to: begin, from: place, length: end - begin })),
        source: (from === to ? partial : arrived)[to] as NativeBuffer,
      }));
      return {
        partial,
        bytes: copied.reduce((sum, { begin, end }) => sum + (end - begin) * elementBytes, 0),
        copies: copied.length,
        bytesResident: [...partial.map(() => slot.length), ...arriving].reduce((a, b) => a + b, 0) * elementBytes,
        add({ wholes, length, gaps }, beta) {
          exchange.start(partial, arrived);
          for (const [d, { routines }] of team.members.entries()) {
            const buffer = wholes[d] as NativeBuffer;
            routines.scaler({ buffer, length, precision, gaps }).run(buffer, beta);
          }
          for (const { to, operator, source } of steps) operator.run(wholes[to] as NativeBuffer, source);
          exchange.end();
        },
        movedBytes: () => exchange.movedBytes(),
        dispose,
      };
    }),
  );
}
