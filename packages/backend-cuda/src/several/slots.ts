import type { BufferSlot, DividedRequest, DriverRequest, SharedRequest } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { StripeBounds } from './divisions.ts';
import type { ElementOwnership, Ranges } from './ownership.ts';
import { elementsOf, equalBounds, everywhere, ownRows } from './ownership.ts';
import type { Team } from './team.ts';

/**
 * What devices do with an operand. `own`: each uses the rows that it computes. `halo`: each reads the columns that its rows need, also those of others.
 * `sum`: each computes what its rows add to every column, and the owner of a column adds that up. `whole`: each uses all of it, and where it is written all write the same.
 * `total`: a number, to which each has a part, and which each adds up.
 */
export interface DividedSlot {
  readonly kind: 'own' | 'halo' | 'sum' | 'whole' | 'total';
  readonly slot: BufferSlot;
  /** Place among the operands in memory. */
  readonly place: number;
  /** Who is to have it; of a `halo` where nobody has said otherwise. */
  readonly ownership: ElementOwnership;
  /** Elements that each device reads (`halo`) or adds to (`sum`). */
  readonly needs: readonly Ranges[];
}

type Refuse = (slot: BufferSlot, why: string) => never;

function refusal(team: Team, { kernel }: Pick<DriverRequest, 'kernel'>): Refuse {
  return ({ name }, why) => {
    throw new SpmvError(
      'KERNEL.REFUSED',
      `Kernel '${kernel.id}' does not run on ${team.members.length} devices: ${why}.`,
      {
        fix: 'Open one device (device: "0") for it.',
        details: { kernel: kernel.id, operand: name },
      },
    );
  };
}

/** Sums of parts are of the type of what is summed, and bf16 would round each of them. */
function assertAdds({ precision }: Pick<DriverRequest, 'precision'>, slot: BufferSlot, refuse: Refuse): void {
  const { precision: type } = precision;
  if (type !== 'f64' && type !== 'f32')
    refuse(slot, `the sums of each device would be rounded to ${type} before they are added up`);
}

/** An operand of which no part belongs to a part of what is computed: read by all, or the sum of what all have. */
function undivided(
  team: Team,
  slot: BufferSlot,
  place: number,
  request: Pick<DriverRequest, 'precision'>,
  refuse: Refuse,
): DividedSlot {
  const ownership = team.known(everywhere(slot.length, team.members.length));
  if (slot.access === 'read') return { kind: 'whole', slot, place, ownership, needs: [] };
  if (slot.role !== 'device-scalar')
    refuse(slot, `operand '${slot.name}' is written, and every device has a part in all of it`);
  if (slot.combine !== 'sum' || slot.access !== 'write')
    refuse(slot, `nothing says how the parts of '${slot.name}' that devices compute become one number`);
  assertAdds(request, slot, refuse);
  return { kind: 'total', slot, place, ownership, needs: [] };
}

/** Where rows begin, by device: none of a device without a stripe. */
export function rowBounds(
  { stripes, sizes }: Pick<DividedRequest, 'stripes' | 'sizes'>,
  devices: number,
): StripeBounds {
  const { rows = 0 } = sizes;
  return [0, ...Array.from({ length: devices }, (_, d) => stripes[d]?.end ?? rows)];
}

/** What devices do with each operand of a product with a stored matrix. Errors: `KERNEL.REFUSED` for an operand that is divided in no way known here. */
export function slotsOfMatrix(team: Team, request: DividedRequest): readonly DividedSlot[] {
  const { signature, along, stripes, sizes } = request;
  const devices = team.members.length;
  const { rows = 0, cols = 0 } = sizes;
  const byRows = rowBounds(request, devices);
  // Columns of a square matrix belong to whom its rows belong to.
  const bounds = { rows: byRows, cols: rows === cols ? byRows : equalBounds(cols, devices) };
  const refuse = refusal(team, request);
  return signature.buffers.map((slot, place): DividedSlot => {
    const by = along[place];
    if (by === undefined)
      return refuse(slot, `operand '${slot.name}' has neither the rows nor the columns of the matrix`);
    if (by === 'whole') return undivided(team, slot, place, request, refuse);
    const ownership = team.known(ownRows(slot, bounds[by]));
    if (by === 'rows') return { kind: 'own', slot, place, ownership, needs: [] };
    const needs = ownership.ranges.map((_, d) => elementsOf(slot, [...(stripes[d]?.columns ?? [])]));
    if (slot.access === 'read') return { kind: 'halo', slot, place, ownership, needs };
    if (slot.factor < 0) refuse(slot, `operand '${slot.name}' is added to without a factor`);
    assertAdds(request, slot, refuse);
    return { kind: 'sum', slot, place, ownership, needs };
  });
}

/** What devices do with each operand of a product without a stored matrix whose elements are divided so; without bounds each computes all. Errors: `KERNEL.REFUSED`. */
export function slotsOfShared(
  team: Team,
  request: SharedRequest,
  bounds: StripeBounds | undefined,
): readonly DividedSlot[] {
  const { signature, divided, kernel } = request;
  const refuse = refusal(team, request);
  return signature.buffers.map((slot, place): DividedSlot => {
    if (bounds === undefined || !divided) {
      if (slot.access !== 'read' && !team.agree(kernel.reproducibility))
        refuse(
          slot,
          `each would compute '${slot.name}' by itself, and the kernel does not promise that all get the same bits`,
        );
      const ownership = team.known(everywhere(slot.length, team.members.length));
      return { kind: 'whole', slot, place, ownership, needs: [] };
    }
    if (divided.along[place] !== true) return undivided(team, slot, place, request, refuse);
    return { kind: 'own', slot, place, ownership: team.known(ownRows(slot, bounds)), needs: [] };
  });
}
