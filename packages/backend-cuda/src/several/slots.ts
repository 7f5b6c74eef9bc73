import type { BufferSlot, DividedRequest, Kernel } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { Ownership, Ranges } from './ownership.ts';
import { elementsOf, equalBounds, ownRows } from './ownership.ts';
import type { Team } from './team.ts';

/**
 * What devices do with an operand. `own`: each uses the rows that it computes. `halo`: each reads the columns that its rows need, also those of others.
 * `sum`: each computes what its rows add to every column, and the owner of a column adds that up.
 */
export interface DividedSlot {
  readonly kind: 'own' | 'halo' | 'sum';
  readonly slot: BufferSlot;
  /** Place among the operands in memory. */
  readonly place: number;
  readonly ownership: Ownership;
  /** Elements that each device reads (`halo`) or adds to (`sum`). */
  readonly needs: readonly Ranges[];
}

function refused(devices: number, kernel: Kernel, { name }: BufferSlot, why: string): SpmvError {
  return new SpmvError('KERNEL.REFUSED', `Kernel '${kernel.id}' does not run on ${devices} devices: ${why}.`, {
    fix: 'Open one device (device: "0") for it.',
    details: { kernel: kernel.id, operand: name },
  });
}

/** Which rows and columns belong to whom: those of a square matrix to the same device, and none to a device without a stripe. */
function boundsOf(
  { stripes, sizes }: DividedRequest,
  devices: number,
): Readonly<Record<'rows' | 'cols', readonly number[]>> {
  const { rows = 0, cols = 0 } = sizes;
  const byRows = [0, ...Array.from({ length: devices }, (_, d) => stripes[d]?.rows.end ?? rows)];
  return { rows: byRows, cols: rows === cols ? byRows : equalBounds(cols, devices) };
}

/** What devices do with each operand. Errors: `KERNEL.REFUSED` for an operand that is divided in no way known here. */
export function dividedSlots(team: Team, request: DividedRequest): readonly DividedSlot[] {
  const { signature, along, stripes, kernel, precision } = request;
  const devices = team.members.length;
  const bounds = boundsOf(request, devices);
  return signature.buffers.map((slot, place): DividedSlot => {
    const by = along[place];
    const refuse = (why: string): never => {
      throw refused(devices, kernel, slot, why);
    };
    if (by === undefined) return refuse(`operand '${slot.name}' has neither the rows nor the columns of the matrix`);
    const ownership = team.known(ownRows(slot, bounds[by]));
    if (by === 'rows') return { kind: 'own', slot, place, ownership, needs: [] };
    const needs = ownership.ranges.map((_, d) => elementsOf(slot, [...(stripes[d]?.columns ?? [])]));
    if (slot.access === 'read') return { kind: 'halo', slot, place, ownership, needs };
    if (slot.factor < 0) return refuse(`operand '${slot.name}' is added to without a factor`);
    if (precision.precision !== 'f64' && precision.precision !== 'f32')
      return refuse(`the sums of each device would be rounded to ${precision.precision} before they are added up`);
    return { kind: 'sum', slot, place, ownership, needs };
  });
}
