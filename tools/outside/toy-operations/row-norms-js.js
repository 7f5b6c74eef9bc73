export function rowNorms({ arrays: { rowStart, values }, norms, begin, end }) {
  for (let i = begin; i < end; i++) {
    let sum = 0;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) sum += values[k] * values[k];
    norms[i] = Math.sqrt(sum);
  }
}

export function largestNorm({ norms, largest }) {
  let most = 0;
  for (let i = 0; i < norms.length; i++) if (norms[i] > most) most = norms[i];
  largest[0] = most;
}
