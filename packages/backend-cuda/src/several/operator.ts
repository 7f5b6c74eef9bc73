import type { DividedRequest, DriverOperator, DriverVector } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import type { CudaOperator } from '../driver-operator.ts';
import type { NativeBuffer, NativeExchange } from '../native/addon.ts';
import { withSpmvErrors } from '../native/native-error.ts';
import { prepareCudaOperator } from '../operator.ts';
import type { Ownership } from './ownership.ts';
import { crossings } from './ownership.ts';
import type { DividedSlot } from './slots.ts';
import { dividedSlots } from './slots.ts';
import type { SpreadVector } from './spread-vector.ts';
import type { Sums } from './sums.ts';
import { createSums } from './sums.ts';
import type { Team } from './team.ts';
import { disposeAll, memberOf } from './team.ts';
import { timeTogether } from './time-together.ts';

/** An operator of several devices. */
export interface SeveralOperator extends DriverOperator {
  /** Who has to own each operand in memory. */
  readonly ownerships: readonly Ownership[];
}

/** What other devices' columns are copied for. */
interface Halo {
  readonly place: number;
  readonly exchange: NativeExchange;
}

/** The operators of the stripes, by device, prepared at the same time. None is left behind where one fails. */
async function stripeOperators(team: Team, { stripes }: DividedRequest): Promise<readonly CudaOperator[]> {
  const results = await Promise.allSettled(
    stripes.map(async (stripe, d) => prepareCudaOperator(memberOf(team, d).host, stripe)),
  );
  const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = results.find((result) => result.status === 'rejected');
  if (!failed) return made;
  disposeAll(made);
  throw failed.reason;
}

/** Binds a product whose rows are divided between devices. Errors: `KERNEL.REFUSED`, and those of one device's. */
export async function prepareDivided(team: Team, request: DividedRequest): Promise<SeveralOperator> {
  const { signature, precision, stripes } = request;
  const slots = dividedSlots(team, request);
  const elementBytes = PRECISIONS[precision.precision].storedBytes;
  const operators = await stripeOperators(team, request);
  const owned: { dispose(): void }[] = [...operators];
  const own = <T extends { dispose(): void }>(made: T): T => {
    owned.push(made);
    return made;
  };
  const dispose = (): void => disposeAll(owned.toReversed());
  const lists = slots.map((one) => (one.kind === 'halo' ? crossings(one.ownership, one.needs) : []));
  const halos: Halo[] = [];
  const sums: (Sums | undefined)[] = slots.map(() => undefined);
  try {
    withSpmvErrors(() => {
      for (const [place, list] of lists.entries())
        if (list.length > 0) halos.push({ place, exchange: own(team.exchange(list, elementBytes)) });
      for (const [place, one] of slots.entries())
        if (one.kind === 'sum') sums[place] = own(createSums(team, one, precision.precision as 'f64' | 'f32'));
    });
  } catch (error) {
    dispose();
    throw error;
  }

  let products = 0;
  const factors = new Float64Array(signature.scalars.length);
  const native: (NativeBuffer | number)[] = [];

  const isKept = ({ slot }: DividedSlot, scalars: Float64Array): boolean =>
    slot.access === 'read' || (slot.access === 'update' && (slot.factor < 0 || scalars[slot.factor] !== 0));

  const enqueue = (buffers: readonly DriverVector[], scalars: Float64Array): void => {
    for (const one of slots) (buffers[one.place] as SpreadVector).settle(one.ownership, isKept(one, scalars));
    factors.set(scalars);
    for (const { kind, slot } of slots) if (kind === 'sum') factors[slot.factor] = 0;
    for (const { place, exchange } of halos) {
      const { wholes } = buffers[place] as SpreadVector;
      exchange.start(wholes, wholes);
    }
    for (let d = 0; d < operators.length; d++) {
      native.length = 0;
      for (let s = 0; s < slots.length; s++) {
        const { kind } = slots[s] as DividedSlot;
        const vector = buffers[s] as SpreadVector;
        const list = kind === 'own' ? vector.pieces : kind === 'sum' ? (sums[s] as Sums).partial : vector.wholes;
        native.push(list[d] as NativeBuffer);
      }
      for (let f = 0; f < factors.length; f++) native.push(factors[f] as number);
      (operators[d] as CudaOperator).native.run(...native);
    }
    for (const { exchange } of halos) exchange.end();
    for (const { kind, slot, place } of slots)
      if (kind === 'sum') sums[place]?.add(buffers[place] as SpreadVector, scalars[slot.factor] as number);
    team.count(() => products++);
  };
  const apply = (buffers: readonly DriverVector[], scalars: Float64Array): void =>
    team.together(() => enqueue(buffers, scalars));

  const reductions = sums.flatMap((one) => (one ? [one] : []));
  const occupancies = operators.flatMap(({ occupancy }) => occupancy ?? []);
  return {
    bytesResident: [...operators, ...reductions].reduce((sum, one) => sum + one.bytesResident, 0),
    ...(occupancies.length > 0 ? { occupancy: Math.min(...occupancies) } : {}),
    ownerships: slots.map(({ ownership }) => ownership),
    apply,
    time: (buffers, scalars, runs, cold) =>
      timeTogether(team, {
        buffers: buffers.flatMap((one) => (one as SpreadVector).wholes),
        product: () => apply(buffers, scalars),
        runs,
        cold,
        // None reads what it writes: a product after another leaves what one leaves.
        repeatable: signature.buffers.every(({ access, factor }) => access !== 'update' || scalars[factor] === 0),
      }),
    exchange: () => {
      const copied = lists.flat();
      const bytes = copied.reduce((sum, { begin, end }) => sum + (end - begin) * elementBytes, 0);
      return {
        devices: stripes.length,
        bytes: bytes + reductions.reduce((sum, one) => sum + one.bytes, 0),
        copies: copied.length + reductions.reduce((sum, one) => sum + one.copies, 0),
        products,
        movedBytes: withSpmvErrors(() =>
          [...halos.map(({ exchange }) => exchange), ...reductions].reduce((sum, one) => sum + one.movedBytes(), 0),
        ),
      };
    },
    dispose,
  };
}
