import type { Complex } from '../data/coo.ts';

/** What the imaginary part of a host scalar is called beside it: `alphaImaginary`. */
export const imaginaryOf = (scalar: string): string => `${scalar}Imaginary`;

/** Both parts of a host scalar: 0 for an imaginary one that is not given, and `missing` for a real one. */
export function hostScalar(scalars: Readonly<Record<string, number>>, name: string, missing = 0): Complex {
  return [scalars[name] ?? missing, scalars[imaginaryOf(name)] ?? 0];
}

/** Whether a host scalar is given and 0. */
export function isZeroScalar(scalars: Readonly<Record<string, number>>, name: string): boolean {
  return hostScalar(scalars, name, Number.NaN).every((part) => part === 0);
}
