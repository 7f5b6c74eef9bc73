import type { CooMatrix } from '@spmv/core';
import type { Bounds } from '@spmv/reorder';
import { orderWithin, partsByWork, reordered, reverseCuthillMckee } from '@spmv/reorder';
import { PARTITIONERS, partitionRows } from '@spmv/reorder/node';

/** A matrix in an order that a method gave it. */
export interface OrderedMatrix {
  readonly method: string;
  readonly coo: CooMatrix;
  /** Where its parts begin and end. */
  readonly bounds: Bounds;
  ms: number;
}

/** Rows and columns in an order that says nothing, the same for the same length: as a mesh comes from a generator of meshes. */
export function shuffled(coo: CooMatrix): CooMatrix {
  const { rows } = coo.shape;
  const order = Int32Array.from({ length: rows }, (_, i) => i);
  let state = 1;
  for (let i = rows - 1; i > 0; i--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    [order[i], order[j]] = [order[j] as number, order[i] as number];
  }
  return reordered(coo, order);
}

/** The matrix as it comes, by reverse Cuthill–McKee, and by the partitioners that are installed; what is missing is said. */
export async function ordersOf(
  coo: CooMatrix,
  parts: number,
  say: (words: string) => void,
): Promise<readonly OrderedMatrix[]> {
  const found: OrderedMatrix[] = [{ method: 'as it comes', coo, bounds: partsByWork(coo, parts), ms: 0 }];
  const add = async (method: string, make: () => Promise<{ order: Int32Array; bounds?: Bounds }>): Promise<void> => {
    const begin = performance.now();
    const { order, bounds } = await make();
    const ms = performance.now() - begin;
    const moved = reordered(coo, order);
    found.push({ method, coo: moved, bounds: bounds ?? partsByWork(moved, parts), ms });
  };
  await add('rcm', async () => ({ order: reverseCuthillMckee(coo) }));
  for (const method of PARTITIONERS)
    try {
      const begin = performance.now();
      const partition = await partitionRows(coo, { method, parts });
      const ms = performance.now() - begin;
      await add(method, async () => partition);
      await add(`${method}, rcm in parts`, async () => orderWithin(coo, partition));
      for (const one of found.slice(-2)) one.ms += ms;
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  return found;
}
