import type { AnyCoo } from '@spmv/core';
import { positionsByRows, withComponents } from '@spmv/core';

const SIDE = 40;

/** A matrix of our own on which engines compile kernels and which shows whether compiled code is there, so that no product of the user's is spent on that: a five-point stencil, of real or complex numbers. */
export function warmUpMatrix(components: 1 | 2 = 1): AnyCoo {
  const rows = SIDE * SIDE;
  const [starts, colIndex, values]: [number[], number[], number[]] = [[0], [], []];
  for (let i = 0; i < rows; i++) {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    const put = (isInside: boolean, distance: number, value: number): void => {
      if (!isInside) return;
      colIndex.push(i + distance);
      values.push(value);
    };
    put(y > 0, -SIDE, -1);
    put(x > 0, -1, -1);
    put(true, 0, 4);
    put(x + 1 < SIDE, 1, -1);
    put(y + 1 < SIDE, SIDE, -1);
    starts.push(colIndex.length);
  }
  const positions = positionsByRows(Int32Array.from(starts), Int32Array.from(colIndex));
  const real = Object.assign(positions, { shape: { rows, cols: rows }, values: Float64Array.from(values) });
  return withComponents(real, components);
}
