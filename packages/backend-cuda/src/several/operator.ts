import type { BufferSlot, DriverOperator, DriverVector, Signature } from '@spmv/core';
import { withSpmvErrors } from '../native/native-error.ts';
import type { DividedProduct } from './bound-product.ts';
import type { ElementOwnership } from './ownership.ts';
import type { DividedSlot } from './slots.ts';
import type { SpreadVector } from './spread-vector.ts';
import type { Team } from './team.ts';
import { disposeAll } from './team.ts';
import { timeTogether } from './time-together.ts';

/** An operator of several devices. */
export interface SeveralOperator extends DriverOperator {
  /**
   * Who has each operand while a product runs, where they are owned as `ownerOf` says before it; what it copies then is made ready. Errors: `BACKEND.FAILED`.
   */
  ownersFor(
    vectors: readonly SpreadVector[],
    ownerOf: (vector: SpreadVector) => ElementOwnership,
  ): readonly ElementOwnership[];
}

/** What makes an operator of products that are divided. */
export interface SeveralParts {
  readonly signature: Signature;
  /** Every division that it was bound for, at least one. */
  bound(): readonly DividedProduct[];
  /** Takes the one that suits operands with these owners. */
  choose(owners: readonly ElementOwnership[]): DividedProduct;
  /** Whether a product may read an operand of a `halo` where these have it: not, say, what nobody has placed yet. */
  isPlaced(slot: BufferSlot, owners: ElementOwnership): boolean;
  dispose(): void;
}

/** What a product was given, and what came of that. */
interface Decision {
  readonly vectors: readonly SpreadVector[];
  readonly before: readonly ElementOwnership[];
  readonly product: DividedProduct;
  readonly owners: readonly ElementOwnership[];
}

/** Slots that decide first who has an operand that is given twice. */
const ORDER: readonly DividedSlot['kind'][] = ['whole', 'total', 'own', 'sum', 'halo'];

function ownersOf(
  { slots }: DividedProduct,
  vectors: readonly SpreadVector[],
  ownerOf: (vector: SpreadVector) => ElementOwnership,
  isPlaced: SeveralParts['isPlaced'],
): readonly ElementOwnership[] {
  const decided = new Map<SpreadVector, ElementOwnership>();
  const wanted = ({ kind, slot, ownership }: DividedSlot, now: ElementOwnership): ElementOwnership => {
    // What every device has need not be taken from any, to be read.
    if (slot.access === 'read' && now.isEverywhere) return now;
    return kind === 'halo' && isPlaced(slot, now) ? now : ownership;
  };
  for (const one of slots.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))) {
    const vector = vectors[one.place] as SpreadVector;
    if (!decided.has(vector)) decided.set(vector, wanted(one, ownerOf(vector)));
  }
  return slots.map(({ place }) => decided.get(vectors[place] as SpreadVector) as ElementOwnership);
}

/** What core drives: each product takes the division that its operands have, and operands that have another go to it. */
export function createSeveralOperator(team: Team, parts: SeveralParts): SeveralOperator {
  const { signature, bound } = parts;
  let products = 0;
  // Most products are given what the one before was given.
  let last: Decision | undefined;
  const current = (): DividedProduct => last?.product ?? parts.choose([]);

  const decide = (vectors: readonly SpreadVector[], ownerOf: (vector: SpreadVector) => ElementOwnership): Decision => {
    const isSame = last?.vectors.every((one, v) => one === vectors[v] && last?.before[v] === ownerOf(one));
    if (last && isSame) return last;
    const before = vectors.map(ownerOf);
    const product = parts.choose(before);
    const owners = ownersOf(product, vectors, ownerOf, parts.isPlaced);
    product.ready(owners);
    last = { product, before, vectors: [...vectors], owners };
    return last;
  };
  const isKept = ({ slot }: DividedSlot, scalars: Float64Array): boolean =>
    slot.access === 'read' || (slot.access === 'update' && (slot.factor < 0 || scalars[slot.factor] !== 0));
  const apply = (buffers: readonly DriverVector[], scalars: Float64Array): void =>
    team.together(() => {
      const vectors = buffers as readonly SpreadVector[];
      const { product, owners } = decide(vectors, ({ ownership }) => ownership);
      for (const one of product.slots)
        (vectors[one.place] as SpreadVector).settle(owners[one.place] as ElementOwnership, isKept(one, scalars));
      product.enqueue(vectors, scalars);
      team.count(() => products++);
    });
  const [first] = bound() as readonly [DividedProduct];
  return {
    get bytesResident() {
      return bound().reduce((sum, one) => sum + one.bytesResident, 0);
    },
    ...(first.occupancy === undefined ? {} : { occupancy: first.occupancy }),
    ownersFor: (vectors, ownerOf) => decide(vectors, ownerOf).owners,
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
      const product = current();
      return {
        devices: product.devices,
        ...product.ready(last?.owners ?? product.slots.map(({ ownership }) => ownership)),
        ...(product.interiorRows > 0 ? { interiorRows: product.interiorRows } : {}),
        products,
        movedBytes: withSpmvErrors(() => bound().reduce((sum, one) => sum + one.movedBytes(), 0)),
      };
    },
    dispose() {
      disposeAll(bound());
      parts.dispose();
    },
  };
}
