import type { JsArguments, ValueArray } from '@spmv/core';

/** y[first + k] ← the k-th of the numbers a … h, each of so many components. */
export function gather(args: JsArguments): void {
  const from = Math.trunc(args['first'] as number);
  const y = args['y'] as ValueArray;
  const components = args.numbers['components'];
  for (let k = 0; k < 8; k++) {
    const at = from + k;
    const number = args[String.fromCharCode(0x61 + k)] as ValueArray;
    if (at >= 0 && at < args.sizes['n'])
      for (let part = 0; part < components; part++) y[components * at + part] = number[part];
  }
}
