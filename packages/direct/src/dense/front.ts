import type { Slices } from '../slices.ts';

/*
 * A front: the dense symmetric matrix of a supernode's rows, of which the first w lines are eliminated. Its upper triangle is stored by lines, the first w in the panel, the others in the update,
 * so that line k of the panel is column k of L, and the update loses the product of the panel with itself.
 */

/** Numbers of the panel at `panel` and of the update at `update`; what the lines are in both is said by `width` and `height`. */
export interface Front {
  readonly panels: Float64Array;
  readonly panel: number;
  readonly updates: Float64Array;
  readonly update: number;
  readonly width: number;
  readonly height: number;
}

/** A front of more lines than this is computed in slices of a line. */
export const SLICED = 256;

/** Lines whose products are taken off together: their numbers stay in a cache. */
const BLOCK = 64;

/** `to[at + j]` −= Σ over k of `from[line k + i]` · `from[line k + j]` for j from i to `height`, lines `begin` to `end` of the panel. */
function takeOff(
  to: Float64Array,
  at: number,
  { panels, panel, height }: Front,
  i: number,
  begin: number,
  end: number,
): void {
  let k = begin;
  for (; k + 4 <= end; k += 4) {
    const l0 = panel + k * height;
    const l1 = l0 + height;
    const l2 = l1 + height;
    const l3 = l2 + height;
    const [a0, a1, a2, a3] = [panels[l0 + i], panels[l1 + i], panels[l2 + i], panels[l3 + i]];
    for (let j = i; j < height; j++)
      to[at + j] -= a0 * panels[l0 + j] + a1 * panels[l1 + j] + (a2 * panels[l2 + j] + a3 * panels[l3 + j]);
  }
  for (; k < end; k++) {
    const line = panel + k * height;
    const a = panels[line + i];
    for (let j = i; j < height; j++) to[at + j] -= a * panels[line + j];
  }
}

/**
 * LLᵀ of the first `width` lines, and the update without their product. Returns the line whose pivot is not above zero (NaN among them), at which it stops, or −1.
 */
export function* factorFront(front: Front): Slices<number> {
  const { panels, panel, updates, update, width, height } = front;
  for (let first = 0; first < width; first += BLOCK) {
    const past = Math.min(width, first + BLOCK);
    for (let i = first; i < past; i++) {
      const line = panel + i * height;
      takeOff(panels, line, front, i, first, i);
      const pivot = panels[line + i];
      if (!(pivot > 0)) return i;
      const root = Math.sqrt(pivot);
      panels[line + i] = root;
      for (let j = i + 1; j < height; j++) panels[line + j] /= root;
    }
    for (let i = past; i < width; i++) {
      if (height > SLICED) yield i;
      takeOff(panels, panel + i * height, front, i, first, past);
    }
    const left = height - width;
    for (let i = 0; i < left; i++) {
      if (height > SLICED) yield i;
      takeOff(updates, update + i * left - width, front, i + width, first, past);
    }
  }
  return -1;
}
