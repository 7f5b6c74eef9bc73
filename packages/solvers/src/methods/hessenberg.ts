/** The least-squares problem of GMRES, min ‖βe₁ − Hy‖, brought to a triangle one column after another by rotations (Saad 2003, section 6.5.3). */
export interface Hessenberg {
  /** Begins with ‖r‖ = β and no column. */
  begin(beta: number): void;
  /** Column j: elements 0 … j + 1. */
  add(column: readonly number[]): void;
  /** ‖βe₁ − Hy‖ of the best y. */
  residual(): number;
  /** A column brought nothing but rounding, and something is left: A is singular on these vectors. */
  isSingular(): boolean;
  /** The best y of the first `count` columns at most; a column that brings nothing ends it. */
  solve(count: number): readonly number[];
}

/** A column of which less than so many roundings of it is left is one that brings nothing: the matrix is singular on the vectors so far. */
const ROUNDINGS = 16;

/** For numbers that were rounded by ε. */
export function createHessenberg(length: number, epsilon: number): Hessenberg {
  const triangle: number[][] = [];
  const rotations: (readonly [cosine: number, sine: number])[] = [];
  const rhs = new Float64Array(length + 1);
  /** Columns after the first that is 0 below and on the diagonal are of vectors that are 0. */
  let [isOver, isSingular] = [false, false];
  return {
    begin(beta) {
      triangle.length = 0;
      rotations.length = 0;
      rhs.fill(0);
      rhs[0] = beta;
      [isOver, isSingular] = [false, false];
    },
    add(given) {
      if (isOver) return;
      const column = [...given];
      const j = triangle.length;
      const least = ROUNDINGS * epsilon * Math.hypot(...given);
      for (const [i, [cosine, sine]] of rotations.entries()) {
        const [above, below] = [column[i], column[i + 1]];
        column[i] = cosine * above + sine * below;
        column[i + 1] = cosine * below - sine * above;
      }
      const [above, below] = [column[j], column[j + 1]];
      const size = Math.hypot(above, below);
      if (size <= least) {
        [isOver, isSingular] = [true, true];
        return;
      }
      const [cosine, sine] = [above / size, below / size];
      column[j] = size;
      rhs[j + 1] = -sine * rhs[j];
      rhs[j] = cosine * rhs[j];
      triangle.push(column);
      rotations.push([cosine, sine]);
      isOver = Math.abs(below) <= least;
    },
    isSingular: () => isSingular,
    residual: () => Math.abs(rhs[triangle.length]),
    solve(count) {
      const used = Math.min(count, triangle.length);
      const y = Array.from({ length: used }, () => 0);
      for (let i = used - 1; i >= 0; i--) {
        let sum = rhs[i];
        for (let j = i + 1; j < used; j++) sum -= triangle[j]?.[i] * y[j];
        const value = sum / triangle[i]?.[i];
        y[i] = Number.isFinite(value) ? value : 0;
      }
      return y;
    },
  };
}
