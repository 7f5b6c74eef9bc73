import type { Kernel } from '@spmv/core';
import { buildMatrix, cooFromEntries, createRegistry, openBackend, toValueType, spmv } from '@spmv/core';
import { judge, spmvReference } from '@spmv/core/oracle';
import { plugin as formats } from '@spmv/formats';
import { createWasmKernels } from '@spmv/kernels-cpu';
import { describe, expect, it } from 'vitest';
import { serial } from '../src/index.ts';

const registry = createRegistry([formats]);
const kernels = createWasmKernels({ checked: true }).filter(
  ({ format, params }) => format === 'csr' && Object.hasOwn(params.axes, 'rows'),
);

/** Rows of the given lengths, with columns and values that differ. */
function matrixOf(lengths: readonly number[], cols: number) {
  const entries = lengths.flatMap((length, i) =>
    Array.from({ length }, (_, k) => [i, (i * 7 + k * 5) % cols] as const),
  );
  return cooFromEntries(
    { rows: lengths.length, cols },
    {
      rowIndex: entries.map(([i]) => i),
      colIndex: entries.map(([, j]) => j),
      values: entries.map((_, k) => Math.sin(k + 1)),
    },
  );
}

const rows = (count: number, lengthOf: (i: number) => number) => Array.from({ length: count }, (_, i) => lengthOf(i));
const MATRICES = {
  'every length from 0 to 21, in no order': matrixOf(
    rows(700, (i) => (i * i * 7) % 22),
    97,
  ),
  'blocks of one length each': matrixOf(
    rows(128 * 12, (i) => Math.floor(i / 128)),
    97,
  ),
  'fewer rows than a block': matrixOf(
    rows(127, (i) => i % 5),
    31,
  ),
  'one block': matrixOf(
    rows(128, (i) => i % 11),
    31,
  ),
  'nothing but empty rows': matrixOf(
    rows(300, () => 0),
    31,
  ),
};

describe('rows by length', () => {
  it.each(Object.entries(MATRICES))('%s', async (_name, a) => {
    const backend = await openBackend(serial);
    for (const kernel of kernels) {
      for (const precision of ['f64', 'f32'] as const) {
        const x = toValueType(
          precision,
          Float64Array.from({ length: a.shape.cols }, (_, j) => Math.cos(j)),
        );
        const y = toValueType(
          precision,
          Float64Array.from({ length: a.shape.rows }, (_, i) => i - 3),
        );
        const matrix = buildMatrix(registry.format('csr'), a, { valueType: precision });
        const operator = await backend.prepare({
          operation: spmv,
          matrix,
          kernel: kernel as Kernel,
          params: { rows: 'by-length' },
        });
        const dx = backend.vector(x);
        for (const [alpha, beta] of [
          [1, 0],
          [-0.7, 0.3],
        ] as const) {
          const dy = backend.vector(y);
          operator.apply(dx, dy, alpha, beta);
          expect(
            judge(await dy.read(), spmvReference({ coo: a, x, y, alpha, beta }, precision), precision).errorRatio,
            `${kernel.id} ${precision}`,
          ).toBeLessThanOrEqual(1);
        }
      }
    }
    await backend.dispose();
  });
});
