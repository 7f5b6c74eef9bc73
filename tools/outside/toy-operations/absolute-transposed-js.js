export function clear({ scratch: { sums }, cols, begin, end }) {
  sums.fill(0, begin * cols, end * cols);
}

export function addRows({ arrays: { rowStart, colIndex, values }, scratch: { sums }, x, cols, worker, begin, end }) {
  for (let i = begin; i < end; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) sums[worker * cols + colIndex[k]] += Math.abs(values[k]) * x[i];
  }
}

export function reduce({ scratch: { sums }, y, cols, workers, begin, end }) {
  for (let j = begin; j < end; j++) {
    let sum = 0;
    for (let w = 0; w < workers; w++) sum += sums[w * cols + j];
    y[j] = sum;
  }
}
