import type { Backend, ValueArray } from '@spmv/core';
import { isSpmvError, product } from '@spmv/core';
import { spmvReference } from '@spmv/core/oracle';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { integerVector } from '../generators/vectors.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import type { TestedOperator } from './bound-operator.ts';
import { eachOperator, FEW_POINTS } from './bound-operator.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { hostOf } from './kernel-subject.ts';

const ONE_PIECE = 'A sequence computes what its products compute one after another, each time it runs';
const DISPOSED = 'A sequence does not run without what it is made of';

/** Ax on the host, of integers. */
export function integerProduct(bound: TestedOperator, x: ValueArray): Float64Array {
  const y = new Float64Array(bound.coo.shape.rows);
  return spmvReference({ coo: bound.coo, x, y, alpha: 1, beta: 0 }, bound.operator.precision).high;
}

/** Dependent products, one that adds up and one that is trivial, run twice with another x, in integers that no order of sums changes. */
export async function onePiece(
  subject: KernelSubject,
  matrix: TestMatrix,
  backend: Backend,
  recorder: Recorder,
): Promise<void> {
  const type = hostOf(subject);
  await eachOperator(subject, backend, matrix, recorder, FEW_POINTS, async (bound) => {
    const { operator } = bound;
    const size = bound.coo.shape.rows;
    const integersOf = (seed: number): ValueArray => integerVector(size, { type, seed, most: 2 });
    const [start, next, kept] = [integersOf(7), integersOf(8), integersOf(9)];
    const vectors = [];
    for (const contents of [start, size, size, size, kept] as const)
      vectors.push(backend.vector(contents, operator.precision));
    const [a, once, twice, sum, scaled] = vectors as [
      (typeof vectors)[0],
      (typeof vectors)[0],
      (typeof vectors)[0],
      (typeof vectors)[0],
      (typeof vectors)[0],
    ];
    const sequence = await backend.sequence([
      product(operator, a, once),
      product(operator, once, twice),
      product(operator, a, sum, 1, 1),
      product(operator, a, scaled, 0, -1),
    ]);
    try {
      sequence.run();
      const written = a.write(next);
      sequence.run();
      await written;
      const [first, second] = [integerProduct(bound, start), integerProduct(bound, next)];
      for (const [name, vector, wanted] of [
        ['A x', once, second],
        ['A (A x)', twice, integerProduct(bound, second)],
        ['the sum over both runs', sum, first.map((value, i) => value + second[i])],
        ['the vector scaled by -1 twice', scaled, kept],
      ] as const) {
        const found = await vector.read();
        const row = found.findIndex((value, i) => value !== wanted[i]);
        ensure(row < 0, ONE_PIECE, () => `row ${row} of ${name} is ${found[row]}, not ${wanted[row]}`, bound.where);
        recorder.product();
      }
      await sum.dispose();
      let error: unknown;
      try {
        sequence.run();
      } catch (thrown) {
        error = thrown;
      }
      ensure(isSpmvError(error, 'LIFETIME.DISPOSED'), DISPOSED, 'it ran without one of its vectors', bound.where);
    } finally {
      await sequence.dispose();
      for (const vector of vectors) await vector.dispose();
    }
  });
}
