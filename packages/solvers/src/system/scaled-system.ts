import type { CooMatrix, Precision } from '@spmv/core';
import type { LinearMap } from '../space/step.ts';
import { exponentFor, shift, shifted } from '../solve/scale.ts';
import { factsOf } from './facts.ts';
import { madeOnce } from './made-once.ts';
import type { System } from './system.ts';

/** Entries whose largest is between 2^−32 and 2^32 are multiplied as they are: no sum of their squares leaves the range, in f32 neither. */
const USUAL = 32;
/** Powers of two: up to `factor` one is neither rounded nor flushed to 0, as entries of more than −`factor` are not; squares of entries up to `entry` are in range. */
const MOST = { f64: { factor: 1000, entry: 480 }, other: { factor: 120, entry: 60 } };

/** 2^k·A, with that k. */
export interface ScaledSystem {
  readonly system: System;
  readonly exponent: number;
}

/**
 * A times the power of two that brings its largest entry to 1 … 2, where that is far from 1: what methods divide by are sums of products of entries, which leave the range long before the entries
 * do. Products are made with a factor, and nothing is prepared anew. A system of the system's: disposing of it is disposing of that one.
 */
export function scaledSystem(system: System, precision: Precision): ScaledSystem {
  const { A, facts, coo } = system;
  const exponent = exponentFor(facts.largest ?? 0);
  if (Math.abs(exponent) <= USUAL) return { system, exponent: 0 };
  const { factor: most, entry } = precision === 'f64' ? MOST.f64 : MOST.other;
  // Entries that are far apart: the small ones are to stay numbers, while squares of the large ones do.
  const room = Math.min(exponentFor(facts.least ?? 1) - most, exponent + entry);
  const k = Math.max(-most, Math.min(most, Math.max(exponent, room)));
  const factor = 2 ** k;
  const times = (map: LinearMap): LinearMap => ({ shape: map.shape, multipleOf: { map, factor } });
  const entries: CooMatrix | undefined = coo && { ...coo, values: shift(coo.values, k) };
  const { diagonal, largest, least } = facts;
  return {
    exponent: k,
    system: {
      ...system,
      A: times(A),
      transposed: async () => times(await system.transposed()),
      facts: {
        ...facts,
        ...(largest === undefined ? {} : { largest: shifted(largest, k) }),
        ...(least === undefined ? {} : { least: shifted(least, k) }),
        ...(diagonal ? { diagonal: shift(diagonal, k) } : {}),
        // That of the matrix itself may have left the range.
        ...(entries ? { norm: factsOf(entries, precision).norm } : {}),
      },
      ...(entries ? { coo: entries, ...madeOnce(entries) } : {}),
    },
  };
}
