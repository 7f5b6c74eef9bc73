import type { JsArguments, ValueArray } from '@spmv/core';

/** The operands of C ← αAB + βC. */
export interface GemmJsOperands {
  /** Never written. */
  A: ValueArray;
  B: ValueArray;
  /** Not read when beta is 0. */
  C: ValueArray;
  alpha: number;
  beta: number;
}

/** Rows begin … end of all matrices of the batch: row i of matrix b is unit b·m + i. Three loops (Gunja 2021, section 4). */
export function naive({ A, B, C, alpha, beta, sizes, numbers, begin, end }: JsArguments<GemmJsOperands>): void {
  const m = sizes['m'];
  const n = sizes['n'];
  const k = sizes['k'];
  const aRow = numbers['A.row'];
  const aCol = numbers['A.col'];
  const aBatch = numbers['A.batch'];
  const bRow = numbers['B.row'];
  const bCol = numbers['B.col'];
  const bBatch = numbers['B.batch'];
  const cRow = numbers['C.row'];
  const cCol = numbers['C.col'];
  const cBatch = numbers['C.batch'];
  for (let unit = begin; unit < end; unit++) {
    const b = Math.floor(unit / m);
    const i = unit - b * m;
    const a0 = b * aBatch + i * aRow;
    const c0 = b * cBatch + i * cRow;
    for (let j = 0; j < n; j++) {
      const b0 = b * bBatch + j * bCol;
      let sum = 0;
      for (let l = 0; l < k; l++) sum += A[a0 + l * aCol] * B[b0 + l * bRow];
      const at = c0 + j * cCol;
      C[at] = beta === 0 ? alpha * sum : alpha * sum + beta * C[at];
    }
  }
}
