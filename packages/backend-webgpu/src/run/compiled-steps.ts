import type { DriverRequest, NamedArrays, WgslDispatch, WgslProgram } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { Pipeline } from './compile.ts';
import type { DeviceContext } from './gpu-vector.ts';
import type { ReadyDispatch } from './step.ts';
import { foldGroups } from './step.ts';

export function programError(kernel: string, what: string): SpmvError {
  return new SpmvError('KERNEL.PROGRAM_INVALID', `Kernel '${kernel}': ${what}`, {
    fix: "Correct the kernel's program.",
    details: { kernel },
  });
}

function groupsOf({ groups }: WgslDispatch, auxiliary: NamedArrays, kernel: string): number {
  if (typeof groups === 'number') return groups;
  const array = auxiliary[groups.auxiliary];
  if (!array) throw programError(kernel, `analyse made no array '${groups.auxiliary}' to count workgroups by.`);
  return Math.ceil(array.length / groups.per);
}

/** Throws `BACKEND.LIMIT` where a number of a dispatch is none that its u32 word holds: it would be taken modulo 2^32. */
export function checkNumbers(
  kernel: string,
  { entryPoint, numbers = [] }: Pick<WgslDispatch, 'entryPoint' | 'numbers'>,
): void {
  const at = numbers.findIndex((number) => !(Number.isInteger(number) && number >= 0 && number < 2 ** 32));
  if (at < 0) return;
  throw new SpmvError(
    'BACKEND.LIMIT',
    `Kernel '${kernel}', entry point '${entryPoint}': number ${at} is ${numbers[at]}, which must be 0 ... ${2 ** 32 - 1}.`,
    {
      fix: 'Choose another kernel, or divide the matrix into blocks of rows.',
      details: { kernel, entryPoint, at, number: numbers[at] },
    },
  );
}

/** A dispatch that has something to do, and its pipeline. */
export interface Compiled extends Pipeline {
  readonly dispatch: WgslDispatch;
  readonly folded: Pick<ReadyDispatch, 'groupsX' | 'groupsY'>;
}

/** The pipelines of a request's dispatches: at once, because compiling takes time. */
export async function compiledSteps(
  { session, compiler, form }: DeviceContext,
  request: DriverRequest,
): Promise<readonly Compiled[]> {
  const program = request.program as WgslProgram;
  const kernel = request.kernel.id;
  const scalars = request.signature.scalars.map(({ name }) => name);
  const most = session.limits.maxComputeWorkgroupsPerDimension;
  const asked = program.dispatches
    .map((dispatch) => ({ dispatch, groups: groupsOf(dispatch, request.auxiliary, kernel) }))
    .filter(({ groups }) => groups > 0)
    .map(({ dispatch, groups }) => ({
      dispatch,
      folded: foldGroups(groups, most, `Kernel '${kernel}', entry point '${dispatch.entryPoint}'`),
    }));
  for (const { dispatch } of asked) checkNumbers(kernel, dispatch);
  return Promise.all(
    asked.map(async ({ dispatch, folded }) => ({
      dispatch,
      folded,
      ...(await compiler.pipeline({
        kernel,
        source: dispatch.source ?? program.source,
        extensions: program.enable ?? [],
        ...(program.arithmetic === true ? { arithmetic: { precision: request.precision.precision, form } } : {}),
        scalars,
        entryPoint: dispatch.entryPoint,
        constants: dispatch.constants,
        access: dispatch.bindings.map(({ access }) => access),
        numbers: (dispatch.numbers ?? []).length > 0,
      })),
    })),
  );
}
