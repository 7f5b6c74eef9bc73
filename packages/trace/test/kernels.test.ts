import type { Kernel } from '@spmv/core';
import { buildMatrix, cooFromEntries, isRefusal, PRECISIONS, spmv } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { planTrace, traceKernel } from '../src/index.ts';
import { failuresOf, matrixNamed, NO_PTX, registry, smallMatrices, traced, tracedKernels } from './traced.ts';
import { unless } from '../../../tools/needs.ts';
import { FULL } from '../../../tools/runner.ts';

describe('traced products', unless(NO_PTX), () => {
  it('cover the kernels that are taught', () => {
    const ids = tracedKernels.map(({ id }) => id);
    for (const name of [
      'csr-scalar',
      'csr-vector',
      'csr-balanced',
      'csr-balanced-warp',
      'ellpack',
      'ellpack-r',
      'ellr-t',
      'sell',
      'hyb',
    ])
      expect(ids).toContain(`cuda/${name}`);
  });

  it('cover every operation that has kernels in CUDA', () => {
    const operations = new Set(tracedKernels.map(({ operation }) => operation));
    for (const operation of ['spmv', 'spmm', 'fused', 'dots', 'linear', 'descend', 'gather'])
      expect(operations).toContain(operation);
  });

  it.each(tracedKernels.map((kernel, index) => [kernel.id, kernel, index] as const))(
    '%s is right, in each precision, on small matrices that its format takes',
    (id, kernel, index) => {
      let compared = 0;
      // The stencil, which every format takes, and two others in turn; all of them in the full lane.
      const all = Object.values(smallMatrices);
      const few = new Set([0, 1 + (index % (all.length - 1)), 1 + ((index + 2) % (all.length - 1))]);
      const makers = all.filter((_, k) => FULL || few.has(k));
      const matrices = kernel.format === undefined ? [undefined] : makers.map((make) => make());
      for (const coo of matrices) {
        for (const { precision } of kernel.precisions.filter(({ stored }) => stored === undefined)) {
          const isComplex = PRECISIONS[precision].components === 2;
          if (isComplex && coo !== matrices[0] && !FULL) continue;
          const imaginary = isComplex ? { alphaImaginary: -0.25, betaImaginary: 2 } : {};
          const scalars = { alpha: 0.75, beta: precision === 'f64' ? -0.5 : 0, ...imaginary };
          try {
            const one = traced(kernel, { ...(coo ? { coo } : {}), precision, scalars });
            expect({ id, precision, failures: failuresOf(one, scalars) }).toEqual({ id, precision, failures: 0 });
            expect(one.trace.counts.load.sectors).toBeGreaterThan(0);
            compared++;
          } catch (error) {
            if (!isRefusal(error)) throw error;
          }
        }
      }
      // A format for symmetric matrices takes the stencil alone.
      expect(compared).toBeGreaterThan(0);
    },
  );

  it('leaves a row of thousands of entries to several tiles of the balanced kernels, which join their sums', () => {
    const n = 3000;
    const coo = cooFromEntries(
      { rows: 3, cols: n },
      {
        rowIndex: Array.from({ length: n }, () => 1),
        colIndex: Array.from({ length: n }, (_, j) => j),
        values: Array.from({ length: n }, (_, j) => 1 / (j + 1)),
      },
    );
    for (const id of ['cuda/csr-balanced', 'cuda/csr-balanced-warp']) {
      const one = traced(registry.kernel(id), { coo, scalars: { beta: 1 } });
      expect(failuresOf(one, { beta: 1 })).toBe(0);
      expect(one.trace.counts.buffers['scratch.partials']?.store.requests).toBeGreaterThan(1);
    }
  });

  it('launches nothing where the product is trivial, as the backends do', () => {
    const empty = cooFromEntries({ rows: 3, cols: 2 }, { rowIndex: [], colIndex: [], values: [] });
    const { trace, operands } = traced(registry.kernel('cuda/csr-scalar'), { coo: empty, scalars: { beta: -2 } });
    expect(trace.launches).toEqual([]);
    expect([...(trace.results['y'] ?? [])]).toEqual([...(operands['y'] ?? [])].map((value) => -2 * value));
  });

  it('does not read y where beta is 0, and reads it once for each row otherwise', () => {
    const coo = matrixNamed('banded');
    const without = traced(registry.kernel('cuda/csr-scalar'), { coo }).trace;
    const read = traced(registry.kernel('cuda/csr-scalar'), { coo, scalars: { beta: 1 } }).trace;
    expect(without.counts.buffers['y']?.load.sectors).toBe(0);
    expect(read.counts.buffers['y']?.load.sectors).toBe(Math.ceil((coo.shape.rows * 8) / 32));
  });
});

describe('a kernel that cannot be traced', () => {
  const coo = cooFromEntries({ rows: 1, cols: 1 }, { rowIndex: [0], colIndex: [0], values: [2] });
  const matrix = buildMatrix(registry.format('csr'), coo);
  const request = { operation: spmv, matrix, operands: { x: new Float64Array([3]) }, ptx: '' };

  it('is refused where it calls a library, and where its format is another', () => {
    expect(() => traceKernel({ ...request, kernel: registry.kernel('cuda/csr-cusparse-alg1') })).toThrow(
      /no PTX is made of it/u,
    );
    expect(() => traceKernel({ ...request, kernel: registry.kernel('cuda/ellpack') })).toThrow(
      /reads format 'ellpack'/u,
    );
  });

  it('says which kernel the PTX lacks', () => {
    expect(() => traceKernel({ ...request, kernel: registry.kernel('cuda/csr-scalar') })).toThrow(
      "The PTX has no kernel 'csr_f64'.",
    );
  });

  it('is refused for another operation, without a matrix, or with one that the operation has not', () => {
    const kernel = registry.kernel('cuda/csr-scalar');
    expect(() => planTrace({ operation: registry.operation('spmm'), kernel, matrix })).toThrow(
      "Kernel 'cuda/csr-scalar' computes 'spmv', not 'spmm'.",
    );
    expect(() => planTrace({ operation: spmv, kernel })).toThrow(/has a stored matrix, but none was given/u);
    const dots = registry.kernels({ operation: 'dots' }).find(({ target }) => target === 'cuda');
    expect(() => planTrace({ operation: registry.operation('dots'), kernel: dots as Kernel, matrix })).toThrow(
      /has no stored matrix, but one was given/u,
    );
  });

  it('is not begun with an x of another length, without one, or with an operand that there is not', () => {
    const kernel = registry.kernel('cuda/csr-scalar');
    const given = (operands: Readonly<Record<string, Float64Array>>) => () =>
      traceKernel({ ...request, kernel, operands });
    expect(given({ x: new Float64Array(2) })).toThrow(/x has 2 numbers; this product needs 1/u);
    expect(given({})).toThrow(/x has no numbers; this product needs 1/u);
    expect(given({ x: new Float64Array(1), X: new Float64Array(1) })).toThrow("'spmv' has no operand 'X'.");
  });
});
