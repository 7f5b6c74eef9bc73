import type { CooMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';

/** A square matrix that is put together of parts. */
export interface Assembler {
  add(i: number, j: number, value: number): void;
  done(): CooMatrix;
}

/** Entries that are added up where a place comes again. */
export function assembler(n: number): Assembler {
  const entries = { rowIndex: [] as number[], colIndex: [] as number[], values: [] as number[] };
  return {
    add(i: number, j: number, value: number): void {
      entries.rowIndex.push(i);
      entries.colIndex.push(j);
      entries.values.push(value);
    },
    done: (): CooMatrix => cooFromEntries({ rows: n, cols: n }, entries),
  };
}
