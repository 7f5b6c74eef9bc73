import type { JsArguments, ValueArray } from '@spmv/core';

/** y[first + k] ← the k-th of the numbers a … h. */
export function gather(args: JsArguments): void {
  const from = Math.trunc(args['first'] as number);
  const y = args['y'] as ValueArray;
  for (let k = 0; k < 8; k++) {
    const at = from + k;
    const number = args[String.fromCharCode(0x61 + k)] as ValueArray;
    if (at >= 0 && at < args.sizes['n']) y[at] = number[0];
  }
}
