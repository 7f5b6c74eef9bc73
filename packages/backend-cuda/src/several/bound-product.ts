import type { DriverRequest, Signature } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import type { CudaOperator } from '../driver-operator.ts';
import type { NativeBuffer, NativeExchange } from '../native/addon.ts';
import { withSpmvErrors } from '../native/native-error.ts';
import { prepareCudaOperator } from '../operator.ts';
import type { Crossing, ElementOwnership } from './ownership.ts';
import { crossings, firstOf } from './ownership.ts';
import type { DividedSlot } from './slots.ts';
import type { SpreadVector } from './spread-vector.ts';
import type { SharedSums } from './sums.ts';
import { createSums } from './sums.ts';
import type { Team } from './team.ts';
import { disposeAll, owning } from './team.ts';
import { createTotals } from './totals.ts';

/** What one product copies between devices. */
export interface Copies {
  readonly bytes: number;
  readonly copies: number;
}

/** What one device computes with one operator: all that it computes, or some of its rows. */
export interface DeviceShare {
  readonly device: number;
  readonly request: DriverRequest;
  /** Its first row, or element. */
  readonly begin: number;
  /** How many of its rows need nothing that other devices own, where that is all of them; else 0. */
  readonly interiorRows: number;
}

/** The programs of all devices for one division of a product, and what is exchanged around them. */
export interface DividedProduct {
  readonly slots: readonly DividedSlot[];
  /** Devices that compute something. */
  readonly devices: number;
  /** Rows that are multiplied while copies are under way. */
  readonly interiorRows: number;
  readonly bytesResident: number;
  readonly occupancy: number | undefined;
  /** Makes what it takes to read operands that are owned so, and says what a product then copies. Errors: `BACKEND.FAILED`. */
  ready(owners: readonly ElementOwnership[]): Copies;
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

/** Prepared at the same time, those of one device one after another. None is left behind where one fails. */
async function operatorsOf(team: Team, shares: readonly DeviceShare[]): Promise<readonly CudaOperator[]> {
  const made = new Map<DeviceShare, CudaOperator>();
  const results = await Promise.allSettled(
    team.members.map(async ({ host }, d) => {
      for (const share of shares)
        if (share.device === d) made.set(share, await prepareCudaOperator(host, share.request));
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (!failed) return shares.map((share) => made.get(share) as CudaOperator);
  disposeAll([...made.values()]);
  throw failed.reason;
}

/** Binds one division of a product: `shares` by device and then by rows. Errors: those of one device's. */
export async function bindProduct(
  team: Team,
  { signature, precision: { precision } }: { readonly signature: Signature } & Pick<DriverRequest, 'precision'>,
  slots: readonly DividedSlot[],
  shares: readonly DeviceShare[],
): Promise<DividedProduct> {
  const elementBytes = PRECISIONS[precision].storedBytes;
  const operators = await operatorsOf(team, shares);
  const computing = shares.map(({ device }) => device);
  const interiorRows = shares.reduce((sum, one) => sum + one.interiorRows, 0);
  const placesOf = (isInterior: boolean): readonly number[] =>
    shares.flatMap((share, s) => (share.interiorRows > 0 === isInterior ? [s] : []));
  const [interior, others] = [placesOf(true), placesOf(false)];
  return withSpmvErrors(() =>
    owning((own, dispose): DividedProduct => {
      for (const operator of operators) own(operator);
      const halos = slots.map(() => new Map<ElementOwnership, Halo>());
      const haloOf = (place: number, owners: ElementOwnership): Halo => {
        const all = halos[place] as Map<ElementOwnership, Halo>;
        const found = all.get(owners);
        if (found) return found;
        const { needs, ownership } = slots[place] as DividedSlot;
        const list = crossings(owners, needs);
        // Rows are interior where columns are owned as planned.
        const isBeside = interior.length > 0 && owners === ownership;
        const exchange =
          list.length > 0 ? withSpmvErrors(() => own(team.exchange(list, elementBytes, { isBeside }))) : undefined;
        all.set(owners, { list, exchange });
        return { list, exchange };
      };
      const reading = slots.filter(({ kind }) => kind === 'halo').map(({ place }) => place);
      const totalled = slots.filter(({ kind }) => kind === 'total').map(({ place }) => place);
      const sums: (SharedSums | undefined)[] = slots.map(() => undefined);
      const type = precision as 'f64' | 'f32';
      for (const one of slots) if (one.kind === 'sum') sums[one.place] = own(createSums(team, one, type));
      const totals = totalled.length > 0 ? own(createTotals(team, totalled.length, computing, type)) : undefined;
      for (const place of reading) haloOf(place, (slots[place] as DividedSlot).ownership);
      const reductions = [...sums.filter((one) => one !== undefined), ...(totals ? [totals] : [])];
      const occupancies = operators.flatMap(({ occupancy }) => occupancy ?? []);

      /** What share s is given of an operand. */
      const bufferFor = ({ kind, place, slot }: DividedSlot, vector: SpreadVector, s: number): NativeBuffer => {
        const { device, begin } = shares[s] as DeviceShare;
        if (kind === 'own') return vector.from(device, firstOf(slot, begin));
        if (kind === 'sum') return (sums[place] as SharedSums).partial[device] as NativeBuffer;
        if (kind === 'total') return totals?.partial(totalled.indexOf(place))[s] as NativeBuffer;
        return vector.wholes[device] as NativeBuffer;
      };
      const factors = new Float64Array(signature.scalars.length);
      const native: (NativeBuffer | number)[] = [];
      const run = (s: number, buffers: readonly SpreadVector[]): void => {
        native.length = 0;
        for (const one of slots) native.push(bufferFor(one, buffers[one.place] as SpreadVector, s));
        for (let f = 0; f < factors.length; f++) native.push(factors[f] as number);
        (operators[s] as CudaOperator).native.run(...native);
      };
      return {
        slots,
        devices: new Set(computing).size,
        interiorRows,
        bytesResident: [...operators, ...reductions].reduce((sum, one) => sum + one.bytesResident, 0),
        occupancy: occupancies.length > 0 ? Math.min(...occupancies) : undefined,
        ready(owners) {
          const copied = reading.flatMap((place) => haloOf(place, owners[place] as ElementOwnership).list);
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
          for (const s of interior) run(s, buffers);
          for (const exchange of exchanges) exchange.arrive();
          for (const s of others) run(s, buffers);
          for (const exchange of exchanges) exchange.end();
          for (const { kind, slot, place } of slots)
            if (kind === 'sum') sums[place]?.add(buffers[place] as SpreadVector, scalars[slot.factor] as number);
          totals?.add(totalled.map((place) => buffers[place] as SpreadVector));
        },
        movedBytes: () =>
          [
            ...halos.flatMap((all) => [...all.values()].flatMap(({ exchange }) => exchange ?? [])),
            ...reductions,
          ].reduce((sum, one) => sum + one.movedBytes(), 0),
        dispose,
      };
    }),
  );
}
