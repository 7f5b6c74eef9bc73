import type { Kernel, Scalar } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { buildMatrix, complexFromEntries, openBackend } from '@spmv/core';
import { sell } from '@spmv/format-sell';
import { csr } from '@spmv/formats';
import { describe, expect, it } from 'vitest';
import type { Endings, ProductEnding } from '../src/index.ts';
import { createWasmKernels, fused, jsCsr } from '../src/index.ts';

const wasm = createWasmKernels({ checked: true });
const KERNELS = [jsCsr, wasm.csr, wasm.sell] as unknown as readonly Endings<'js'>[];

/** What a product by the 1 × 1 matrix `a` leaves in the vectors that follow x. */
async function left(
  endings: Endings<'js'>,
  ending: ProductEnding,
  a: readonly number[],
  vectors: readonly (readonly number[])[],
  ...factors: readonly Scalar[]
): Promise<readonly (readonly number[])[]> {
  const kernel = endings[ending] as unknown as Kernel;
  const coo = complexFromEntries({ rows: 1, cols: 1 }, { rowIndex: [0], colIndex: [0], values: a });
  const backend = await openBackend(serial);
  const matrix = kernel.format === 'csr' ? buildMatrix(csr, coo) : buildMatrix(sell, coo);
  const operator = await backend.prepare({ operation: fused, kernel, matrix, precision: 'c128' });
  const handles = vectors.map((pair) => backend.vector([...pair], 'c128'));
  operator.apply(...([...handles, ...factors] as unknown as Parameters<typeof operator.apply>));
  const found = await Promise.all(handles.slice(1).map(async (handle) => [...(await handle.read())]));
  await backend.dispose();
  return found;
}

describe.each(KERNELS.map((endings) => [endings.dot.id, endings] as const))(
  '%s and those beside it',
  (_id, kernels) => {
    it('conjugate z, and their norm is real', async () => {
      // (1 + 2i)(3 + i) = 1 + 7i; times the conjugate of i.
      const found = await left(
        kernels,
        'dot-norm',
        [1, 2],
        [
          [3, 1],
          [0, 0],
          [0, 1],
          [9, 9],
          [9, 9],
        ],
      );
      expect(found).toEqual([
        [1, 7],
        [0, 1],
        [7, -1],
        [50, 0],
      ]);
    });

    it('multiply by factors without an imaginary part as by real numbers, and by i as by any other', async () => {
      // With a second product of 0 the infinity would be NaN.
      const [y, , w] = await left(
        kernels,
        'axpy',
        [1, 0],
        [
          [1, 1],
          [Infinity, 1],
          [2, 0],
          [5, -Infinity],
        ],
        0,
        2,
        3,
      );
      expect([y, w]).toEqual([
        [Infinity, 2],
        [Infinity, -Infinity],
      ]);
      const turned = await left(
        kernels,
        'axpy',
        [1, 0],
        [
          [0, 0],
          [1, 2],
          [0, 1],
          [3, 4],
        ],
        1,
        [0, 1],
        [0, 1],
      );
      expect(turned).toEqual([
        [-2, 1],
        [0, 1],
        [-5, 1],
      ]);
    });

    it('carry NaN of one part, overflow and −0 into what they belong to', async () => {
      const nan = await left(
        kernels,
        'dot-norm',
        [2, 0],
        [
          [1, Number.NaN],
          [0, 0],
          [1, 0],
          [0, 0],
          [0, 0],
        ],
      );
      expect([nan[0], nan[2], nan[3]?.[0]]).toEqual([[Number.NaN, Number.NaN], [Number.NaN, Number.NaN], Number.NaN]);
      const over = await left(
        kernels,
        'dot-norm',
        [1, 0],
        [
          [1e200, 1e200],
          [0, 0],
          [1e-200, 0],
          [0, 0],
          [0, 0],
        ],
      );
      expect([over[2], over[3]]).toEqual([
        [1, 1],
        [Infinity, 0],
      ]);
      expect(
        await left(
          kernels,
          'norm',
          [1, 0],
          [
            [0, 0],
            [-0, -0],
            [5, 5],
          ],
          0,
          1,
        ),
      ).toEqual([
        [0, 0],
        [0, 0],
      ]);
    });

    it('see nothing that a factor of 0 excludes', async () => {
      const bad = [Number.NaN, Number.NaN];
      expect(await left(kernels, 'norm', bad, [bad, [1, 1], [0, 0]], 0, [0, 2])).toEqual([
        [-2, 2],
        [8, 0],
      ]);
      expect(await left(kernels, 'axpy', [1, 0], [[1, 1], bad, [0, 1], bad], 1, 0, 0)).toEqual([
        [1, 1],
        [0, 1],
        [-1, 1],
      ]);
    });
  },
);
