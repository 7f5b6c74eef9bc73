import type { NamedArrays } from '../data/element.ts';
import type { Finding } from '../data/finding.ts';

/** What has a size: the part of a stored matrix that {@link checkSizes} looks at. */
export interface Sized {
  readonly arrays: NamedArrays;
  readonly scalars: Readonly<Record<string, number>>;
}

/**
 * The first array whose length, or scalar whose value, is not the one expected; `undefined` when all are. With it a format's `check`
 * begins, so that everything after may index the arrays.
 */
export function checkSizes(
  { arrays, scalars }: Sized,
  lengths: Readonly<Record<string, number>>,
  values: Readonly<Record<string, number>> = {},
): Finding | undefined {
  for (const [name, length] of Object.entries(lengths)) {
    const found = arrays[name]?.length;
    if (found !== length)
      return { invariant: 'layout.lengths', message: `array '${name}' has ${found ?? 'no'} elements, not ${length}` };
  }
  for (const [name, value] of Object.entries(values)) {
    if (scalars[name] !== value)
      return { invariant: 'layout.scalars', message: `scalar '${name}' is ${scalars[name]}, not ${value}` };
  }
  return undefined;
}
