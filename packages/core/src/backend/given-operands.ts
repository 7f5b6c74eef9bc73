import { elementTypeOf } from '../data/element.ts';
import type { Precision } from '../data/precision.ts';
import { PRECISIONS, roundTo } from '../data/precision.ts';
import type { Operation } from '../operation/operation.ts';
import type { BufferSlot, ScalarSlot, Signature } from '../operation/signature.ts';
import type { DriverVector } from './backend-driver.ts';
import { aliasError, bufferError, sameLayout, scalarError, tooMany } from './operand-errors.ts';
import type { Vector, VectorInternals } from './vector.ts';
import { vectorInternals } from './vector.ts';

/** The checked operands of the current product of an operator. The lists are made once, so that a product allocates nothing. */
export interface CheckedOperands {
  /** Places without elements are `undefined`. */
  readonly buffers: readonly (DriverVector | undefined)[];
  readonly handles: readonly VectorInternals[];
  /** Of each its components. */
  readonly scalars: Float64Array;
  /** Checks operands in the order of the operation and fills the lists. Errors: `OPERAND.*`, `LIFETIME.DISPOSED`. */
  take(given: readonly unknown[]): void;
  /** The same for two operands in memory and two host scalars, without a list; absent for other operations. */
  readonly takeVectorsAndScalars?: (first: unknown, second: unknown, third: unknown, fourth: unknown) => void;
}

/** Places of two operands that must not be the same vector, because one of them is written. */
function distinctPairs(
  slots: readonly BufferSlot[],
): readonly (readonly [first: number, second: number, written: number])[] {
  return slots.flatMap(({ access }, second) =>
    slots.slice(0, second).flatMap((earlier, first) => {
      if (access === 'read' && earlier.access === 'read') return [];
      return [[first, second, access === 'read' ? first : second] as const];
    }),
  );
}

function isPair(value: unknown): value is readonly unknown[] {
  return (Array.isArray(value) || elementTypeOf(value) !== undefined) && (value as ArrayLike<unknown>).length === 2;
}

/** The lists of an operator whose vectors belong to `owner`. */
export function createGivenOperands(
  operation: Operation,
  { buffers: slots, scalars: scalarSlots, places }: Signature,
  precision: Precision,
  owner: object,
): CheckedOperands {
  const handles: VectorInternals[] = [];
  const buffers: (DriverVector | undefined)[] = slots.map(() => undefined);
  const { components } = PRECISIONS[precision];
  const scalars = new Float64Array(scalarSlots.length * components);
  const pairs = distinctPairs(slots);

  const takeBuffer = (place: number, vector: Vector): void => {
    const slot = slots[place] as BufferSlot;
    const found = vectorInternals(vector, owner);
    const fits = found && vector.length === slot.length && vector.precision === precision;
    if (!fits || (slot.layout && !sameLayout(slot, vector.layout))) throw bufferError(slot, vector, found, precision);
    found.lifetime.assertAlive();
    handles[place] = found;
    buffers[place] = found.driver;
  };

  const takeScalar = (place: number, value: unknown): void => {
    const slot = scalarSlots[place] as ScalarSlot;
    const number = value === undefined && !Number.isNaN(slot.default) ? slot.default : value;
    const pair = components === 2 && isPair(number) ? number : undefined;
    for (let c = 0; c < components; c++) {
      const ofOne = c === 0 ? number : 0;
      const part = pair ? pair[c] : ofOne;
      if (typeof part !== 'number') throw scalarError(slot, value, scalarSlots, components);
      scalars[place * components + c] = roundTo(precision, part);
    }
  };

  const checkDistinct = (): void => {
    for (const [first, second, written] of pairs) {
      if (buffers[first] === undefined || buffers[first] !== buffers[second]) continue;
      const nameOf = (place: number): string => slots[place]?.name ?? '';
      throw aliasError(nameOf(first), nameOf(second), nameOf(written));
    }
  };

  const take = (given: readonly unknown[]): void => {
    if (given.length > places.length) throw tooMany(operation, places.length);
    for (const [a, place] of places.entries()) if (place >= 0) takeBuffer(place, given[a] as Vector);
    checkDistinct();
    for (const [a, place] of places.entries()) if (place < 0) takeScalar(-1 - place, given[a]);
  };

  const [one, other] = slots;
  const [alpha, beta] = scalarSlots;
  const isCommon =
    components === 1 && String(places) === '0,1,-1,-2' && slots.every(({ layout }) => layout === undefined);
  if (!isCommon || !one || !other || !alpha || !beta) return { buffers, handles, scalars, take };
  const [oneLength, otherLength] = [one.length, other.length];
  const [alphaDefault, betaDefault] = [alpha.default, beta.default];
  const mustDiffer = pairs.length > 0;
  return {
    buffers,
    handles,
    scalars,
    take,
    // Written out as one function: it takes every product 10 ns, the loops above take five times as long.
    takeVectorsAndScalars(first, second, third, fourth) {
      const [x, y] = [first as Vector, second as Vector];
      const foundX = vectorInternals(x, owner);
      const foundY = vectorInternals(y, owner);
      const a = third === undefined ? alphaDefault : third;
      const b = fourth === undefined ? betaDefault : fourth;
      if (
        !foundX ||
        !foundY ||
        x.length !== oneLength ||
        y.length !== otherLength ||
        x.precision !== precision ||
        y.precision !== precision ||
        (mustDiffer && foundX.driver === foundY.driver) ||
        typeof a !== 'number' ||
        typeof b !== 'number' ||
        (third === undefined && Number.isNaN(a)) ||
        (fourth === undefined && Number.isNaN(b))
      ) {
        take([first, second, third, fourth]);
        return;
      }
      foundX.lifetime.assertAlive();
      foundY.lifetime.assertAlive();
      handles[0] = foundX;
      handles[1] = foundY;
      buffers[0] = foundX.driver;
      buffers[1] = foundY.driver;
      scalars[0] = roundTo(precision, a);
      scalars[1] = roundTo(precision, b);
    },
  };
}
