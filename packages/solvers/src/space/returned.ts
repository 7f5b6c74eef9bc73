import type { ErrorCode, LinearOperator, ValueArray } from '@spmv/core';
import { SpmvError } from '@spmv/core';

/** Who has to write, and what it is when nothing is written. */
interface Writer {
  readonly what: string;
  readonly code: ErrorCode;
}

function checkReturned({ what, code }: Writer, given: unknown, y: object): void {
  if (given === undefined || given === y || typeof given !== 'object' || given === null || !('length' in given)) return;
  throw new SpmvError(
    code,
    `${what} returned ${String(given.length)} numbers, which nobody reads: it is to write them.`,
    {
      fix: 'Write each element of the second argument: (x, y) => { for (let i = 0; i < y.length; i++) y[i] = … }.',
      details: { length: given.length },
    },
  );
}

/** A linear map of a caller, whose `apply` is to write its second argument; one that returns its result instead is told so, by an error of that code. It is given x and y alone; `written` sees them afterwards. */
export function writing(
  writer: Writer,
  given: LinearOperator<ValueArray>,
  written: (x: ValueArray, y: ValueArray) => void = () => {},
): LinearOperator<ValueArray> {
  return {
    shape: given.shape,
    apply(x, y) {
      const check = (value: unknown): void => {
        checkReturned(writer, value, y);
        written(x, y);
      };
      const back: unknown = given.apply(x, y);
      if (back instanceof Promise) return back.then(check);
      check(back);
    },
  };
}
