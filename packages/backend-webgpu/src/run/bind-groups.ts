import type { DriverVector } from '@spmv/core';
import type { GpuBindGroup } from '../gpu/gpu-types.ts';

/** The bind groups of steps, one for each, that read their scalars at a place of the buffer of scalars. Made when they are first asked for. */
export type GroupsAt = (place: number) => readonly GpuBindGroup[];

/** {@link GroupsAt} that keeps what `make` made for each place: a place is part of the group, because to say it with every product costs the host as much again as to set the group. */
export function groupsByPlace(make: GroupsAt): GroupsAt {
  const made: (readonly GpuBindGroup[])[] = [];
  return (place) => (made[place] ??= make(place));
}

interface Bindings {
  groups: GroupsAt | undefined;
  readonly next: WeakMap<DriverVector, Bindings>;
}

/** The bind groups of a list of operands, made when it is first seen and let go of with the operands. Finding them allocates nothing. */
export function createBindings(
  bind: (operands: readonly DriverVector[], place: number) => readonly GpuBindGroup[],
): (operands: readonly DriverVector[]) => GroupsAt {
  const root: Bindings = { groups: undefined, next: new WeakMap() };
  return (operands) => {
    let found = root;
    for (let o = 0; o < operands.length; o++) {
      const operand = operands[o] as DriverVector;
      let next = found.next.get(operand);
      if (!next) found.next.set(operand, (next = { groups: undefined, next: new WeakMap() }));
      found = next;
    }
    if (!found.groups) {
      const bound = [...operands];
      found.groups = groupsByPlace((place) => bind(bound, place));
    }
    return found.groups;
  };
}
