import type { CudaArgument } from '@spmv/core';
import { imaginaryOf, roundTo, SpmvError } from '@spmv/core';
import { hasPairs, hasSingleScalars } from '@spmv/kernel-kit';
import type { Program } from './machine/decode.ts';
import type { GlobalMemory } from './machine/global-memory.ts';
import type { TracePlan } from './plan-trace.ts';

/** An argument with the type in which the driver is given it. */
interface Passed {
  readonly bytes: number;
  readonly write: (to: DataView, at: number) => void;
}

function passedOf(
  argument: CudaArgument,
  { kernel, precision }: TracePlan,
  memory: GlobalMemory,
  scalars: Readonly<Record<string, number>>,
): Passed {
  const real = (number: number): Passed =>
    hasSingleScalars(precision.precision)
      ? { bytes: 4, write: (to, at) => to.setFloat32(at, number, true) }
      : { bytes: 8, write: (to, at) => to.setFloat64(at, number, true) };
  if (typeof argument === 'object') {
    if ('i32' in argument) return { bytes: 4, write: (to, at) => to.setInt32(at, argument.i32, true) };
    if ('i64' in argument) return { bytes: 8, write: (to, at) => to.setBigInt64(at, BigInt(argument.i64), true) };
    return real(argument.value);
  }
  const buffer = memory.buffers.get(argument);
  if (buffer) return { bytes: 8, write: (to, at) => to.setBigUint64(at, BigInt(buffer.address), true) };
  const scalar = scalars[argument];
  if (scalar === undefined) {
    throw new SpmvError('KERNEL.LOAD_FAILED', `Kernel '${kernel.id}' names '${argument}', which is no operand.`, {
      fix: "Correct the argument list of the kernel's program.",
      details: { kernel: kernel.id, name: argument },
    });
  }
  const part = real(roundTo(precision.precision, scalar));
  if (!hasPairs(precision.precision)) return part;
  const imaginary = real(roundTo(precision.precision, scalars[imaginaryOf(argument)] ?? 0));
  return {
    bytes: 2 * part.bytes,
    write(to, at) {
      part.write(to, at);
      imaginary.write(to, at + part.bytes);
    },
  };
}

/**
 * The arguments of a launch as bytes, each where the kernel has its parameter.
 *
 * Errors: `KERNEL.LOAD_FAILED` where their number or sizes are not those of the parameters.
 */
export function argumentBytes(
  plan: TracePlan,
  list: readonly CudaArgument[],
  program: Program,
  memory: GlobalMemory,
  scalars: Readonly<Record<string, number>>,
): DataView {
  const bytes = new DataView(new ArrayBuffer(program.parameterBytes));
  const passed = list.map((argument) => passedOf(argument, plan, memory, scalars));
  const sizes = program.parameters.map(({ type }) => Number(type.slice(1)) / 8);
  if (passed.length !== sizes.length || passed.some((one, i) => one.bytes !== sizes[i])) {
    throw new SpmvError(
      'KERNEL.LOAD_FAILED',
      `Kernel '${program.entry.name}' takes parameters of ${sizes.join(', ')} bytes, its launch has arguments of ${passed.map((one) => one.bytes).join(', ')}.`,
      { fix: 'Build the package of the kernel again: its PTX and its program are not of one version.' },
    );
  }
  passed.forEach(({ write }, i) => write(bytes, (program.parameters[i] as { readonly at: number }).at));
  return bytes;
}
