import type { Backend, DenseOrder, Kernel, Params, Precision, Sizes } from '@spmv/core';
import { PRECISIONS, valueArray } from '@spmv/core';
import { gemm } from '../src/index.ts';

/** A product in integers so small that every order of summation is exact. */
export interface IntegerProduct {
  readonly sizes: Required<Pick<Sizes, 'm' | 'n' | 'k'>>;
  readonly orders: Readonly<Record<'A' | 'B' | 'C', DenseOrder>>;
  /** Elements between the lines of each operand. */
  readonly gap: number;
  readonly precision: Precision;
  readonly params: Params;
}

const integer = (i: number, j: number, seed: number): number => ((i * 31 + j * 17 + seed * 7) % 9) - 4;

/** Elements of C ← 2AB − C that are wrong, and those between the lines that were written. */
export async function wrongElements(
  backend: Backend,
  kernel: Kernel,
  { sizes, orders, gap, precision, params }: IntegerProduct,
): Promise<number> {
  const { m, n, k } = sizes;
  const shapes = { A: [m, k], B: [k, n], C: [m, n] } as const;
  const of = (name: 'A' | 'B' | 'C') => {
    const [rows, cols] = shapes[name];
    const byRow = orders[name] === 'row';
    const leadingDimension = (byRow ? cols : rows) + gap;
    const at = (i: number, j: number): number => (byRow ? i * leadingDimension + j : i + j * leadingDimension);
    const data = valueArray(
      PRECISIONS[precision].host,
      leadingDimension * ((byRow ? rows : cols) - 1) + (byRow ? cols : rows),
    ).fill(Number.NaN);
    for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) data[at(i, j)] = integer(i, j, name.charCodeAt(0));
    return { rows, cols, at, data, layout: { order: orders[name], leadingDimension } };
  };
  const [a, b, c] = [of('A'), of('B'), of('C')];
  const operator = await backend.prepare({
    operation: gemm,
    kernel,
    precision,
    params,
    sizes,
    layouts: { A: a.layout, B: b.layout, C: c.layout },
  });
  const [A, B, C] = [a, b, c].map(({ rows, cols, layout, data }) =>
    backend.dense(rows, cols, { ...layout, precision, data }),
  );
  if (!A || !B || !C) throw new Error('three operands');
  operator.apply(A, B, C, 2, -1);
  const got = await C.read();
  let wrong = 0;
  const gaps = new Set(got.keys());
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let l = 0; l < k; l++) sum += (a.data[a.at(i, l)] as number) * (b.data[b.at(l, j)] as number);
      const at = c.at(i, j);
      gaps.delete(at);
      if (got[at] !== 2 * sum - (c.data[at] as number)) wrong++;
    }
  }
  for (const at of gaps) if (!Number.isNaN(got[at])) wrong++;
  await operator.dispose();
  for (const operand of [A, B, C]) await operand.dispose();
  return wrong;
}
