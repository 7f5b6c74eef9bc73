import { imaginaryOf } from '@spmv/core';
import type { Draw } from '../case/drawn-scalars.ts';
import { drawnScalars, unusualScalars } from '../case/drawn-scalars.ts';
import type { KernelSubject } from '../kernel/kernel-subject.ts';
import { isOfPairs } from '../kernel/kernel-subject.ts';

/** Draws of imaginary parts are those of scalars behind all others. */
const IMAGINARY = 16;

/** The host scalars of the products to check: the operation's defaults, and what it says itself. */
export function scalarsOf({ operation }: KernelSubject): readonly Readonly<Record<string, number>>[] {
  return [{}, ...operation.checks.map(({ scalars }) => scalars)];
}

/**
 * The same for one of many matrices, where a scalar that no kernel has a special way for is drawn, and once more with unusual numbers; one that is
 * whole in all checks is a place or a count. Of complex numbers what is drawn has an imaginary part, unusual numbers have none.
 */
export function drawnScalarsOf(subject: KernelSubject, seed: number, index: number): ReturnType<typeof scalarsOf> {
  const all = scalarsOf(subject);
  const isDrawn = (name: string, value: number): boolean =>
    ![0, 1, -1].includes(value) && !all.every((scalars) => Number.isInteger(scalars[name] ?? 0));
  const drawnBy =
    (draw: Draw, hasImaginary = false) =>
    (scalars: Readonly<Record<string, number>>) =>
      Object.fromEntries(
        Object.entries(scalars).flatMap(([name, value], s): readonly (readonly [string, number])[] => {
          if (!isDrawn(name, value)) return [[name, value]];
          const real = [name, draw(s)] as const;
          return hasImaginary ? [real, [imaginaryOf(name), draw(s + IMAGINARY)]] : [real];
        }),
      );
  const unusual = all
    .filter((scalars) => Object.entries(scalars).some(([name, value]) => isDrawn(name, value)))
    .slice(-1);
  return [
    ...all.map(drawnBy(drawnScalars(seed, index), isOfPairs(subject))),
    ...unusual.map(drawnBy(unusualScalars(seed, index, subject.precision.precision))),
  ];
}
