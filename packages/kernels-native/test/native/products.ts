// What a backend does with a kernel's program, one worker after another, over arrays that were placed.
import type {
  CooMatrix,
  Kernel,
  KernelPrecision,
  NativeFunctions,
  NativePass,
  NativeProgram,
  Partition,
  StoredMatrix,
  TypedArray,
} from '@spmv/core';
import { allocate, headerOf, kernelContext, spmv } from '@spmv/core';
import type { Placed, Placer } from './placed.ts';

/** A product y ← αAx + βy to be computed. */
export interface Product {
  readonly kernel: Kernel<'native'>;
  readonly precision: KernelPrecision;
  readonly matrix: StoredMatrix;
  readonly coo: CooMatrix;
  readonly workers: number;
  /** Units that the last range is made to claim beyond those there are. */
  readonly beyond: number;
}

/** The ranges of a pass: [begin, end) for each worker that has one. */
function rangesOf({ count }: Partition, workers: number): readonly (readonly [begin: number, end: number])[] {
  const all = count === 'workers' ? workers : count;
  return Array.from(
    { length: workers },
    (_, w) => [Math.floor((all * w) / workers), Math.floor((all * (w + 1)) / workers)] as const,
  );
}

/** Adds the sums of rows that ranges left to what is there of them. */
function keepPartial(sums: Map<number, number>, { buffer, byteOffset }: TypedArray): void {
  const rows = new Int32Array(buffer, byteOffset, 2);
  const found = new Float64Array(buffer, byteOffset + 8, 2);
  for (const p of [0, 1])
    if ((rows[p] as number) >= 0)
      sums.set(rows[p] as number, (sums.get(rows[p] as number) ?? 0) + (found[p] as number));
}

/** Computes it twice, with α = 2 and β = 0 over NaN, then with α = 1 and β = −1 over that, and throws where an element is wrong. */
export function checkProduct({ bind }: NativeFunctions, { place, release }: Placer, product: Product): void {
  const { kernel, precision, matrix, coo, workers } = product;
  const { shape, nnz } = matrix;
  const device = {
    name: '',
    kind: 'cpu',
    precisions: ['f64', 'f32'],
    capabilities: ['node-api'],
    limits: { threads: workers },
  } as const;
  const context = kernelContext(spmv, kernel, { matrix: headerOf(matrix), device, precision });
  const params = Object.fromEntries(Object.entries(kernel.params.axes).map(([name, axis]) => [name, axis.default]));
  const real = (values: readonly number[]) =>
    precision.precision === 'f64' ? Float64Array.from(values) : Float32Array.from(values);
  const placedAll = (arrays: Readonly<Record<string, TypedArray>>): Readonly<Record<string, Placed>> =>
    Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, place(array)]));
  // Aᵀx has the rows and columns the other way round.
  const [outputs, inputs, outputOf, inputOf] =
    kernel.options?.['transpose'] === true
      ? [shape.cols, shape.rows, coo.colIndex, coo.rowIndex]
      : [shape.rows, shape.cols, coo.rowIndex, coo.colIndex];
  const { passes, scratch = {} } = kernel.program(context, params) as NativeProgram;
  const arrays = placedAll(matrix.arrays);
  const auxiliary = placedAll(kernel.analyse?.(matrix, context, params) ?? {});
  const kept = placedAll(
    Object.fromEntries(
      Object.entries(scratch).map(([name, { element, length, perWorker }]) => [
        name,
        allocate(element, perWorker === true ? length * workers : length),
      ]),
    ),
  );
  const x = place(real(Array.from({ length: inputs }, (_, j) => 1 + (j % 3))));
  const y = place(real(Array.from({ length: outputs }, () => Number.NaN)));
  const partialSums = place(new Uint8Array(24));

  const runPass = (
    { export: name, arguments: declared, partition }: NativePass,
    scalars: Readonly<Record<string, number>>,
  ): void => {
    const split = new Map<number, number>();
    for (const [worker, [begin, end]] of rangesOf(partition, workers).entries()) {
      if (begin === end) continue;
      const numberOf: Readonly<Record<string, number>> = {
        ...scalars,
        x: x.address,
        y: y.address,
        partialSums: partialSums.address,
        begin,
        end: worker === workers - 1 ? end + product.beyond : end,
        worker,
        workers,
        rows: shape.rows,
        cols: shape.cols,
        nnz,
      };
      const args = Float64Array.from(declared, (argument) => {
        if (typeof argument === 'number') return argument;
        const [group, own = ''] = argument.split('.');
        const found = { A: arrays, auxiliary, scratch: kept }[group as string]?.[own];
        if (found) return found.address;
        if (group === 'A') return matrix.scalars[own] as number;
        if (group === 'param') return Number({ ...matrix.params, ...params }[own]);
        return numberOf[argument] as number;
      });
      const call = bind(name, args);
      if (call === undefined) throw new Error(`${kernel.id}: the addon has no ${name}`);
      call();
      if (partition.splitRows) keepPartial(split, partialSums.view);
    }
    for (const [i, sum] of split)
      y.view[i] =
        (scalars['alpha'] as number) * sum +
        (scalars['beta'] === 0 ? 0 : (scalars['beta'] as number) * (y.view[i] as number));
  };

  let before = new Float64Array(outputs);
  for (const scalars of [
    { alpha: 2, beta: 0 },
    { alpha: 1, beta: -1 },
  ]) {
    const wanted = before.map((value) => scalars.beta * value);
    for (let k = 0; k < nnz; k++) {
      const i = outputOf[k] as number;
      wanted[i] =
        (wanted[i] as number) + scalars.alpha * (coo.values[k] as number) * (x.view[inputOf[k] as number] as number);
    }
    for (const pass of passes) runPass(pass, scalars);
    for (let i = 0; i < outputs; i++)
      if (!(Math.abs((y.view[i] as number) - (wanted[i] as number)) <= 1e-3))
        throw new Error(
          `${kernel.id} ${(passes[0] as NativePass).export} by ${workers} of ${shape.rows}x${shape.cols}: y[${i}] is ${y.view[i]}, not ${wanted[i]}`,
        );
    before = wanted;
  }
  release();
}
