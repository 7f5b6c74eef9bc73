import type { Scalar } from '@spmv/core';
import { imaginaryOf, precisionsWith } from '@spmv/core';
import { usageError } from '../../cli-error.ts';
import { parseNumber } from '../flags/values.ts';

const REAL = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?`;
/** The real part is looked for last: of `12i` there is none. */
const COMPLEX = new RegExp(String.raw`^(${REAL})??([+-]?|${REAL})[ij]$`, 'iu');

/** A finite number, or a pair for one with an imaginary part: `2`, `1+2i`, `-i`, also with `j`. Errors: usage. */
export function parseScalar(text: string): Scalar {
  const [, real, imaginary] = COMPLEX.exec(text) ?? [];
  if (imaginary === undefined || (real !== undefined && !/^[+-]/u.test(imaginary))) return parseNumber(text);
  return [parseNumber(real ?? '0'), parseNumber(/\d/u.test(imaginary) ? imaginary : `${imaginary}1`)];
}

/** A scalar as a flag takes it. */
export function scalarText(scalar: Scalar): string {
  if (typeof scalar === 'number') return String(scalar);
  const [real, imaginary] = scalar;
  const sign = imaginary < 0 ? '-' : '+';
  return `${real}${sign}${Math.abs(imaginary)}i`;
}

/** Scalars by name, as operations take them. Errors: usage for a complex one where numbers are real. */
export function scalarParts(
  scalars: Readonly<Record<string, Scalar>>,
  components: 1 | 2,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(scalars).flatMap(([name, scalar]): readonly (readonly [string, number])[] => {
      if (typeof scalar === 'number') return [[name, scalar]];
      if (components === 1)
        throw usageError(
          `--${name} ${scalarText(scalar)} is complex, and what is multiplied is real.`,
          `Give a real number, or ask for --precision ${precisionsWith(2).join(' or ')} where the operation has it.`,
        );
      const [real, imaginary] = scalar;
      return [
        [name, real],
        [imaginaryOf(name), imaginary],
      ];
    }),
  );
}
