import type { Run, Space } from '../space/space.ts';
import type { Cell, LinearMap, Step } from '../space/step.ts';
import { copy, dots, linear, product, scalar } from '../space/steps.ts';

/** Orthonormal vectors v₀ … v_m in a space, made by products with A. */
export interface KrylovBasis {
  vector(j: number): Cell;
  /** v_{j+1} ← Av_j made orthogonal to all before and of length 1. */
  extend(j: number): Promise<void>;
  /** v_j ← a vector made orthogonal to all before and of length 1: where they hold their image, or to begin anew beside them. */
  renew(j: number, vector: Float64Array): Promise<void>;
  /** Column j of VᵀAV: elements 0 … j, and the length that v_{j+1} had. */
  column(j: number): Promise<readonly number[]>;
  /** The first vectors become combinations of all: v_i ← Σ_j shares[j][i]·v_j for i < count; v_count ← v_m. */
  combine(shares: readonly (readonly number[])[], count: number): Promise<void>;
}

/** Room for m + 1 vectors and for `kept` combinations of them. Each new vector is made orthogonal twice, since once is not enough in floating point. */
export function createKrylovBasis(space: Space, A: LinearMap, m: number, kept: number): KrylovBasis {
  const vectors = (count: number): readonly Cell[] => Array.from({ length: count }, () => space.vector(A.shape.rows));
  const numbers = (count: number): readonly Cell[] => Array.from({ length: count }, () => space.scalar());
  const [basis, combined] = [vectors(m + 1), vectors(kept)];
  const v = (j: number): Cell => basis[j];
  const [once, twice] = [
    Array.from({ length: m }, (_, j) => numbers(j + 1)),
    Array.from({ length: m }, (_, j) => numbers(j + 1)),
  ];
  const lengths = numbers(m);
  const [squared, inverse, one] = [space.scalar(), space.scalar(), space.scalar(1)];
  const orthogonalise = (
    j: number,
    h: readonly Cell[],
    last: Partial<{ dot: readonly [Cell, Cell]; norm: Cell }>,
  ): readonly Step[] =>
    h.map((share, i) =>
      linear(v(i), v(j + 1), {
        a: share,
        alpha: -1,
        ...(i < j ? { dot: [v(i + 1), h[i + 1]] as const } : last),
      }),
    );
  /** v_{j+1}, whose product with v₀ has been taken, orthogonal to all before and of length 1. */
  const finished = (j: number): readonly Step[] => {
    const [first, second, length] = [once[j], twice[j], lengths[j]];
    return [
      ...orthogonalise(j, first, { dot: [v(0), second[0]] }),
      ...orthogonalise(j, second, { norm: squared }),
      scalar('root', length, [squared]),
      scalar('quotient', inverse, [one, length]),
      linear(v(0), v(j + 1), { alpha: 0, b: inverse }),
    ];
  };
  const stepsOf = (j: number): readonly Step[] => [
    product(A, v(j), v(j + 1), { dot: [v(0), once[j]?.[0]] }),
    ...finished(j),
  ];
  const extending = new Map<number, Run>();
  const shareCells = numbers(m);
  const combining: Run[] = [];
  const finishing = new Map<number, Run>();
  return {
    vector: v,
    async extend(j) {
      const run = extending.get(j) ?? (await space.compile(stepsOf(j)));
      extending.set(j, run);
      await run.run();
    },
    async renew(j, vector) {
      await space.write(v(j), vector);
      const run = await space.compile([dots(v(j), { dot: [v(0), once[j - 1]?.[0]] }), ...finished(j - 1)]);
      await run.run();
    },
    async column(j) {
      const [first, second] = [once[j], twice[j]];
      const found = await space.numbers([...first, ...second, lengths[j]]);
      return [...first.map((_, i) => found[i] + found[i + j + 1]), found.at(-1) as number];
    },
    async combine(shares, count) {
      for (let i = 0; i < count; i++) {
        const into = combined[i];
        combining[i] ??= await space.compile(
          shareCells.map((a, j) => linear(v(j), into, { a, ...(j === 0 ? { beta: 0 } : {}) })),
        );
        await Promise.all(shareCells.map((cell, j) => space.write(cell, [shares[j]?.[i]])));
        await combining[i]?.run();
      }
      const run =
        finishing.get(count) ??
        (await space.compile([
          ...Array.from({ length: count }, (_, i) => copy(combined[i], v(i))),
          ...(count < m ? [copy(v(m), v(count))] : []),
        ]));
      finishing.set(count, run);
      await run.run();
    },
  };
}
