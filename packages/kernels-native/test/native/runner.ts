// What a backend does with the program of a kernel, one worker after another, over arrays that were placed.
import type {
  DenseRequest,
  Kernel,
  KernelPrecision,
  NativeFunctions,
  NativePass,
  NativeProgram,
  Operation,
  Partition,
  Sizes,
  StoredMatrix,
  TypedArray,
  ValueArray,
} from '@spmv/core';
import { allocate, headerOf, kernelContext, PRECISIONS } from '@spmv/core';
import type { Placed, Placer } from './placed.ts';

/** What is computed by what. */
export interface Run {
  readonly operation: Operation;
  readonly kernel: Kernel<'native'>;
  readonly precision: KernelPrecision;
  readonly matrix?: StoredMatrix;
  readonly sizes?: Sizes;
  readonly layouts?: Readonly<Record<string, DenseRequest>>;
  readonly workers: number;
  /** Units that the last range is made to claim beyond those there are. */
  readonly beyond: number;
}

/** A program over its operands. */
export interface Runner {
  /** As the host has them. */
  readonly operands: Readonly<Record<string, ValueArray>>;
  apply(scalars: Readonly<Record<string, number>>): void;
}

/** The ranges of a pass: [begin, end) for each worker that has one. */
function rangesOf({ count }: Partition, workers: number): readonly (readonly [begin: number, end: number])[] {
  const all = count === 'workers' ? workers : count;
  return Array.from(
    { length: workers },
    (_, w) => [Math.floor((all * w) / workers), Math.floor((all * (w + 1)) / workers)] as const,
  );
}

/** Adds the sums of rows that a range left to what is there of them. */
function keepPartial(sums: Map<number, number>, { buffer, byteOffset }: TypedArray): void {
  const rows = new Int32Array(buffer, byteOffset, 2);
  const found = new Float64Array(buffer, byteOffset + 8, 2);
  for (const p of [0, 1])
    if ((rows[p] as number) >= 0)
      sums.set(rows[p] as number, (sums.get(rows[p] as number) ?? 0) + (found[p] as number));
}

/** The kernel's program, its operands filled with these numbers. */
export function prepareRun(
  { bind }: NativeFunctions,
  { place }: Placer,
  run: Run,
  filled: Readonly<Record<string, readonly number[]>>,
): Runner {
  const { operation, kernel, precision, matrix, sizes = {}, layouts = {}, workers } = run;
  const device = {
    name: '',
    kind: 'cpu',
    precisions: ['f64', 'f32', 'f16', 'bf16'],
    capabilities: ['node-api'],
    limits: { threads: workers },
  } as const;
  const context = kernelContext(operation, kernel, {
    ...(matrix ? { matrix: headerOf(matrix) } : {}),
    device,
    precision,
    sizes,
    layouts,
  });
  const placedAll = (arrays: Readonly<Record<string, TypedArray>>): Readonly<Record<string, Placed>> =>
    Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, place(stored(array))]));
  const real = (values: readonly number[]): ValueArray =>
    PRECISIONS[precision.precision].host === 'f64' ? Float64Array.from(values) : Float32Array.from(values);
  const numbersOf = (view: TypedArray): ValueArray => {
    if (!(view instanceof Uint16Array)) return view as ValueArray;
    const numbers = new Float32Array(view.length);
    PRECISIONS[precision.precision].encoding.decode(view.slice().buffer as ArrayBuffer, numbers);
    return numbers;
  };
  const isHalf = PRECISIONS[precision.precision].storedBytes === 2;
  // Vectors of 16 bits have 4 bytes at least.
  const stored = (array: TypedArray): TypedArray =>
    isHalf && array instanceof Float32Array
      ? PRECISIONS[precision.precision].encoding.encode(array.length === 1 ? Float32Array.of(...array, 0) : array)
      : array;
  const params = Object.fromEntries(Object.entries(kernel.params.axes).map(([name, axis]) => [name, axis.default]));
  const { passes, scratch = {} } = kernel.program(context, params) as NativeProgram;
  const groups: Readonly<Record<string, Readonly<Record<string, Placed>>>> = {
    A: placedAll(matrix?.arrays ?? {}),
    auxiliary: placedAll(matrix ? (kernel.analyse?.(matrix, context, params) ?? {}) : {}),
    scratch: placedAll(
      Object.fromEntries(
        Object.entries(scratch).map(([name, { element, length, perWorker }]) => [
          name,
          allocate(element, perWorker === true ? length * workers : length),
        ]),
      ),
    ),
  };
  const operands = placedAll(Object.fromEntries(Object.entries(filled).map(([name, values]) => [name, real(values)])));
  const partialSums = place(new Uint8Array(24));

  const runPass = (pass: NativePass, given: Readonly<Record<string, number>>): void => {
    const scalars = { ...given, ...pass.set };
    const split = new Map<number, number>();
    for (const [worker, [begin, end]] of rangesOf(pass.partition, workers).entries()) {
      if (begin === end) continue;
      const numbers: Readonly<Record<string, number>> = {
        ...context.sizes,
        ...scalars,
        partialSums: partialSums.address,
        begin,
        end: worker === workers - 1 ? end + run.beyond : end,
        worker,
        workers,
      };
      const valueOf = (argument: string): number => {
        const [group = '', own = ''] = argument.split('.');
        const found = own === '' ? operands[argument] : groups[group]?.[own];
        if (found) return found.address;
        if (group === 'param') return Number({ ...matrix?.params, ...params }[own]);
        return own === '' ? (numbers[argument] as number) : Number(matrix?.scalars[own]);
      };
      const args = Float64Array.from(
        Object.values(pass.arguments).flatMap((argument) =>
          typeof argument === 'string' ? valueOf(argument) : argument,
        ),
      );
      const call = bind(pass.export, args, Object.keys(pass.arguments));
      if (call === undefined) throw new Error(`${kernel.id}: the addon has no ${pass.export}`);
      call();
      if (pass.partition.splitRows) keepPartial(split, partialSums.view);
    }
    const { alpha = 1, beta = 0 } = scalars as { readonly alpha?: number; readonly beta?: number };
    const y = operands['y']?.view as ValueArray;
    for (const [i, sum] of split) y[i] = alpha * sum + (beta === 0 ? 0 : beta * (y[i] as number));
  };

  return {
    get operands() {
      return Object.fromEntries(Object.entries(operands).map(([name, { view }]) => [name, numbersOf(view)]));
    },
    apply(scalars) {
      for (const pass of passes) runPass(pass, scalars);
    },
  };
}
