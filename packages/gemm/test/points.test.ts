import type { Params, Sizes } from '@spmv/core';
import { kernelContext } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { recordedDocuments } from '../../../bench/recorded.ts';
import { gemm, wasmPacked } from '../src/index.ts';
import { PACKED_POINTS } from '../src/points/packed-points.ts';

/** A row of a recorded document. */
interface MeasuredRow {
  readonly kernel: string;
  readonly problem: string;
  readonly precision: string;
  readonly params: Params;
  readonly rate: number;
}

const documents = recordedDocuments('gemm') as Readonly<Record<string, { readonly results: readonly MeasuredRow[] }>>;

/** Two of these are as fast as one another: what samples of a machine that others use differ by. */
const NOISE = 0.03;

const kernel = wasmPacked();
const cases = PACKED_POINTS.flatMap(({ precision, point, evidence }) =>
  evidence.map((one) => ({ precision, point, ...one })),
);

describe.each(cases)('$point for $precision at $problem', ({ precision, file, problem, as }) => {
  const candidates = (documents[file]?.results ?? []).filter(
    (row) => row.kernel === kernel.id && row.precision === precision && row.problem === problem,
  );
  const isIt = ({ params }: MeasuredRow): boolean =>
    Object.entries(as).every(([name, value]) => params[name] === value);

  it('was measured beside others, and none was faster', () => {
    const chosen = candidates.find(isIt);
    expect(candidates.length).toBeGreaterThan(1);
    expect(chosen?.rate).toBeGreaterThan(Math.max(...candidates.map(({ rate }) => rate)) * (1 - NOISE));
  });

  it('is what the kernel does there by default', () => {
    const sizes = Object.fromEntries(
      problem.split(' ').map((part) => [part.split('=')[0] as string, Number(part.split('=')[1])]),
    ) as Sizes;
    const context = kernelContext(gemm, kernel, {
      device: { name: 'none', kind: 'cpu', precisions: ['f32', 'f64'], capabilities: [], limits: { threads: 1 } },
      precision: { precision, accumulator: precision },
      sizes,
    });
    const { axes, suggest } = kernel.params;
    const standard = Object.fromEntries(Object.entries(axes).map(([name, axis]) => [name, axis.default]));
    const params = { ...standard, ...suggest?.(context) } as Parameters<typeof kernel.program>[1];
    expect(kernel.program(context, { ...params, ...as })).toEqual(kernel.program(context, params));
  });
});
