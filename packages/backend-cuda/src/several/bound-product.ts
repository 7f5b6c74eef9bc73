import type { DriverRequest, Signature } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import type { CudaOperator } from '../driver-operator.ts';
import type { NativeBuffer, NativeExchange } from '../native/addon.ts';
import { withSpmvErrors } from '../native/native-error.ts';
import { prepareCudaOperator } from '../operator.ts';
import type { Crossing, Ownership } from './ownership.ts';
import { crossings } from './ownership.ts';
import type { DividedSlot } from './slots.ts';
import type { SpreadVector } from './spread-vector.ts';
import type { Sums } from './sums.ts';
import { createSums } from './sums.ts';
import type { Team } from './team.ts';
import { disposeAll, memberOf } from './team.ts';
import { createTotals } from './totals.ts';

/** What one product copies between devices. */
export interface Copies {
  readonly bytes: number;
  readonly copies: number;
}

/** The programs of all devices for one division of a product, and what is exchanged around them. */
export interface BoundProduct {
  readonly slots: readonly DividedSlot[];
  /** Devices that compute something. */
  readonly devices: number;
  readonly bytesResident: number;
  readonly occupancy: number | undefined;
  /** Makes what it takes to read operands that are owned so, and says what a product then copies. Errors: `BACKEND.FAILED`. */
  ready(owners: readonly Ownership[]): Copies;
  /** One product of operands that their owners have. Enqueues on all devices. */
  enqueue(buffers: readonly SpreadVector[], scalars: Float64Array): void;
  movedBytes(): number;
  dispose(): void;
}

/** The copies of the columns that devices need of an operand that is owned in some way; no exchange where there are none. */
interface Halo {
  readonly list: readonly Crossing[];
  readonly exchange: NativeExchange | undefined;
}

/** Prepared at the same time, by device. None is left behind where one fails. */
async function operatorsOf(
  team: Team,
  requests: readonly (DriverRequest | undefined)[],
): Promise<readonly (CudaOperator | undefined)[]> {
  const results = await Promise.allSettled(
    requests.map(async (request, d) => request && prepareCudaOperator(memberOf(team, d).host, request)),
  );
  const failed = results.find((result) => result.status === 'rejected');
  const made = results.map((result) => (result.status === 'fulfilled' ? result.value : undefined));
  if (!failed) return made;
  disposeAll(made.filter((one) => one !== undefined));
  throw failed.reason;
}

/** Binds one division of a product: `requests` by device, undefined for one that has nothing to compute. Errors: those of one device's. */
export async function bindProduct(
  team: Team,
  { signature, precision: { precision } }: { readonly signature: Signature } & Pick<DriverRequest, 'precision'>,
  slots: readonly DividedSlot[],
  requests: readonly (DriverRequest | undefined)[],
): Promise<BoundProduct> {
  const elementBytes = PRECISIONS[precision].storedBytes;
  const operators = await operatorsOf(team, requests);
  const computing = operators.flatMap((operator, d) => (operator ? [d] : []));
  const made = operators.filter((operator) => operator !== undefined);
  const owned: { dispose(): void }[] = [...made];
  const own = <T extends { dispose(): void }>(one: T): T => {
    owned.push(one);
    return one;
  };
  const dispose = (): void => disposeAll(owned.toReversed());
  const halos = slots.map(() => new Map<Ownership, Halo>());
  const haloOf = (place: number, owners: Ownership): Halo => {
    const all = halos[place] as Map<Ownership, Halo>;
    const found = all.get(owners);
    if (found) return found;
    const list = crossings(owners, (slots[place] as DividedSlot).needs);
    const exchange = list.length > 0 ? withSpmvErrors(() => own(team.exchange(list, elementBytes))) : undefined;
    all.set(owners, { list, exchange });
    return { list, exchange };
  };
  const reading = slots.filter(({ kind }) => kind === 'halo').map(({ place }) => place);
  const totalled = slots.filter(({ kind }) => kind === 'total').map(({ place }) => place);
  const sums: (Sums | undefined)[] = slots.map(() => undefined);
  const bind = (): BoundProduct => {
    const type = precision as 'f64' | 'f32';
    for (const one of slots) if (one.kind === 'sum') sums[one.place] = own(createSums(team, one, type));
    const totals = totalled.length > 0 ? own(createTotals(team, totalled.length, computing, type)) : undefined;
    for (const place of reading) haloOf(place, (slots[place] as DividedSlot).ownership);
    const reductions = [...sums.filter((one) => one !== undefined), ...(totals ? [totals] : [])];
    const occupancies = made.flatMap(({ occupancy }) => occupancy ?? []);

    /** What device d is given of an operand. */
    const bufferFor = ({ kind, place, ownership }: DividedSlot, vector: SpreadVector, d: number): NativeBuffer => {
      if (kind === 'own') return vector.piecesOf(ownership)[d] as NativeBuffer;
      if (kind === 'sum') return (sums[place] as Sums).partial[d] as NativeBuffer;
      if (kind === 'total') return totals?.partial(totalled.indexOf(place))[d] as NativeBuffer;
      return vector.wholes[d] as NativeBuffer;
    };
    const factors = new Float64Array(signature.scalars.length);
    const native: (NativeBuffer | number)[] = [];
    return {
      slots,
      devices: computing.length,
      bytesResident: [...made, ...reductions].reduce((sum, one) => sum + one.bytesResident, 0),
      occupancy: occupancies.length > 0 ? Math.min(...occupancies) : undefined,
      ready(owners) {
        const copied = reading.flatMap((place) => haloOf(place, owners[place] as Ownership).list);
        return {
          bytes:
            copied.reduce((sum, { begin, end }) => sum + (end - begin) * elementBytes, 0) +
            reductions.reduce((sum, one) => sum + one.bytes, 0),
          copies: copied.length + reductions.reduce((sum, one) => sum + one.copies, 0),
        };
      },
      enqueue(buffers, scalars) {
        factors.set(scalars);
        for (const { kind, slot } of slots) if (kind === 'sum') factors[slot.factor] = 0;
        const exchanges = reading.flatMap((place) => {
          const { ownership, wholes } = buffers[place] as SpreadVector;
          const { exchange } = haloOf(place, ownership);
          exchange?.start(wholes, wholes);
          return exchange ? [exchange] : [];
        });
        for (const d of computing) {
          native.length = 0;
          for (const one of slots) native.push(bufferFor(one, buffers[one.place] as SpreadVector, d));
          for (let f = 0; f < factors.length; f++) native.push(factors[f] as number);
          (operators[d] as CudaOperator).native.run(...native);
        }
        for (const exchange of exchanges) exchange.end();
        for (const { kind, slot, place } of slots)
          if (kind === 'sum') sums[place]?.add(buffers[place] as SpreadVector, scalars[slot.factor] as number);
        totals?.add(totalled.map((place) => buffers[place] as SpreadVector));
      },
      movedBytes: () =>
        [...halos.flatMap((all) => [...all.values()].flatMap(({ exchange }) => exchange ?? [])), ...reductions].reduce(
          (sum, one) => sum + one.movedBytes(),
          0,
        ),
      dispose,
    };
  };
  try {
    return withSpmvErrors(bind);
  } catch (error) {
    dispose();
    throw error;
  }
}
