import type { JsArguments, ValueArray } from '@spmv/core';
import type { FormatArrays } from '@spmv/kernel-kit';

/** The operands, in pairs; those that an ending has not are missing. */
interface Operands {
  x: ValueArray;
  y: ValueArray;
  z?: ValueArray;
  t?: ValueArray;
  gamma?: ValueArray;
  w?: ValueArray;
  alpha: number;
  alphaImaginary: number;
  beta: number;
  betaImaginary: number;
  delta?: number;
  deltaImaginary?: number;
}

/** Rows of y ← αAx + βy in blocks begin..end; after each block its zᴴy and yᴴy are in scratch, or its w is done. A factor without an imaginary part multiplies as a real number. Sums in f64. */
export function csr(args: JsArguments<Operands, FormatArrays['csr']>): void {
  const { arrays, scratch, numbers, rows, x, y, z, w, gamma, begin, end } = args;
  const { alpha, alphaImaginary, beta, betaImaginary, delta = 1, deltaImaginary = 0 } = args;
  const { rowStart, colIndex, values } = arrays;
  const sums = scratch['sums'] as Float64Array;
  const blockRows = numbers['blockRows'];
  const squares = args.t !== undefined;
  const factor = gamma === undefined ? 0 : gamma[0];
  const factorImaginary = gamma === undefined ? 0 : gamma[1];
  const [readsA, readsY] = [alpha !== 0 || alphaImaginary !== 0, beta !== 0 || betaImaginary !== 0];
  const readsW = delta !== 0 || deltaImaginary !== 0;
  for (let block = begin; block < end; block++) {
    const past = Math.min(rows, (block + 1) * blockRows);
    let dot = 0;
    let dotImaginary = 0;
    let norm = 0;
    for (let i = block * blockRows; i < past; i++) {
      const at = 2 * i;
      let re = 0;
      let im = 0;
      if (readsA) {
        let sum = 0;
        let sumImaginary = 0;
        const last = rowStart[i + 1];
        for (let k = rowStart[i]; k < last; k++) {
          const j = 2 * colIndex[k];
          const a = values[2 * k];
          const b = values[2 * k + 1];
          sum += a * x[j] - b * x[j + 1];
          sumImaginary += a * x[j + 1] + b * x[j];
        }
        re = alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary;
        im = alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum;
      }
      if (readsY) {
        const old = y[at];
        const oldImaginary = y[at + 1];
        re += betaImaginary === 0 ? beta * old : beta * old - betaImaginary * oldImaginary;
        im += betaImaginary === 0 ? beta * oldImaginary : beta * oldImaginary + betaImaginary * old;
      }
      y[at] = re;
      y[at + 1] = im;
      if (z !== undefined) {
        dot += re * z[at] + im * z[at + 1];
        dotImaginary += im * z[at] - re * z[at + 1];
      }
      if (squares) norm += re * re + im * im;
      if (w === undefined) continue;
      const old = readsW ? w[at] : 0;
      const oldImaginary = readsW ? w[at + 1] : 0;
      const kept = deltaImaginary === 0 ? delta * old : delta * old - deltaImaginary * oldImaginary;
      const keptImaginary = deltaImaginary === 0 ? delta * oldImaginary : delta * oldImaginary + deltaImaginary * old;
      w[at] = kept + (factorImaginary === 0 ? factor * re : factor * re - factorImaginary * im);
      w[at + 1] = keptImaginary + (factorImaginary === 0 ? factor * im : factor * im + factorImaginary * re);
    }
    if (w !== undefined) continue;
    sums.set([dot, dotImaginary, norm, 0], 4 * block);
  }
}
