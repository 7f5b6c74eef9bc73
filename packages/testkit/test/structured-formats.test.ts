import type { SparseFormat } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import type { ConformanceReport, TestMatrix } from '../src/index.ts';
import { formatCases, kernelCases, randomUniform, testMatrix } from '../src/index.ts';
import { runCases } from './run-kit.ts';
import { symmetricFormat } from './toy/symmetric-format.ts';
import { scatter, symmetricKernel, whole } from './toy/symmetric-kernel.ts';
import { toyBackend } from './toy/toy-backend.ts';

/** The whole kit on a symmetric kernel, on a backend that never runs two ranges at once. */
function conformance(
  divided: boolean,
  format: SparseFormat = symmetricFormat as never,
  matrices: readonly TestMatrix[] = [],
): Promise<ConformanceReport> {
  const backend = toyBackend({ product: (divided ? scatter : whole) as never });
  return runCases(
    [
      ...formatCases(format, { matrices }),
      ...kernelCases({ kernel: symmetricKernel(divided), format, backend, matrices }),
    ],
    { subject: 'symmetric' },
  );
}

describe('a format that accepts only symmetric matrices', () => {
  it('is tried with matrices it accepts in every case but those made for a matrix by name', async () => {
    const report = await conformance(false);
    expect(report.cases.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(report).toMatchObject({ conforms: true, reasons: [], notTried: [] });
    const ofOneMatrix =
      /\/(?:product|complex|alpha-beta|padding\/\w+|storage|round-trip|check|inputs|shared|placed)\/[^/]+$/;
    const rest = report.cases.filter(
      ({ id }) => !ofOneMatrix.test(id) || /inputs\/(?:operands|matrix|matrix-copied)$/.test(id),
    );
    expect(rest.filter(({ status }) => status !== 'passed').map(({ id }) => id)).toEqual([
      'js/toy/symmetric@toy/queue/f64/timing',
    ]);
    expect(
      report.cases.filter(({ id, status }) => /\/product\//.test(id) && status === 'passed').length,
    ).toBeGreaterThan(10);
    expect(report.cases.find(({ id }) => id.endsWith('/product/wide'))?.reason).toContain('not square');
  });

  it('does not conform with a kernel whose ranges write the same rows, though products of one thread are right', async () => {
    const report = await conformance(true);
    expect(report.conforms).toBe(false);
    const failed = report.cases.filter(({ status }) => status === 'failed');
    expect(failed.map(({ id }) => id)).toEqual(['js/toy/symmetric@toy/queue/f64/partition']);
    expect(failed[0]?.reason).toMatch(/both write y\[\d+\]|Any division of a pass into ranges/);
  });
});

describe("a format that accepts none of the kit's matrices", () => {
  const only77 = {
    ...symmetricFormat,
    plan: (...given: Parameters<typeof symmetricFormat.plan>) =>
      given[0].shape.rows === 77 ? symmetricFormat.plan(...given) : { refusal: 'it has not 77 rows' },
  } as never;

  it('does not conform, and every case that found no matrix is listed', async () => {
    const report = await conformance(false, only77);
    expect(report.conforms).toBe(false);
    expect(report.reasons).toContain('no product was compared');
    expect(report.notTried).toEqual(
      expect.arrayContaining(
        ['partition', 'sequence/order', 'accumulator', 'inputs/operands', 'ordinary'].map(
          (id) => `js/toy/symmetric@toy/queue/f64/${id}`,
        ),
      ),
    );
    const partition = report.cases.find(({ id }) => id.endsWith('/partition'));
    expect(partition).toMatchObject({
      status: 'refused',
      notTried: true,
      reason: expect.stringMatching(
        /^not tried: kernel 'js\/toy\/symmetric' with its format accepts none of \d+ matrices \(.*77 rows/,
      ) as string,
    });
    expect(report.cases.find(({ id }) => id === 'toy/symmetric/declaration/stores')).toMatchObject({
      status: 'failed',
    });
  });

  it('is tried with the matrices of its author', async () => {
    const mine = testMatrix('mine', () => {
      const { shape, rowIndex, colIndex, values } = randomUniform({ rows: 77, cols: 77, perRow: 1 });
      const diagonal = Int32Array.from(rowIndex.keys());
      return {
        shape,
        rowIndex,
        colIndex: diagonal.slice(0, colIndex.length),
        values: values.map((_, k) => (k % 5) - 2),
      };
    });
    const report = await conformance(false, only77, [mine]);
    expect(report.cases.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(report).toMatchObject({ conforms: true, notTried: [] });
  });
});
