import { buildMatrix, cooFromEntries, isRefusal, judge, spmvReference, transposeCoo } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { traceKernel } from '../src/index.ts';
import { builtPtx, matrixNamed, NO_PTX, registry, smallMatrices, traced, tracedKernels } from './traced.ts';

describe.skipIf(!builtPtx)(`traced products${builtPtx ? '' : ` (skipped: ${NO_PTX})`}`, () => {
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

  it.each(tracedKernels.map(({ id }) => id))(
    '%s is right, in each precision, on every small matrix that its format takes',
    (id) => {
      const kernel = registry.kernel(id);
      const transposed = kernel.options?.['transpose'] === true;
      let compared = 0;
      for (const make of Object.values(smallMatrices)) {
        const coo = make();
        for (const { precision } of kernel.precisions.filter(({ stored }) => stored === undefined)) {
          const [alpha, beta] = [0.75, precision === 'f64' ? -0.5 : 0];
          try {
            const { trace, plan, x, y } = traced(kernel, { coo, precision, alpha, beta });
            const operands = { coo: transposed ? transposeCoo(coo) : coo, x, y, alpha, beta };
            const report = judge(trace.y, spmvReference(operands, precision), plan.precision.accumulator);
            expect({ id, precision, failures: report.failures, compared: report.compared }).toEqual({
              id,
              precision,
              failures: 0,
              compared: trace.y.length,
            });
            expect(trace.counts.load.sectors).toBeGreaterThan(0);
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
      const { trace, x, y } = traced(registry.kernel(id), { coo, alpha: 1, beta: 1 });
      const report = judge(trace.y, spmvReference({ coo, x, y, alpha: 1, beta: 1 }, 'f64'), 'f64');
      expect(report.failures).toBe(0);
      expect(trace.counts.buffers['scratch.partials']?.store.requests).toBeGreaterThan(1);
    }
  });

  it('launches nothing where the product is trivial, as the backends do', () => {
    const empty = cooFromEntries({ rows: 3, cols: 2 }, { rowIndex: [], colIndex: [], values: [] });
    const { trace, y } = traced(registry.kernel('cuda/csr-scalar'), { coo: empty, beta: -2 });
    expect(trace.launches).toEqual([]);
    expect([...trace.y]).toEqual([...y].map((value) => -2 * value));
  });

  it('does not read y where beta is 0, and reads it once for each row otherwise', () => {
    const coo = matrixNamed('banded');
    const without = traced(registry.kernel('cuda/csr-scalar'), { coo }).trace;
    const read = traced(registry.kernel('cuda/csr-scalar'), { coo, beta: 1 }).trace;
    expect(without.counts.buffers['y']?.load.sectors).toBe(0);
    expect(read.counts.buffers['y']?.load.sectors).toBe(Math.ceil((coo.shape.rows * 8) / 32));
  });
});

describe('a kernel that cannot be traced', () => {
  const coo = cooFromEntries({ rows: 1, cols: 1 }, { rowIndex: [0], colIndex: [0], values: [2] });
  const matrix = buildMatrix(registry.format('csr'), coo);
  const request = { matrix, x: new Float64Array([3]), ptx: '' };

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

  it('is not begun with an x of another length', () => {
    const kernel = registry.kernel('cuda/csr-scalar');
    expect(() => traceKernel({ ...request, kernel, x: new Float64Array(2) })).toThrow(
      /x has 2 elements; this product needs 1/u,
    );
  });
});
