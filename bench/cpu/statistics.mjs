// Figures of samples.
export function quantile(samples, q) {
  const sorted = Float64Array.from(samples).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}

export const median = (samples) => quantile(samples, 0.5);

export const geomean = (ratios) => Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);

export const gflops = (nnz, microseconds) => (2 * nnz) / microseconds / 1e3;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
