import type { DriverRequest, JsProgram } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { OperandPlan } from './operand-plan.ts';

/** The error that a program names something that does not exist. */
export function badArgument(kernel: string, argument: string, what: string): SpmvError {
  return new SpmvError('KERNEL.BAD_ARGUMENT', `Kernel '${kernel}' asks for '${argument}', which is ${what}.`, {
    fix: "Correct the names in the kernel's program: see WasmArgument, FixedScalars and SplitRowRule.",
    details: { kernel, argument },
  });
}

/** Checks that passes name only operands and host scalars that the operation has. Errors: `KERNEL.BAD_ARGUMENT`. */
export function checkPasses(
  { program, kernel }: Pick<DriverRequest, 'program' | 'kernel'>,
  { buffers, scalars }: OperandPlan,
): void {
  const known = { memory: buffers.map(({ name }) => name), scalars };
  const require = (names: readonly (string | undefined)[], kind: keyof typeof known): void => {
    for (const name of names) {
      if (name === undefined || known[kind].includes(name)) continue;
      const one = kind === 'memory' ? 'not an operand in memory' : 'not a host scalar';
      throw badArgument(kernel.id, name, `${one} of the operation (${known[kind].join(', ') || 'it has none'})`);
    }
  };
  for (const { set = {}, partition } of (program as Pick<JsProgram, 'passes'>).passes) {
    require(Object.keys(set), 'scalars');
    require([partition.splitRows?.into], 'memory');
    require([partition.splitRows?.times, partition.splitRows?.plus], 'scalars');
  }
}
