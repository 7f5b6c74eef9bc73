import type { DriverRequest, WasmArgument, WasmPass } from '@spmv/core';
import { badArgument } from './check-passes.ts';
import type { OperandPlan } from './operand-plan.ts';
import { operandPlace, scalarIn } from './operand-plan.ts';
import type { WasmSlot } from './wasm-call.ts';

/** Addresses of the arrays that an operator holds in the heap. */
export interface OperatorAddresses {
  readonly matrix: Readonly<Record<string, number>>;
  readonly auxiliary: Readonly<Record<string, number>>;
  readonly scratch: Readonly<Record<string, number>>;
}

/** The declared arguments of a pass as slots. Errors: `KERNEL.BAD_ARGUMENT` for one that names nothing. */
export function wasmSlots(
  pass: WasmPass,
  request: DriverRequest,
  plan: OperandPlan,
  addresses: OperatorAddresses,
  workers: number,
): readonly WasmSlot[] {
  return pass.arguments.map((argument) => slotOf(argument, pass, request, plan, addresses, workers));
}

function slotOf(
  argument: WasmArgument,
  pass: WasmPass,
  request: DriverRequest,
  plan: OperandPlan,
  addresses: OperatorAddresses,
  workers: number,
): WasmSlot {
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
  const found =
    dot < 0
      ? { ...sizes, ...matrix.shape, nnz: matrix.nnz }[name]
      : group === signature.matrix
        ? (addresses.matrix[name] ?? matrix.scalars[name])
        : {
            auxiliary: addresses.auxiliary,
            scratch: addresses.scratch,
            param: { ...matrix.params, ...request.kernelParams },
          }[group]?.[name];
  if (typeof found === 'number') return found;
  if (typeof found === 'boolean') return Number(found);
  throw badArgument(kernel.id, argument, 'not a number or array of this operator');
}
