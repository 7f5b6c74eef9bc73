import type { BufferSlot, DividedRequest } from '@spmv/core';
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

function refused({ kernel, stripes }: DividedRequest, { name }: BufferSlot, why: string): SpmvError {
  return new SpmvError('KERNEL.REFUSED', `Kernel '${kernel.id}' does not run on ${stripes.length} devices: ${why}.`, {
    fix: 'Open one device (device: "0") for it.',
    details: { kernel: kernel.id, operand: name },
  });
}

/** Which rows and columns belong to whom: those of a square matrix to the same device. */
function boundsOf({ stripes, sizes }: DividedRequest): Readonly<Record<'rows' | 'cols', readonly number[]>> {
  const { rows = 0, cols = 0 } = sizes;
  const byRows = [...stripes.map(({ begin }) => begin), rows];
  return { rows: byRows, cols: rows === cols ? byRows : equalBounds(cols, stripes.length) };
}

/** What devices do with each operand. Errors: `KERNEL.REFUSED` for an operand that is divided in no way known here. */
export function dividedSlots(team: Team, request: DividedRequest): readonly DividedSlot[] {
  const { signature, along, stripes, precision } = request;
  const bounds = boundsOf(request);
  return signature.buffers.map((slot, place): DividedSlot => {
    const by = along[place];
    if (by === undefined)
      throw refused(request, slot, `operand '${slot.name}' has neither the rows nor the columns of the matrix`);
    const ownership = team.known(ownRows(slot, bounds[by]));
    if (by === 'rows') return { kind: 'own', slot, place, ownership, needs: [] };
    const needs = stripes.map(({ columns }) => elementsOf(slot, [...columns]));
    if (slot.access === 'read') return { kind: 'halo', slot, place, ownership, needs };
    if (slot.factor < 0) throw refused(request, slot, `operand '${slot.name}' is added to without a factor`);
    if (precision.precision !== 'f64' && precision.precision !== 'f32')
      throw refused(
        request,
        slot,
        `the sums of each device would be rounded to ${precision.precision} before they are added up`,
      );
    return { kind: 'sum', slot, place, ownership, needs };
  });
}
