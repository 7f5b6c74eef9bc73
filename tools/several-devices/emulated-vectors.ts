// What the kernels of @spmv/vectors and @spmv/fused compute on CUDA, for devices of tests: all blocks of a launch at once, their sums as those of the first block.
import type { Operation } from '@spmv/core';
import type { VectorPass } from '@spmv/vectors';
import { computeOnHost, FORMS, plugin, scalar, VECTOR_PASSES } from '@spmv/vectors';
import type { Emulated, Given } from '../../packages/backend-cuda/test/executing-addon.ts';

type Values = Float64Array | Float32Array;
type Type = Float64ArrayConstructor | Float32ArrayConstructor;

/** The operation of this id. */
function operationOf(id: string): Operation {
  return plugin.operations?.find((operation) => operation.id === id) as Operation;
}

const number = (of: Values | undefined): number => of?.[0] as number;

/** The values in bytes, or a number as it is. */
function valuesOf(type: Type, given: Given | undefined): Values {
  const { buffer, byteOffset, byteLength } = given as Uint8Array;
  return new type(buffer as ArrayBuffer, byteOffset, Math.floor(byteLength / type.BYTES_PER_ELEMENT));
}

/** Leaves sums where blocks leave theirs. */
function leave(sums: Values, ending: string, [dot, norm]: readonly [number, number]): void {
  sums.fill(0);
  const list = ending === 'norm' ? [norm] : ending === 'dot' ? [dot] : [dot, norm];
  sums.set(list);
}

/** An entry point of a pass, whose arguments are operands by what they are to it. */
function passOf(type: Type, row: VectorPass): Emulated {
  const { first, weights, second, moved, into, other, squares, by, share, step, sums, operands } = row;
  const vectors = [first, weights ?? squares, second, moved, into, other, 'sums'];
  const numbers = [by, share, step].flatMap((factor) => [factor?.of, factor?.over]);
  return (given) => {
    const n = given.at(-1) as number;
    const [beta = 1, alpha = 1] = given.slice(vectors.length + numbers.length, -1) as readonly number[];
    const named = new Map<string, Values>();
    for (const [k, name] of [...vectors, ...numbers].entries())
      if (name !== undefined && typeof given[k] !== 'number') named.set(name, valuesOf(type, given[k]));
    const summed = sums.map(() => new type(1));
    const vectorsOf = operands.map((name) => {
      const values = named.get(name) as Values;
      return vectors.includes(name) ? values.subarray(0, n) : values;
    });
    computeOnHost(operationOf(row.operation), row.options, [...vectorsOf, ...summed, ...(by ? [alpha, beta] : [])]);
    named.get('sums')?.fill(0).set(summed.map(number));
  };
}

/** Adds up what `blocks` blocks left, for one number or two side by side. */
function total(type: Type, given: readonly Given[], numbers: number, blocks: number, first: number): void {
  const sums = valuesOf(type, given[0]);
  for (let k = 0; k < numbers; k++) {
    let sum = 0;
    for (let b = 0; b < blocks; b++) sum += sums[b * numbers + k];
    valuesOf(type, given[first + k])[0] = sum;
  }
}

function fusedOf(type: Type, ending: string): Emulated {
  return (given) => {
    const [, , starts, columns, entries, , ...rest] = given;
    const i32 = (one: Given | undefined): Int32Array => {
      const { buffer, byteOffset, byteLength } = one as Uint8Array;
      return new Int32Array(buffer, byteOffset, byteLength / 4);
    };
    const [rowStart, colIndex, values] = [i32(starts), i32(columns), valuesOf(type, entries)];
    // Sums come before x, and gamma and w after y.
    const vectors = rest.filter((one) => typeof one !== 'number').map((one) => valuesOf(type, one));
    const [sums, x, y, z, w] = ending === 'axpy' ? [undefined, ...vectors] : vectors;
    const [alpha = 1, beta = 0, delta = 1] = rest.filter((one) => typeof one === 'number');
    let [dot, norm] = [0, 0];
    for (let i = 0; i + 1 < rowStart.length; i++) {
      let sum = 0;
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) sum += values[k] * (x?.[colIndex[k]] as number);
      const result = alpha * sum + (beta === 0 ? 0 : beta * (y?.[i] as number));
      (y as Values)[i] = result;
      if (w) w[i] = number(z) * result + (delta === 0 ? 0 : delta * w[i]);
      dot += result * (z?.[i] ?? 0);
      norm += result * result;
    }
    if (sums) leave(sums, ending, [dot, norm]);
  };
}

function emulatedIn(suffix: string, type: Type): readonly (readonly [string, Emulated])[] {
  const passes = VECTOR_PASSES.map((row) => {
    const name = [row.operation, ...Object.values(row.options), suffix].join('_').replace('-', '_');
    return [name, passOf(type, row)] as const;
  });
  const forms = FORMS.map((form): readonly [string, Emulated] => [
    `scalar_${form}_${suffix}`,
    (given) =>
      computeOnHost(
        scalar,
        { form },
        given.map((one) => (typeof one === 'number' ? one : valuesOf(type, one))),
      ),
  ]);
  return [
    ...passes,
    ...forms,
    [`total_${suffix}`, (given) => total(type, given, 1, given.at(-1) as number, 1)],
    [`total_both_${suffix}`, (given) => total(type, given, 2, given.at(-1) as number, 1)],
    ...['dot', 'norm', 'dot_norm', 'axpy'].map(
      (ending) => [`fused_csr_${ending}_${suffix}`, fusedOf(type, ending)] as const,
    ),
    // Blocks are counted in memory; all but the first have left nothing.
    [`fused_total_${suffix}`, (given) => total(type, given, 1, 1, 2)],
    [`fused_total_both_${suffix}`, (given) => total(type, given, 2, 1, 2)],
    [
      `gather_${suffix}`,
      (given) => {
        const y = valuesOf(type, given[8]);
        const [first = 0, n = 0] = given.slice(9) as readonly number[];
        for (let k = 0; k < 8 && first + k < n; k++) y[first + k] = number(valuesOf(type, given[k]));
      },
    ],
  ];
}

/** By entry point. */
export const EMULATED_VECTORS: Readonly<Record<string, Emulated>> = Object.fromEntries([
  ...emulatedIn('f64', Float64Array),
  ...emulatedIn('f32', Float32Array),
]);
