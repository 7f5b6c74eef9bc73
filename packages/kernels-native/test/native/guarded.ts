// Every native kernel at every level with the end of memory right after each array: what it reads or writes beyond one ends the process.
// Usage: guarded.ts [beyond]   (beyond: claims a row more than there is, to show that the process does end)
import type {
  CooMatrix,
  Kernel,
  KernelPrecision,
  NativePass,
  NativeProgram,
  Params,
  SparseFormat,
  StoredMatrix,
  TypedArray,
} from '@spmv/core';
import {
  buildMatrix,
  cooFromEntries,
  createRegistry,
  headerOf,
  kernelContext,
  spmv,
  storedPrecision,
} from '@spmv/core';
import { plugin as csr16 } from '@spmv/format-csr16';
import { plugin as hyb } from '@spmv/format-hyb';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as formats } from '@spmv/formats';
import process from 'node:process';
import { open } from '../../src/functions.ts';
import { createNativeKernels, nativeLevels } from '../../src/index.ts';

const PAGE = 65536;
const { addressOf, bind } = open();
const registry = createRegistry([formats, csr16, hyb, sell]);
const device = { name: '', kind: 'cpu', precisions: ['f64', 'f32'], capabilities: ['node-api'], limits: {} } as const;
// Kept: memory that is collected could lie under the end of another one.
const memories: WebAssembly.Memory[] = [];

/** A copy whose last byte is the last byte of a memory; behind it the engine lets nothing be read. */
function atTheEnd(array: TypedArray): { readonly address: number; readonly view: TypedArray } {
  const pages = Math.max(1, Math.ceil(array.byteLength / PAGE));
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages + 1, shared: true });
  memories.push(memory);
  const offset = pages * PAGE - array.byteLength;
  const Type = array.constructor as new (buffer: ArrayBufferLike, offset: number, length: number) => TypedArray;
  const view = new Type(memory.buffer, offset, array.length);
  view.set(array as never);
  return { address: addressOf(new Uint8Array(memory.buffer)) + offset, view };
}

/** Rows of many lengths, also none; the last column is used. */
function matrixOf(rows: number, cols: number, longest: number): CooMatrix {
  const entries = Array.from({ length: rows }, (_, i) => {
    const length = Math.min(cols, (i * 7) % (longest + 1));
    return Array.from({ length }, (__, j) => ({ i, j: cols - 1 - ((i * 13 + j) % cols) }));
  })
    .flat()
    .sort((a, b) => a.i - b.i || a.j - b.j);
  return cooFromEntries(
    { rows, cols },
    {
      rowIndex: entries.map(({ i }) => i),
      colIndex: entries.map(({ j }) => j),
      values: entries.map((_, k) => (k % 5) - 1.5),
    },
  );
}

function check(
  kernel: Kernel<'native'>,
  precision: KernelPrecision,
  matrix: StoredMatrix,
  coo: CooMatrix,
  beyond: boolean,
): void {
  const { shape, nnz } = matrix;
  const real = (values: readonly number[]) =>
    precision.precision === 'f64' ? Float64Array.from(values) : Float32Array.from(values);
  const context = kernelContext(spmv, kernel, { matrix: headerOf(matrix), device, precision });
  const params = Object.fromEntries(Object.entries(kernel.params.axes).map(([name, axis]) => [name, axis.default]));
  // Aᵀx has the rows and columns the other way round.
  const [outputs, inputs, outputOf, inputOf] =
    kernel.options?.['transpose'] === true
      ? [shape.cols, shape.rows, coo.colIndex, coo.rowIndex]
      : [shape.rows, shape.cols, coo.rowIndex, coo.colIndex];
  const { passes } = kernel.program(context, params) as NativeProgram;
  const auxiliary = kernel.analyse?.(matrix, context, params) ?? {};
  const x = atTheEnd(real(Array.from({ length: inputs }, (_, j) => 1 + (j % 3))));
  const y = atTheEnd(real(Array.from({ length: outputs }, () => Number.NaN)));
  const partialSums = atTheEnd(new Uint8Array(24));
  const count = (passes[0] as NativePass).partition.count as number;
  const numberOf: Readonly<Record<string, number>> = {
    x: x.address,
    y: y.address,
    partialSums: partialSums.address,
    alpha: 2,
    beta: 0,
    begin: 0,
    end: beyond ? count + 2 * PAGE : count,
    rows: shape.rows,
    cols: shape.cols,
    nnz,
  };
  const { export: name, arguments: declared } = passes[0] as NativePass;
  const args = Float64Array.from(declared, (argument) => {
    if (typeof argument === 'number') return argument;
    const [group, own = ''] = argument.split('.');
    if (group === 'A')
      return matrix.arrays[own] ? atTheEnd(matrix.arrays[own]).address : (matrix.scalars[own] as number);
    if (group === 'auxiliary') return atTheEnd(auxiliary[own] as TypedArray).address;
    if (group === 'param') return Number({ ...matrix.params, ...params }[own]);
    return numberOf[argument] as number;
  });
  const call = bind(name, args);
  if (call === undefined) throw new Error(`${kernel.id}: the addon has no ${name}`);
  call();
  const wanted = new Float64Array(outputs);
  for (let k = 0; k < nnz; k++) {
    const i = outputOf[k] as number;
    wanted[i] = (wanted[i] as number) + 2 * (coo.values[k] as number) * (x.view[inputOf[k] as number] as number);
  }
  for (let i = 0; i < outputs; i++)
    if (!(Math.abs((y.view[i] as number) - (wanted[i] as number)) <= 1e-3))
      throw new Error(`${kernel.id} ${name}: y[${i}] is ${y.view[i]}, not ${wanted[i]}`);
}

/** Parameters of a format that lead to another way through its kernel. */
function pointsOf({ params: { axes } }: SparseFormat): readonly Params[] {
  if ('order' in axes) return [{ order: 'column' }, { order: 'row' }];
  if ('sigma' in axes) return [4, 8, 13, 32].flatMap((C) => [1, 64].map((sigma) => ({ C, sigma })));
  return [{}];
}

let products = 0;
for (const level of nativeLevels()) {
  for (const kernel of createNativeKernels({ level })) {
    const format = registry.format(kernel.format as string);
    for (const [rows, cols, longest] of [
      [1, 1, 1],
      [9, 5, 5],
      [40, 97, 70],
      [33, 17, 16],
    ] as const) {
      const coo = matrixOf(rows, cols, longest);
      for (const precision of kernel.precisions) {
        for (const params of pointsOf(format)) {
          const valueType = storedPrecision(precision) === 'f64' ? 'f64' : 'f32';
          check(kernel, precision, buildMatrix(format, coo, { valueType, params }), coo, process.argv[2] === 'beyond');
          products++;
        }
      }
    }
  }
}
process.stdout.write(`${products}\n`);
