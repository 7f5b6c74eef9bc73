import type { SpmvDriverRequest, WasmArgument } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { WasmSlot } from './wasm-call.ts';

/** Addresses of the arrays that an operator holds in the heap. */
export interface OperatorAddresses {
  readonly matrix: Readonly<Record<string, number>>;
  readonly auxiliary: Readonly<Record<string, number>>;
}

/** The declared arguments of a pass as slots. Errors: `KERNEL.BAD_ARGUMENT` for one that names nothing. */
export function wasmSlots(
  declared: readonly WasmArgument[],
  request: SpmvDriverRequest,
  addresses: OperatorAddresses,
): readonly WasmSlot[] {
  return declared.map((argument) => slotOf(argument, request, addresses));
}

function slotOf(argument: WasmArgument, request: SpmvDriverRequest, addresses: OperatorAddresses): WasmSlot {
  const { matrix, kernel } = request;
  switch (argument) {
    case 'x':
    case 'y':
    case 'alpha':
    case 'beta':
    case 'begin':
    case 'end':
    case 'carry':
      return argument;
    case 'rows':
    case 'cols':
      return matrix.shape[argument];
    case 'nnz':
      return matrix.nnz;
    default:
      break;
  }
  const dot = argument.indexOf('.');
  const name = argument.slice(dot + 1);
  const found = {
    matrix: addresses.matrix,
    auxiliary: addresses.auxiliary,
    scalar: matrix.scalars,
    param: { ...matrix.params, ...request.kernelParams },
  }[argument.slice(0, dot)]?.[name];
  if (typeof found === 'number') return found;
  if (typeof found === 'boolean') return Number(found);
  throw new SpmvError(
    'KERNEL.BAD_ARGUMENT',
    `Kernel '${kernel.id}' asks for '${argument}', which is no number or array of this operator.`,
    {
      fix: "Correct the arguments in the kernel's program: see WasmArgument.",
      details: { kernel: kernel.id, argument },
    },
  );
}
