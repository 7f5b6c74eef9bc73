import type { BarChart, Chart, HistogramChart, LineChart, RooflineChart, ScatterChart } from '../src/index.ts';

/** Numbers that look like measurements, always the same. */
function wave(seed: number): number {
  return 0.5 + 0.5 * Math.sin(seed * 12.9898) * Math.cos(seed * 4.1414);
}

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, k) => k);

export const sweep: LineChart = {
  kind: 'line',
  x: { label: 'threads', scale: 'log2' },
  y: { label: 'rate', unit: 'GFLOP/s' },
  series: ['csr', 'sell', 'ellpack-r', 'csr16'].map((name, s) => ({
    name: `f64 wasm/${name}-simd`,
    points: [1, 2, 4, 8, 16].map((x) => {
      const y = (1.2 + s * 0.3) * x ** (0.9 - 0.1 * s);
      return { x, y, low: y * 0.93, high: y * 1.08 };
    }),
  })),
};

export const manySeries: LineChart = {
  kind: 'line',
  x: { label: 'density', scale: 'log10' },
  y: { label: 'median time', unit: 's', scale: 'log10' },
  series: range(14).map((s) => ({
    name: `kernel ${s} with a rather long name on backend-webgpu`,
    printed: s === 3,
    points: [1e-3, 1e-2, 1e-1, 1].map((x, p) => ({ x, y: s === 5 && p === 2 ? null : 1e-6 * (1 + s) * (1 + x * 900) })),
  })),
};

export const manyCategories: BarChart = {
  kind: 'bar',
  categories: range(40).map((c) => `Group${c % 7}/matrix-with-a-name-${c}`),
  value: { label: 'rate', unit: 'GFLOP/s', scale: 'log10' },
  series: range(12).map((s) => ({
    name: `format-${s}`,
    values: range(40).map((c) => (c === 4 && s === 2 ? null : 0.2 + 40 * wave(c + 41 * s) ** 3)),
    low: range(40).map((c) => 0.9 * (0.2 + 40 * wave(c + 41 * s) ** 3)),
    high: range(40).map((c) => 1.1 * (0.2 + 40 * wave(c + 41 * s) ** 3)),
  })),
};

export const fewBars: BarChart = {
  kind: 'bar',
  categories: ['csr', 'sell', 'hyb <b>&"\'', 'מטריצה ארוכה', 'ellpack-r with a very long name that is cut'],
  value: { label: 'speed-up' },
  series: [
    {
      name: 'serial',
      values: [1, 1.4, 0.7, null, 1.2],
      low: [0.9, 1.3, 0.6, null, 1.1],
      high: [1.1, 1.5, 0.9, null, 1.3],
    },
    { name: 'threads', values: [1.9, 2.6, 0.9, 1.1, 0] },
    { name: 'in print', values: [1.7, 2.2, null, 1.4, 2.9], printed: true },
  ],
  line: { label: 'serial CSR', at: 1 },
};

export const errors: ScatterChart = {
  kind: 'scatter',
  x: { label: 'entries per row', scale: 'log10' },
  y: { label: 'error over bound', scale: 'log10' },
  series: ['serial f64', 'threads f64', 'cuda f32'].map((name, s) => ({
    name,
    points: range(12).map((p) => ({
      x: 2 ** (p / 2),
      y: p === 3 ? 0 : p === 5 && s === 1 ? -1 : 1e-4 * 10 ** (3 * wave(p * 3 + s)),
      label: `matrix ${p}`,
    })),
  })),
  lines: [{ label: 'bound', y: 1 }],
};

export const roofline: RooflineChart = {
  kind: 'roofline',
  roofs: [
    { label: 'host copies 24.8 GB/s', gbPerSecond: 24.8 },
    { label: 'H200 copies 4 100 GB/s, 34 TFLOP/s', gbPerSecond: 4100, gflops: 34000 },
  ],
  series: ['serial', 'threads', 'cuda'].map((name, s) => ({
    name,
    points: range(9).map((p) => ({
      x: 0.09 + 0.012 * p,
      y: (0.09 + 0.012 * p) * ([11, 21, 3300][s] ?? 1) * (0.6 + 0.4 * wave(p)),
      label: `m${p}`,
    })),
  })),
};

export const histogram: HistogramChart = {
  kind: 'histogram',
  x: { label: 'entries per row' },
  y: { label: 'rows', scale: 'linear' },
  bins: [
    { from: 0, to: 0, count: 12 },
    { from: 1, to: 1, count: 300 },
    { from: 2, to: 2, count: 4410 },
    ...range(10).map((k) => ({ from: 2 ** (k + 1) + 1, to: 2 ** (k + 2), count: Math.round(90000 / (1 + k * k)) })),
  ],
};

/** One of each kind, and what charts go wrong at. */
export const EXAMPLES: Readonly<Record<string, Chart>> = {
  sweep,
  manySeries,
  manyCategories,
  fewBars,
  errors,
  roofline,
  histogram,
  onePoint: { ...sweep, series: [{ name: 'only', points: [{ x: 4, y: 2.5 }] }] },
  noPoints: { ...sweep, series: [] },
  noBars: { ...fewBars, categories: [], series: [] },
  noBins: { ...histogram, bins: [] },
  noRoofs: { ...roofline, roofs: [], series: [] },
  equal: { ...sweep, x: { label: 'k' }, series: [{ name: 'flat', points: [1, 2, 3].map((x) => ({ x, y: 7 })) }] },
  extremes: {
    kind: 'scatter',
    x: { label: 'size', scale: 'log10' },
    y: { label: 'time', unit: 's', scale: 'log10' },
    series: [{ name: 'all', points: [1e-9, 1e-3, 1, 1e6, 1e12].map((v) => ({ x: v, y: v })) }],
  },
  negative: {
    kind: 'line',
    x: { label: 'step' },
    y: { label: 'change', unit: '%' },
    series: [{ name: 'a', points: [-2, -1, 0, 1, 2].map((x) => ({ x, y: x * 15 - 4 })) }],
  },
};
