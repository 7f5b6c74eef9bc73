import type { ValueArray } from '@spmv/core';

/** Vectors of a direction, and the elements that are asked for. */
export interface Direction {
  readonly p: ValueArray;
  readonly x: ValueArray;
  readonly r: ValueArray;
  readonly d?: ValueArray;
  readonly first: number;
  readonly past: number;
}

/** Elements first … past − 1 of x ← x + step·p, p ← r + share·p, or d ∘ r + share·p; p is not seen where its factor is 0. */
export function follow({ p, x, r, d, first, past }: Direction, step: number, share: number): void {
  for (let i = first; i < past; i++) {
    const along = p[i] as number;
    if (step !== 0) x[i] = (x[i] as number) + step * along;
    const residual = d === undefined ? (r[i] as number) : (d[i] as number) * (r[i] as number);
    p[i] = share === 0 ? residual : residual + share * along;
  }
}
