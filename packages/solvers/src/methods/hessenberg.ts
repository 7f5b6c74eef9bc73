import type { Pair } from './pairs.ts';

/** The least-squares problem of GMRES, min ‖βe₁ − Hy‖, brought to a triangle one column after another by rotations (Saad 2003, sections 6.5.3 and 6.5.9). */
export interface Hessenberg {
  /** Begins with ‖r‖ = β and no column. */
  begin(beta: number): void;
  /** Column j: elements 0 … j + 1, the last of them real. */
  add(column: readonly Pair[]): void;
  /** ‖βe₁ − Hy‖ of the best y. */
  residual(): number;
  /** A column brought nothing but rounding, and something is left: A is singular on these vectors. */
  isSingular(): boolean;
  /** The best y of the first `count` columns at most; a column that brings nothing ends it. */
  solve(count: number): readonly Pair[];
}

/** A column of which less than so many roundings of it is left is one that brings nothing: the matrix is singular on the vectors so far. */
const ROUNDINGS = 16;

/** ab, or conj(a)b. */
function times([a, b]: Pair, [c, d]: Pair, sign: 1 | -1 = 1): Pair {
  return [a * c - sign * b * d, a * d + sign * b * c];
}

const scaled = (factor: number, [a, b]: Pair): Pair => [factor * a, factor * b];
const sum = ([a, b]: Pair, [c, d]: Pair): Pair => [a + c, b + d];
const sizeOf = ([a, b]: Pair): number => Math.hypot(a, b);

/** For numbers that were rounded by ε. */
export function createHessenberg(length: number, epsilon: number): Hessenberg {
  const triangle: Pair[][] = [];
  /** Rows (conj(c), s) and (−s, c): of unit length, s being real. */
  const rotations: (readonly [cosine: Pair, sine: number])[] = [];
  const rhs: Pair[] = [];
  /** Columns after the first that is 0 below and on the diagonal are of vectors that are 0. */
  let [isOver, isSingular] = [false, false];
  return {
    begin(beta) {
      triangle.length = 0;
      rotations.length = 0;
      rhs.length = 0;
      for (let i = 0; i <= length; i++) rhs.push([i === 0 ? beta : 0, 0]);
      [isOver, isSingular] = [false, false];
    },
    add(given) {
      if (isOver) return;
      const column = [...given];
      const j = triangle.length;
      const least = ROUNDINGS * epsilon * Math.hypot(...given.flat());
      for (const [i, [cosine, sine]] of rotations.entries()) {
        const [above, below] = [column[i], column[i + 1]];
        column[i] = sum(times(cosine, above, -1), scaled(sine, below));
        column[i + 1] = sum(times(cosine, below), scaled(-sine, above));
      }
      const [above, below] = [column[j], column[j + 1][0]];
      const size = Math.hypot(...above, below);
      if (size <= least) {
        [isOver, isSingular] = [true, true];
        return;
      }
      const [cosine, sine]: readonly [Pair, number] = [[above[0] / size, above[1] / size], below / size];
      column[j] = [size, 0];
      rhs[j + 1] = scaled(-sine, rhs[j]);
      rhs[j] = times(cosine, rhs[j], -1);
      triangle.push(column);
      rotations.push([cosine, sine]);
      isOver = Math.abs(below) <= least;
    },
    isSingular: () => isSingular,
    residual: () => sizeOf(rhs[triangle.length]),
    solve(count) {
      const used = Math.min(count, triangle.length);
      const y = Array.from({ length: used }, (): Pair => [0, 0]);
      for (let i = used - 1; i >= 0; i--) {
        let left = rhs[i];
        for (let j = i + 1; j < used; j++) left = sum(left, scaled(-1, times(triangle[j][i], y[j])));
        // Elements on the diagonal are real.
        const value: Pair = [left[0] / triangle[i][i][0], left[1] / triangle[i][i][0]];
        y[i] = value.every(Number.isFinite) ? value : [0, 0];
      }
      return y;
    },
  };
}
