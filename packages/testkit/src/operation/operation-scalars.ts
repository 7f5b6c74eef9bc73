import type { Draw } from '../case/drawn-scalars.ts';
import { drawnScalars, unusualScalars } from '../case/drawn-scalars.ts';
import type { KernelSubject } from '../kernel/kernel-subject.ts';

/** The host scalars of the products to check: the operation's defaults, and what it says itself. */
export function scalarsOf({ operation }: KernelSubject): readonly Readonly<Record<string, number>>[] {
  return [{}, ...operation.checks.map(({ scalars }) => scalars)];
}

/**
 * The same for one of many matrices, where a scalar that no kernel has a special way for is drawn, and once more with unusual numbers; one that is
 * whole in all checks is a place or a count.
 */
export function drawnScalarsOf(subject: KernelSubject, seed: number, index: number): ReturnType<typeof scalarsOf> {
  const all = scalarsOf(subject);
  const isDrawn = (name: string, value: number): boolean =>
    ![0, 1, -1].includes(value) && !all.every((scalars) => Number.isInteger(scalars[name] ?? 0));
  const drawnBy = (draw: Draw) => (scalars: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      Object.entries(scalars).map(([name, value], s) => [name, isDrawn(name, value) ? draw(s) : value]),
    );
  const unusual = all
    .filter((scalars) => Object.entries(scalars).some(([name, value]) => isDrawn(name, value)))
    .slice(-1);
  return [
    ...all.map(drawnBy(drawnScalars(seed, index))),
    ...unusual.map(drawnBy(unusualScalars(seed, index, subject.precision.precision))),
  ];
}
