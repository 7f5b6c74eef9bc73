import type {
  DriverRequest,
  FixedScalars,
  JsPass,
  KernelPrecision,
  NativePass,
  TargetId,
  TargetPrograms,
  WasmPass,
} from '@spmv/core';
import type { CallSlot } from './call-slots.ts';
import { callSlots } from './call-slots.ts';
import type { CpuThread } from './cpu-thread.ts';
import type { JsConstants } from './js-range.ts';
import { bindJs } from './js-range.ts';
import { loadJsFunction } from './load-js.ts';
import type { WasmLoader } from './load-wasm.ts';
import { bindNative } from './native-call.ts';
import type { BoundRange, OperandPlan } from './operand-plan.ts';
import type { OperatorArrays, PlacedArray } from './operator-arrays.ts';
import { viewPlaced } from './operator-arrays.ts';
import { partialSumsViews } from './partial-sums.ts';
import { bindWasm } from './wasm-call.ts';
import { fullUrl } from './read-url.ts';

/** The targets whose kernels CPU backends run. */
export type CpuTarget = Extract<TargetId, 'js' | 'wasm' | 'native'>;

/** Every {@link CpuTarget}. */
export const CPU_TARGETS: readonly CpuTarget[] = ['js', 'wasm', 'native'];

/** A program of one of them. */
export type CpuProgram = TargetPrograms[CpuTarget];

/** One pass of it. */
export type CpuPass = CpuProgram['passes'][number];

/** A pass as any thread can bind it. */
export type PlacedPass =
  | {
      readonly kind: 'wasm';
      readonly url: string;
      readonly module: WebAssembly.Module;
      readonly export: string;
      readonly slots: readonly CallSlot[];
    }
  | {
      readonly kind: 'native';
      readonly module: string;
      readonly export: string;
      readonly slots: readonly CallSlot<PlacedArray>[];
      readonly parameters: readonly string[];
    }
  | {
      readonly kind: 'js';
      readonly module: string;
      readonly functions?: NonNullable<JsPass['functions']>;
      readonly export: string;
      readonly set: FixedScalars | undefined;
      readonly numbers: Readonly<Record<string, number>>;
    };

/** What all passes of an operator have in common. Plain data: it is sent to workers as it is. */
export interface PlacedOperator {
  readonly kernel: string;
  readonly precision: KernelPrecision;
  readonly operands: OperandPlan;
  readonly constants: Omit<JsConstants, 'arrays' | 'auxiliary' | 'scratch' | 'memory' | 'numbers'>;
  readonly matrix: Readonly<Record<string, PlacedArray>>;
  readonly auxiliary: Readonly<Record<string, PlacedArray>>;
  readonly scratch: Readonly<Record<string, PlacedArray>>;
  readonly memory: Readonly<Record<string, PlacedArray>>;
}

/** What all passes of an operator for so many workers have in common. */
export function placeOperator(
  { matrix, kernel, precision, sizes, kernelParams }: DriverRequest,
  operands: OperandPlan,
  arrays: OperatorArrays,
  workers: number,
): PlacedOperator {
  return {
    kernel: kernel.id,
    precision,
    operands,
    constants: {
      ...matrix.shape,
      nnz: matrix.nnz,
      sizes,
      scalars: matrix.scalars,
      formatParams: matrix.params,
      kernelParams,
      workers,
    },
    matrix: arrays.matrix,
    auxiliary: arrays.auxiliary,
    scratch: arrays.scratch,
    memory: arrays.memory,
  };
}

/** A pass as threads bind it. Errors: `KERNEL.LOAD_FAILED`, `KERNEL.BAD_ARGUMENT`. */
export async function placePass(
  pass: CpuPass,
  request: DriverRequest,
  operands: OperandPlan,
  arrays: OperatorArrays,
  workers: number,
  loader: WasmLoader,
): Promise<PlacedPass> {
  switch (request.kernel.target as CpuTarget) {
    case 'wasm': {
      const { url, module } = await loader.load(pass as WasmPass, request.kernel.id);
      const slots = callSlots(pass as WasmPass, request, operands, arrays.addresses, workers);
      return { kind: 'wasm', url, module, export: pass.export, slots };
    }
    case 'native': {
      const native = pass as NativePass;
      const { module, export: name } = native;
      const slots = callSlots(native, request, operands, arrays, workers);
      return { kind: 'native', module, export: name, slots, parameters: Object.keys(native.arguments) };
    }
    case 'js': {
      const { module, functions, export: name, set, numbers = {} } = pass as JsPass;
      const own = functions ? { module, functions } : { module: fullUrl(module) };
      return { kind: 'js', ...own, export: name, set, numbers };
    }
  }
}

/**
 * The pass, ready to run in this thread. The partial sums of its `count` ranges are at `address` of the heap; where `count` is 0, nobody reads
 * them. Errors: `KERNEL.LOAD_FAILED`, `BACKEND.UNAVAILABLE`.
 */
export async function bindPass(
  pass: PlacedPass,
  operator: PlacedOperator,
  thread: CpuThread,
  { address, count }: { readonly address: number; readonly count: number },
): Promise<BoundRange> {
  const { kernel, operands } = operator;
  switch (pass.kind) {
    case 'wasm': {
      const exported = thread.instance(pass.url, pass.module).exports[pass.export];
      return bindWasm(exported as (...args: number[]) => void, pass.slots, address);
    }
    case 'native':
      return bindNative(
        await thread.native(pass.module, kernel),
        { ...pass, kernel },
        operands,
        thread.memory,
        address,
      );
    case 'js': {
      const { buffer } = thread.memory;
      const run = await loadJsFunction(pass, operator.precision, kernel);
      const views = address === 0 || count === 0 ? undefined : partialSumsViews(buffer, address, count);
      const constants = { ...constantsOf(operator, buffer), numbers: pass.numbers };
      return bindJs(run, constants, operands, pass.set, thread.memory, views);
    }
  }
}

function constantsOf(operator: PlacedOperator, buffer: ArrayBufferLike): Omit<JsConstants, 'numbers'> {
  const views = (arrays: Readonly<Record<string, PlacedArray>>) =>
    Object.fromEntries(Object.entries(arrays).map(([name, placed]) => [name, viewPlaced(buffer, placed)]));
  return {
    ...operator.constants,
    arrays: views(operator.matrix),
    auxiliary: views(operator.auxiliary),
    scratch: views(operator.scratch),
    memory: views(operator.memory),
  };
}
