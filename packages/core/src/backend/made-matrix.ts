import { SpmvError } from '../errors/spmv-error.ts';
import type { StoredMatrixHeader } from '../format/stored-matrix.ts';
import type { TargetId } from '../kernel/target.ts';
import type { BackendDriver, DriverArray } from './backend-driver.ts';
import type { ResidentMatrix } from './matrix-request.ts';

/** By what an operator of this core shows others a matrix that it holds. */
export const MADE: unique symbol = Symbol('the matrix that an operator holds');

/** The result of an operator as another one of the same backend reads it: where it is. */
export interface LentMatrix {
  readonly header: StoredMatrixHeader;
  /** By their names in the format. */
  readonly arrays: ReadonlyMap<string, DriverArray>;
  /** Resolves when the values are those of the last `numeric` that was asked for. Errors: those of the first, where none was. */
  filled(): Promise<void>;
  /** They may go. */
  giveBack(): void;
}

/** A matrix as another operator of the same backend finds it. */
export interface LentOperand {
  readonly driver: BackendDriver;
  readonly target: TargetId;
  /** After `symbolic`, and with its errors. */
  lend(): Promise<LentMatrix>;
}

/** A matrix that is lent, as operands are given. */
export function resident(made: LentOperand): ResidentMatrix & Readonly<Record<typeof MADE, LentOperand>> {
  return {
    [MADE]: made,
    async header() {
      const { header, giveBack } = await made.lend();
      giveBack();
      return header;
    },
  };
}

/** What the operand lends, where it is there already. */
export function madeBy(operand: object | undefined): LentOperand | undefined {
  const made: Partial<Record<typeof MADE, LentOperand>> | undefined = operand;
  return made?.[MADE];
}

/** Errors: `OPERAND.MATRIX` where the arrays are not ones that a kernel of this target finds there. */
export function checkLender(name: string, { driver, target }: LentOperand, host: Omit<LentOperand, 'lend'>): void {
  if (driver === host.driver && target === host.target) return;
  const what = driver === host.driver ? `by a kernel in '${target}', and this one is in '${host.target}'` : 'elsewhere';
  throw new SpmvError('OPERAND.MATRIX', `${name} is the result of an operator, computed ${what}.`, {
    fix:
      driver === host.driver
        ? 'Choose kernels in one language for both, or give the matrix that it reads: await operator.read().'
        : 'Prepare both on one opened backend, or give the matrix that it reads: await operator.read().',
    details: { operand: name },
  });
}

/** Arrays that others may still use when their owner ends. */
export interface Loan {
  /** What is called gives them back, once. */
  take(): () => void;
  /** Disposes of the arrays, now or when all have given them back. */
  end(arrays: Iterable<DriverArray>): void;
}

/** See {@link Loan}. */
export function createLoan(): Loan {
  let borrowers = 0;
  let left: readonly DriverArray[] = [];
  const free = (): void => {
    if (borrowers > 0) return;
    for (const array of left) array.dispose();
    left = [];
  };
  return {
    take() {
      borrowers++;
      let isOut = true;
      return () => {
        if (!isOut) return;
        isOut = false;
        borrowers--;
        free();
      };
    },
    end(arrays) {
      left = [...arrays];
      free();
    },
  };
}
