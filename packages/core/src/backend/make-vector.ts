import { INDEX_LIMIT } from '../data/coo.ts';
import { elementTypeOf } from '../data/element.ts';
import type { ValueArray } from '../data/number-encoding.ts';
import type { HostArray, Precision } from '../data/precision.ts';
import { numbersOf, PRECISIONS } from '../data/precision.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import type { DenseLayout } from '../operation/operand.ts';
import { gapsOf } from '../operation/operand.ts';
import type { DriverVector } from './backend-driver.ts';
import { checkPrecision, precisionObstacle } from './kernel-obstacle.ts';
import type { PrepareHost } from './prepare.ts';
import type { Vector } from './vector.ts';
import { checkHostArray, createVectorHandle, inHostArray } from './vector.ts';

/** Numbers of the host: a list is rounded to what the precision's array holds. */
export type Numbers = ValueArray | readonly number[];

/** Errors: `OPERAND.LENGTH`. */
export function checkLength(length: number): void {
  if (Number.isInteger(length) && length >= 0 && length <= INDEX_LIMIT) return;
  throw new SpmvError('OPERAND.LENGTH', `A vector cannot have ${length} elements.`, {
    fix: 'Give a non-negative integer below 2^31.',
    details: { length },
  });
}

/** Values in an array of numbers. Errors: `OPERAND.LENGTH` where it ends in half of one. */
function valuesIn({ length }: Numbers, precision: Precision, components: number): number {
  if (length % components === 0) return length / components;
  throw new SpmvError('OPERAND.LENGTH', `A vector in ${precision} is made of pairs, and ${length} numbers are none.`, {
    fix: 'Give the real and the imaginary part of each element, one after the other.',
    details: { length, precision },
  });
}

/** Puts the contents in line, before this returns: the caller's array may change then. What is still to be waited for, where there is anything. */
function fill(vector: DriverVector, contents: ValueArray | undefined): Promise<unknown> | undefined {
  if (vector.elements && contents) vector.elements.set(contents);
  if (vector.elements || !contents) return vector.ready;
  const write = async (copy: ValueArray): Promise<void> => vector.write(copy);
  return Promise.all([vector.ready, write(contents.slice())]);
}

/** A vector of zeros or of the numbers given, or a dense matrix. Errors: as of `Backend.vector`. */
export function makeVector<P extends Precision>(
  { driver, lifetime, owner }: Pick<PrepareHost, 'driver' | 'lifetime' | 'owner'>,
  given: number | Numbers,
  precision: P | undefined,
  layout?: DenseLayout,
  declared?: number,
): Vector<HostArray<P>> {
  lifetime.assertAlive();
  const wanted = precision ?? (elementTypeOf(given) === 'f32' ? 'f32' : 'f64');
  checkPrecision(driver.device, wanted);
  const { host, components } = PRECISIONS[wanted];
  const length = declared ?? (typeof given === 'number' ? given : valuesIn(given, wanted, components));
  checkLength(length);
  const obstacle = precisionObstacle(driver.device, wanted);
  if (obstacle) throw obstacle;
  const contents = typeof given === 'number' ? undefined : inHostArray('The vector', given, host);
  if (contents) checkHostArray('The vector', contents, numbersOf(wanted, length), host, components);
  const made = length > 0 ? driver.createVector(length, wanted, layout && gapsOf(layout)) : undefined;
  const own = lifetime.own('vector', made, (inner) => inner?.dispose());
  const filling = made && fill(made, contents);
  const internals = { owner, driver: made, lifetime: filling ? owner.follow(own, filling) : own };
  return createVectorHandle(internals, length, wanted, layout) as Vector<HostArray<P>>;
}
