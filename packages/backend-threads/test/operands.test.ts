import type { Vector } from '@spmv/core';
import { buildMatrix, cooFromEntries, createRegistry, openBackend, spmv } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { describe, expect, it } from 'vitest';
import { plugin, threads } from '../src/index.ts';

const registry = createRegistry([formats, plugin]);
const ROWS = 4;
const at = Array.from({ length: ROWS }, (_, i) => i);
const IDENTITY = cooFromEntries({ rows: ROWS, cols: ROWS }, { rowIndex: at, colIndex: at, values: at.map(() => 1) });

describe('operands of a product', () => {
  it.each(['js/csr', 'wasm/csr-simd'].flatMap((id) => [1, 2].map((team) => [id, team] as const)))(
    'are its own, whichever operator was applied before: %s with %d threads',
    async (id, team) => {
      const backend = await openBackend(threads);
      try {
        const matrix = buildMatrix(registry.format('csr'), IDENTITY);
        const request = { operation: spmv, matrix, kernel: registry.kernel(id), params: { threads: team } };
        const [one, other] = [await backend.prepare(request), await backend.prepare(request)];
        const vector = async (value: number): Promise<Vector> => backend.vector(new Float64Array(ROWS).fill(value));
        const [x, x2, y, y2] = [await vector(1), await vector(10), await vector(0), await vector(0)];
        const seen: unknown[] = [];
        const look = async (): Promise<void> => {
          seen.push((await y.read())[ROWS - 1], (await y2.read())[ROWS - 1]);
        };
        one.apply(x, y);
        other.apply(x2, y2);
        await look();
        // As before for both of them, onto what only they can change back.
        await y.write(new Float64Array(ROWS));
        await y2.write(new Float64Array(ROWS));
        one.apply(x, y);
        other.apply(x2, y2);
        await look();
        one.apply(x2, y);
        one.apply(x2, y2, 3);
        await look();
        one.apply(x2, y2, 3, 1);
        other.apply(x2, y, 1, 0);
        other.apply(x2, y, 1, 1);
        await look();
        expect(seen).toEqual([1, 10, 1, 10, 10, 30, 20, 60]);
      } finally {
        await backend.dispose();
      }
    },
  );
});
