import type { DriverRequest, FixedScalars, WasmArgument, WasmArguments } from '@spmv/core';
import { imaginaryOf } from '@spmv/core';
import { badArgument } from './check-passes.ts';
import type { OperandPlan } from './operand-plan.ts';
import { operandPlace, scalarIn } from './operand-plan.ts';

/**
 * What an argument of a compiled function is filled from: a number known when the operator is prepared, an array by its place (`P`; WebAssembly
 * knows it by a number, too), the place of an operand among the values of a product, or something of the range.
 */
export type CallSlot<P = never> =
  | number
  | P
  | { readonly operand: number }
  | 'begin'
  | 'end'
  | 'partialSums'
  | 'worker';

/** Where the arrays of an operator are: by address in the heap, or as they were placed. */
export interface ArrayPlaces<P = number> {
  readonly matrix: Readonly<Record<string, P>>;
  readonly auxiliary: Readonly<Record<string, P>>;
  readonly scratch: Readonly<Record<string, P>>;
  /** Arrays that were there, by their full names. */
  readonly memory?: Readonly<Record<string, P>>;
}

/** A pass that is called with arguments: of WebAssembly or compiled for the processor. */
export interface SlotPass {
  readonly arguments: WasmArguments;
  readonly set?: FixedScalars;
}

/** The declared arguments of a pass as slots, of a complex scalar one for each of its parts. Errors: `KERNEL.BAD_ARGUMENT` for one that names nothing. */
export function callSlots<P extends number | object>(
  pass: SlotPass,
  request: DriverRequest,
  plan: OperandPlan,
  places: ArrayPlaces<P>,
  workers: number,
): readonly CallSlot<P>[] {
  return Object.values(pass.arguments).flatMap((argument: WasmArgument): readonly CallSlot<P>[] => {
    if (typeof argument === 'object') return argument;
    const parts = [argument, imaginaryOf(String(argument))].filter(
      (one, k) => k === 0 || plan.scalars.includes(one as string),
    );
    return parts.map((one) => slotOf(one, pass, request, plan, places, workers));
  });
}

function slotOf<P extends number | object>(
  argument: string | number,
  pass: SlotPass,
  request: DriverRequest,
  plan: OperandPlan,
  places: ArrayPlaces<P>,
  workers: number,
): CallSlot<P> {
  if (typeof argument === 'number') return argument;
  const { matrix, kernel, signature, sizes } = request;
  if (argument === 'begin' || argument === 'end' || argument === 'partialSums' || argument === 'worker')
    return argument;
  if (argument === 'workers') return workers;
  if (plan.scalars.includes(argument)) {
    const scalar = scalarIn(plan, pass.set, argument);
    return 'fixed' in scalar ? scalar.fixed : { operand: scalar.place };
  }
  const operand = operandPlace(plan, argument);
  if (operand >= 0) return { operand };
  const dot = argument.indexOf('.');
  const [group, name] = [argument.slice(0, Math.max(0, dot)), argument.slice(dot + 1)];
  const params: Readonly<Record<string, unknown>> = { ...matrix.params, ...request.kernelParams };
  const found: unknown =
    places.memory?.[argument] ??
    (dot < 0
      ? { ...sizes, ...matrix.shape, nnz: matrix.nnz }[name]
      : group === signature.matrix
        ? (places.matrix[name] ?? matrix.scalars[name])
        : group === 'auxiliary' || group === 'scratch'
          ? places[group][name]
          : group === 'param'
            ? params[name]
            : undefined);
  if (typeof found === 'number') return found;
  if (typeof found === 'boolean') return Number(found);
  if (typeof found === 'object' && found !== null) return found as P;
  throw badArgument(kernel.id, argument, 'not a number or array of this operator');
}
