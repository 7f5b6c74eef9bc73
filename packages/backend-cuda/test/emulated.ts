import type { Emulated, Given } from './executing-addon.ts';
import { i32 } from './executing-addon.ts';

type Values = Float64Array | Float32Array;

function rowsOf(
  given: readonly Given[],
  values: (one: Given | undefined) => Values,
): {
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly entries: Values;
  readonly x: Values;
  readonly y: Values;
  readonly rest: readonly number[];
} {
  const [starts, columns, numbers, x, y, ...rest] = given;
  return {
    rowStart: i32(starts),
    colIndex: i32(columns),
    entries: values(numbers),
    x: values(x),
    y: values(y),
    rest: rest as readonly number[],
  };
}

/** As src/kernels/vector.cu and csr.cu, and what test kernels add, for one type of values. */
function emulatedIn(
  suffix: string,
  type: Float64ArrayConstructor | Float32ArrayConstructor,
): Readonly<Record<string, Emulated>> {
  const values = (given: Given | undefined): Values => {
    const bytes = given as Uint8Array;
    return new type(
      bytes.buffer as ArrayBuffer,
      bytes.byteOffset,
      Math.floor(bytes.byteLength / type.BYTES_PER_ELEMENT),
    );
  };
  const finish = (y: Values, at: number, sum: number, alpha: number, beta: number): void => {
    y[at] = beta === 0 ? alpha * sum : alpha * sum + beta * (y[at] as number);
  };
  return {
    [`scale_${suffix}`]: ([given, ...rest]) => {
      const y = values(given);
      const [beta = 0, length = 0, period = 1, line = 1, used = 0, extent = 0] = rest as readonly number[];
      for (let i = 0; i < length; i++) {
        const within = i % period;
        if (within % line < used && within < extent) y[i] = beta === 0 ? 0 : beta * (y[i] as number);
      }
    },
    [`add_${suffix}`]: ([to, from, ...rest]) => {
      const [y, x] = [values(to), values(from)];
      const [first = 0, second = 0, length = 0] = rest as readonly number[];
      for (let i = 0; i < length; i++) y[first + i] = (y[first + i] as number) + (x[second + i] as number);
    },
    [`sum_parts_${suffix}`]: ([to, from, ...rest]) => {
      const [y, parts] = [values(to), values(from)];
      const [first = 0, stride = 0, count = 0] = rest as readonly number[];
      y[0] = parts[first] as number;
      for (let p = 1; p < count; p++) y[0] = (y[0] as number) + (parts[first + p * stride] as number);
    },
    [`csr_${suffix}`]: (given) => {
      const { rowStart, colIndex, entries, x, y, rest } = rowsOf(given, values);
      const [alpha = 0, beta = 0, rows = 0] = rest;
      for (let i = 0; i < rows; i++) {
        let sum = 0;
        for (let k = rowStart[i] as number; k < (rowStart[i + 1] as number); k++)
          sum += (entries[k] as number) * (x[colIndex[k] as number] as number);
        finish(y, i, sum, alpha, beta);
      }
    },
    [`transposed_${suffix}`]: (given) => {
      const { rowStart, colIndex, entries, x, y, rest } = rowsOf(given, values);
      const [alpha = 0, beta = 0, rows = 0, cols = 0] = rest;
      const sums = new Float64Array(cols);
      for (let i = 0; i < rows; i++)
        for (let k = rowStart[i] as number; k < (rowStart[i + 1] as number); k++) {
          const j = colIndex[k] as number;
          sums[j] = (sums[j] as number) + (entries[k] as number) * (x[i] as number);
        }
      for (let j = 0; j < cols; j++) finish(y, j, sums[j] as number, alpha, beta);
    },
    // Steps from row to row and from column to column of both dense operands follow the numbers of rows and vectors.
    [`several_${suffix}`]: (given) => {
      const { rowStart, colIndex, entries, x, y, rest } = rowsOf(given, values);
      const [alpha = 0, beta = 0, rows = 0, vectors = 0, xRow = 0, xCol = 0, yRow = 0, yCol = 0] = rest;
      for (let i = 0; i < rows; i++)
        for (let v = 0; v < vectors; v++) {
          let sum = 0;
          for (let k = rowStart[i] as number; k < (rowStart[i + 1] as number); k++)
            sum += (entries[k] as number) * (x[(colIndex[k] as number) * xRow + v * xCol] as number);
          finish(y, i * yRow + v * yCol, sum, alpha, beta);
        }
    },
  };
}

/** What the devices of tests compute. */
export const EMULATED: Readonly<Record<string, Emulated>> = {
  ...emulatedIn('f64', Float64Array),
  ...emulatedIn('f32', Float32Array),
  evict() {},
};
