import type { DenseGaps, DriverVector } from '@spmv/core';
import { isGap } from '@spmv/core';
import type { Arena } from './arena.ts';

/** A vector in the memory that Node shares with the ranks. */
export interface PetscVector extends DriverVector {
  readonly elements: Float64Array;
  /** Where it begins in the arena, in bytes. */
  readonly offset: number;
  readonly gaps: DenseGaps | undefined;
}

/** Zeros. Errors: `BACKEND.OUT_OF_MEMORY`. */
export function createPetscVector(arena: Arena, length: number, gaps?: DenseGaps): PetscVector {
  const region = arena.allocate(`a vector of ${length} elements`, length * 8);
  const buffer = arena.view(region);
  const elements = new Float64Array(buffer, 0, length);
  return {
    elements,
    offset: region.offset,
    gaps,
    write: async (data) => elements.set(data),
    read: async (target) => target.set(elements),
    dispose() {
      arena.hide(buffer);
      arena.free(region);
    },
  };
}

/** y ← βy, by Node: a pass over the memory that it shares. Gaps are left alone. */
export function scalePetscVector({ elements, gaps }: PetscVector, beta: number): void {
  if (!gaps && beta === 0) return void elements.fill(0);
  for (let i = 0; i < elements.length; i++)
    if (!gaps || !isGap(gaps, i)) elements[i] = beta === 0 ? 0 : beta * (elements[i] as number);
}
