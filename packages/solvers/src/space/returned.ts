import type { ErrorCode } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { HostFunction } from './step.ts';

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

/** A function of a caller that is to write its second argument; one that returns its result instead is told so, by an error of that code. */
export function writing(writer: Writer, f: HostFunction): HostFunction {
  return (x, y) => {
    const given: unknown = f(x, y);
    if (given instanceof Promise) return given.then((value: unknown) => checkReturned(writer, value, y));
    checkReturned(writer, given, y);
  };
}
