import type { ElementType, TypedArray } from '../data/element.ts';
import type { BufferName } from './programs/gpu-source.ts';
import type { TargetId, TargetPrograms } from './target.ts';

/**
 * One step of a kernel whose arrays get their lengths while it computes. Arrays have names: `A.values` is array `values` of operand `A`, `work.NAME` is the
 * kernel's own. Core does the steps in order on any device that has arrays.
 *
 * * `bound`: from here to the end of the phase the kernel's own arrays take at most so many bytes at once, those that are there already and scratch of programs not counted.
 * * `allocate`: an array of `length` elements. Contents are not promised. Of type `value`, elements are those of the precision.
 * * `run`: a program of the kernel's target over the arrays that are there. Its `scratch` lives as long as the step.
 * * `read`: elements `begin` … `begin` + `length` − 1 (default: all) come back to the host. It waits for the device, and is counted.
 * * `release`: the array is needed no more.
 */
export type KernelStep<T extends TargetId = TargetId> =
  | { readonly do: 'bound'; readonly bytes: number }
  | {
      readonly do: 'allocate';
      readonly name: BufferName;
      readonly element: ElementType | 'value';
      readonly length: number;
    }
  | { readonly do: 'run'; readonly program: TargetPrograms[T] }
  | { readonly do: 'read'; readonly name: BufferName; readonly begin?: number; readonly length?: number }
  | { readonly do: 'release'; readonly name: BufferName };

/** A phase of such a kernel: a generator that is given what a step read (undefined for other steps), and returns what the phase found. It holds no device and no state of a module. */
export type KernelSteps<T extends TargetId = TargetId, R = void> = Generator<KernelStep<T>, R, TypedArray | undefined>;

/** Step `read` with its answer: `const [count] = yield* readNumbers('work.counts', 0, 1)`. */
export function* readNumbers(
  name: BufferName,
  begin: number,
  length: number,
): Generator<Extract<KernelStep, { readonly do: 'read' }>, TypedArray, TypedArray | undefined> {
  return (yield { do: 'read', name, begin, length }) as TypedArray;
}
