import type { CooMatrix, Precision, ResidentMatrix, ValueArray } from '@spmv/core';
import type { Cell, LinearMap, Step } from './step.ts';

/** Steps that are ready to run, again and again. */
export interface Run {
  /** All steps in their order. A promise where one of them is, else done at return, or started on a device. */
  run(): void | Promise<void>;
}

/**
 * Where a method computes: it makes vectors and numbers, runs steps over them, and reads numbers. A device keeps all of it in its own memory and waits for
 * nobody until something is read.
 */
export interface Space {
  readonly precision: Precision;
  /** Whether reading waits for nothing: the numbers lie in memory of this process. */
  readonly immediate: boolean;
  /** What it computes on, for people. */
  readonly place: string;
  /** A vector of zeros. Spaces of one system read and write one another's, as long as the one that made it is there. */
  vector(length: number): Cell;
  /** A number. */
  scalar(value?: number): Cell;
  /** A linear map with these entries, for preconditioners and transposes. `plain`: as CSR at once and in their own arrays, which stay as they are, where there are so many matrices that choosing takes longer than it saves. Errors: those of `Backend.prepare`. */
  matrix(coo: CooMatrix, storage?: 'plain'): Promise<LinearMap>;
  /** The same of a matrix that the backend holds in CSR already, which nothing is copied of; absent where there are none. Errors: those of `Backend.prepare`. */
  readonly resident?: (matrix: ResidentMatrix) => Promise<LinearMap>;
  /** Errors: `OPERAND.*`; `SOLVER.PRECONDITIONER` for a function of the host on a device. */
  compile(steps: readonly Step[]): Promise<Run>;
  write(cell: Cell, data: ArrayLike<number>): Promise<void>;
  read(cell: Cell): Promise<ValueArray>;
  /** The numbers as they are after everything that was run before this call; what is run after it changes nothing of them. */
  numbers(cells: readonly Cell[]): Promise<readonly number[]>;
  /** The array that a cell's numbers lie in, where it is one of the host in f64: what is written there is in the cell. */
  readonly arrayOf?: (cell: Cell) => Float64Array;
  /** Of a space of complex numbers, whose vectors are pairs: a number's real and imaginary part, each to be read as a number. */
  readonly partsOf?: (cell: Cell) => readonly [real: Cell, imaginary: Cell];
  /** Told after what it made was freed. */
  whenDisposed(free: () => Promise<void>): void;
  /** Frees vectors, numbers and runs that it made. */
  dispose(): Promise<void>;
}
