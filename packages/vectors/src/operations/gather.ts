import type { Operand, Operation, Vector } from '@spmv/core';
import { GATHERED } from '../options.ts';
import { gatherReference } from '../references/gather-reference.ts';
import { SIZES, TRIALS } from '../sizes.ts';

/** What y[first + k] ← aₖ is given: eight numbers, y, and the first element of y. */
export type GatherArguments = readonly [
  a: Vector,
  b: Vector,
  c: Vector,
  d: Vector,
  e: Vector,
  f: Vector,
  g: Vector,
  h: Vector,
  y: Vector,
  first?: number,
];

/**
 * y[first + k] ← the k-th of eight numbers in the memory of the backend: numbers that the host wants to read lie together, and are read at once. `first` is a number of the host, 0 by default; what it
 * has behind the point is left out.
 *
 * y has n elements: those of [first, first + 8) that it has are written, and nothing else. The numbers may be the same one; y must be a vector of its own. With n = 0 nothing is written.
 *
 * Bytes: 16 numbers. Nothing is rounded.
 */
export const gather: Operation<GatherArguments> = {
  kind: 'operation',
  id: 'gather',
  title: 'Numbers on the device, side by side',
  formula: 'y[first + k] ← aₖ',
  sources: [],
  options: {},
  sizes: SIZES,
  operands: () => [
    ...GATHERED.map((name): Operand => ({ role: 'device-scalar', name, access: 'read' })),
    { role: 'vector', name: 'y', length: 'n', access: 'update' },
    { role: 'scalar', name: 'first', default: 0 },
  ],
  trivial: { sizes: ['n'], scalars: [] },
  flops: () => 0,
  reference: gatherReference,
  checks: [
    { name: 'first=3', scalars: { first: 3 } },
    { name: 'first=1021', scalars: { first: 1021 } },
  ],
  sharing: { kind: 'repeated' },
  trials: TRIALS,
};
