import type { Problem } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { PRECISIONS, roundTo } from '@spmv/core';
import { GATHERED } from '../options.ts';
import { exactReference, rounded } from './combination.ts';

/** y with the numbers in their places. */
export function gatherReference({ buffers, scalars, precision }: Problem): Readonly<Record<string, Reference>> {
  const { y } = buffers;
  if (!y) throw new RangeError('numbers are gathered in y');
  const { components } = PRECISIONS[precision];
  const first = Math.trunc(scalars['first'] ?? 0);
  const after = rounded(precision, y);
  for (const [k, name] of GATHERED.entries()) {
    const at = first + k;
    if (at < 0 || at >= after.length / components) continue;
    for (let part = 0; part < components; part++)
      after[components * at + part] = roundTo(precision, buffers[name]?.[part] ?? Number.NaN);
  }
  return { y: exactReference(precision, after) };
}
