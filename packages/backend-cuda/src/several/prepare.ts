import type { BufferSlot, DividedRequest, SharedRequest } from '@spmv/core';
import type { DividedProduct, DeviceShare } from './bound-product.ts';
import { bindProduct } from './bound-product.ts';
import type { StripeBounds } from './divisions.ts';
import type { SeveralOperator, SeveralParts } from './operator.ts';
import { createSeveralOperator } from './operator.ts';
import type { ElementOwnership } from './ownership.ts';
import { equalBounds, ownRows } from './ownership.ts';
import { rowBounds, slotsOfMatrix, slotsOfShared } from './slots.ts';
import type { Team } from './team.ts';

/** Whether a matrix divides its rows as an operand with as many is owned. */
function isPlaced(team: Team, slot: BufferSlot, owners: ElementOwnership): boolean {
  const rows = slot.layout?.rows ?? slot.length;
  return team.divisions.of(rows).some((bounds) => team.known(ownRows(slot, bounds)) === owners);
}

function operatorOf(team: Team, parts: Omit<SeveralParts, 'isPlaced'>): SeveralOperator {
  return createSeveralOperator(team, { ...parts, isPlaced: (slot, owners) => isPlaced(team, slot, owners) });
}

/** Binds a product whose rows are divided between devices. Errors: `KERNEL.REFUSED`, and those of one device's. */
export async function prepareDivided(team: Team, request: DividedRequest): Promise<SeveralOperator> {
  const { signature, stripes, sizes } = request;
  const slots = slotsOfMatrix(team, request);
  const shares = stripes.flatMap(({ parts }, device) =>
    parts.map((part): DeviceShare => {
      const { begin, end, isInterior } = part;
      return { device, request: part, begin, interiorRows: isInterior ? end - begin : 0 };
    }),
  );
  const product = await bindProduct(team, request, slots, shares);
  try {
    const end = await team.divisions.add(sizes['rows'] ?? 0, rowBounds(request, team.members.length));
    return operatorOf(team, { signature, bound: () => [product], choose: () => product, dispose: end });
  } catch (error) {
    product.dispose();
    throw error;
  }
}

/** A product as it is bound for one division of its elements. */
interface Part {
  readonly key: string;
  readonly product: DividedProduct;
}

/** Binds a product without a matrix: by each device all of it, or by each some elements, divided as the matrices are whose rows are as many. Errors: as `prepareDivided`. */
export async function prepareShared(team: Team, request: SharedRequest): Promise<SeveralOperator> {
  const { signature, divided } = request;
  const devices = team.members.length;
  if (!divided) {
    const all = request.at();
    const slots = slotsOfShared(team, request, undefined);
    const shares = team.members.map((_, device): DeviceShare => ({ device, request: all, begin: 0, interiorRows: 0 }));
    const product = await bindProduct(team, request, slots, shares);
    return operatorOf(team, { signature, bound: () => [product], choose: () => product, dispose() {} });
  }
  const { length } = divided;
  const equal = equalBounds(length, devices);
  const equalKey = String(equal);
  const parts: Part[] = [];
  let isOver = false;
  const bindFor = async (bounds: StripeBounds): Promise<void> => {
    const key = String(bounds);
    const isThere = (): boolean => parts.some((part) => part.key === key);
    if (isThere()) return;
    const shares = team.members.flatMap((_, device): readonly DeviceShare[] => {
      const begin = bounds[device] as number;
      const count = (bounds[device + 1] as number) - begin;
      return count > 0 ? [{ device, request: request.at(count), begin, interiorRows: 0 }] : [];
    });
    const product = await bindProduct(team, request, slotsOfShared(team, request, bounds), shares);
    // Somebody else may have been as fast, and whoever wanted it may be gone.
    if (isOver || isThere()) product.dispose();
    else parts.push({ key, product });
  };
  // From here on nobody divides this length without its being bound for that.
  const unfollow = team.divisions.follow(length, bindFor);
  const dispose = (): void => {
    isOver = true;
    unfollow();
  };
  const latest = (): DividedProduct => {
    const key = String(team.divisions.of(length).at(-1));
    const found = parts.find((part) => part.key === key) ?? parts.at(-1);
    return (found as Part).product;
  };
  try {
    const known = team.divisions.of(length);
    for (const bounds of known.length > 0 ? known : [equal]) await bindFor(bounds);
  } catch (error) {
    dispose();
    for (const { product } of parts) product.dispose();
    throw error;
  }
  return operatorOf(team, {
    signature,
    bound: () => parts.map(({ product }) => product),
    choose(owners) {
      for (const { place, kind } of latest().slots) {
        const found = kind === 'own' && parts.find(({ product }) => product.slots[place]?.ownership === owners[place]);
        // What nobody has placed yet goes to those who are placed.
        if (found && found.key !== equalKey) return found.product;
      }
      return latest();
    },
    dispose,
  });
}
