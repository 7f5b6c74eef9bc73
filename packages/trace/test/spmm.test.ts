import type { CooMatrix, Params, ValueArray } from '@spmv/core';
import { cooFromEntries, isRefusal } from '@spmv/core';
import { oneFullRow } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { fmaDouble, fmaSingle } from '../src/machine/fused-multiply-add.ts';
import { failuresOf, NO_PTX, registry, traced, tracedKernels } from './traced.ts';
import { unless } from '../../../tools/needs.ts';

const VECTORS = [1, 2, 7, 32, 40];
const PRECISIONS = ['f64', 'f32'] as const;
const kernels = tracedKernels.filter(({ operation }) => operation === 'spmm');

/** A row of 500 entries between rows of 1 to 6 entries, every third of which has none. */
function uneven(): CooMatrix {
  const [rowIndex, colIndex, values]: [number[], number[], number[]] = [[], [], []];
  for (let row = 0; row < 90; row++) {
    const length = row === 40 ? 500 : row % 3 === 0 ? 0 : 1 + (row % 6);
    for (let i = 0; i < length; i++) {
      rowIndex.push(row);
      colIndex.push((row * 7 + i * (row === 40 ? 1 : 61)) % 500);
      values.push(((row * 5 + i * 3) % 11) / 8 - 0.6);
    }
  }
  return cooFromEntries({ rows: 90, cols: 500 }, { rowIndex, colIndex, values });
}

/** 80 rows of four entries each, right of the diagonal. */
function bandOfFour(): CooMatrix {
  const each = (of: (row: number, i: number) => number): number[] =>
    Array.from({ length: 320 }, (_, e) => of(e >> 2, e % 4));
  return cooFromEntries(
    { rows: 80, cols: 83 },
    {
      rowIndex: each((row) => row),
      colIndex: each((row, i) => row + i),
      values: each((row, i) => ((row * 7 + i * 3) % 13) / 9 - 0.7),
    },
  );
}

function bitsOf(values: ValueArray | undefined): readonly number[] {
  return values ? [...new Uint32Array(values.buffer, values.byteOffset, values.byteLength / 4)] : [];
}

/** AX with the entries of each row added one after another, each product and sum rounded once. */
function inOrder({ shape, rowIndex, colIndex, values }: CooMatrix, X: ValueArray, vectors: number): ValueArray {
  const add = X instanceof Float64Array ? fmaDouble : fmaSingle;
  const Y = X instanceof Float64Array ? new Float64Array(shape.rows * vectors) : new Float32Array(shape.rows * vectors);
  const A = X instanceof Float64Array ? values : Float32Array.from(values);
  for (let e = 0; e < A.length; e++) {
    for (let j = 0; j < vectors; j++) {
      const at = (rowIndex[e] as number) * vectors + j;
      Y[at] = add(A[e] as number, X[(colIndex[e] as number) * vectors + j] as number, Y[at] as number);
    }
  }
  return Y;
}

describe('products of several vectors', unless(NO_PTX), () => {
  it.each(kernels.map((kernel) => [kernel.id, kernel] as const))(
    '%s is right for 1, 2, 7, 32 and 40 vectors beside one giant row and rows without entries',
    { timeout: 600_000 },
    (id, kernel) => {
      const formatParams: Params = kernel.format === 'packed' ? { steps: 1, window: 32 } : {};
      let computed = 0;
      for (const vectors of VECTORS) {
        for (const precision of PRECISIONS) {
          const scalars = { alpha: 0.75, beta: -0.5 };
          try {
            const one = traced(kernel, { coo: uneven(), precision, formatParams, sizes: { vectors }, scalars });
            expect({ id, vectors, precision, failures: failuresOf(one, scalars) }).toMatchObject({ failures: 0 });
            computed++;
          } catch (error) {
            if (!isRefusal(error)) throw error;
          }
        }
      }
      // Blocks of rows want rows that share columns.
      expect(computed).toBe(id === 'cuda/spmm-csr-blocks' ? 0 : VECTORS.length * PRECISIONS.length);
    },
  );

  it('cuda/spmm-csr-warp leaves the same bits with pairs of entries as with columns and values apart, in fewer instructions', () => {
    const kernel = registry.kernel('cuda/spmm-csr-warp');
    for (const vectors of VECTORS) {
      for (const precision of PRECISIONS) {
        const points = [
          { packs: 1, capacity: 32 },
          { packs: 1, capacity: 256 },
          { packs: 2, capacity: 256 },
        ];
        for (const { packs, capacity } of points.filter((point) => vectors >= 32 || point.packs === 1)) {
          const run = (entries: string) =>
            traced(kernel, { coo: uneven(), precision, sizes: { vectors }, params: { entries, packs, capacity } })
              .trace;
          const [arrays, pairs] = [run('arrays'), run('pairs')];
          expect(bitsOf(pairs.results['Y']), `${vectors} vectors, ${precision}`).toEqual(bitsOf(arrays.results['Y']));
          expect(pairs.counts.instructions).toBeLessThan(0.9 * arrays.counts.instructions);
        }
      }
    }
  });

  it('cuda/spmm-csr-entries is right where the parts of a row of 1500 entries are gathered by sixteen', () => {
    const coo = oneFullRow({ rows: 70, cols: 1500, row: 33 });
    for (const vectors of VECTORS) {
      for (const precision of PRECISIONS) {
        const scalars = { alpha: 0.75, beta: -0.5 };
        const params = { share: 32 };
        const product = traced(registry.kernel('cuda/spmm-csr-entries'), {
          coo,
          precision,
          sizes: { vectors },
          params,
          scalars,
        });
        expect(failuresOf(product, scalars), `${vectors} vectors, ${precision}`).toBe(0);
      }
    }
  });

  it.each([
    ['cuda/spmm-csr-warp', { entries: 'arrays' }],
    ['cuda/spmm-csr-warp', { entries: 'pairs' }],
    ['cuda/spmm-csr-entries', { share: 32 }],
    ['cuda/spmm-csr-blocks', { leastShared: 0 }],
    ['cuda/spmm-sell', { threadsPerRow: 1 }],
    ['cuda/spmm-ellpack', { threadsPerRow: 1 }],
  ] as readonly (readonly [string, Params])[])(
    '%s %o adds the entries of rows of four in their order, to the last bit',
    (id, params) => {
      const coo = bandOfFour();
      for (const vectors of VECTORS) {
        for (const precision of PRECISIONS) {
          const { trace, operands } = traced(registry.kernel(id), { coo, precision, sizes: { vectors }, params });
          const wanted = inOrder(coo, operands['X'] as ValueArray, vectors);
          expect(bitsOf(trace.results['Y']), `${vectors} vectors, ${precision}`).toEqual(bitsOf(wanted));
        }
      }
    },
  );

  it('reads each row of X once for each entry, and nothing else of X', () => {
    const coo = bandOfFour();
    for (const [vectors, precision, sectors] of [
      [32, 'f64', 8],
      [32, 'f32', 4],
      [40, 'f64', 10],
    ] as const) {
      const params = { entries: 'arrays' };
      const { trace } = traced(registry.kernel('cuda/spmm-csr-warp'), { coo, precision, sizes: { vectors }, params });
      expect(trace.counts.buffers['X']?.load.sectors, `${vectors} ${precision}`).toBe(sectors * coo.values.length);
      expect(trace.counts.buffers['Y']?.store.sectors).toBe(sectors * coo.shape.rows);
    }
  });
});
