import { bindAdvised, bindEnded, recordedExperience } from '@spmv/advice';
import { serial } from '@spmv/backend-serial';
import type { CooMatrix, Plugin } from '@spmv/core';
import { API_VERSION, createRegistry, openBackend } from '@spmv/core';
import { productWithSum } from '@spmv/solvers';
import { openMatrix } from 'spmv';
import { expect, it } from 'vitest';
import { everywhere } from '../src/plugins.ts';

/** Milliseconds of a product by kernel; what is not among them takes long. */
type Figures = Readonly<Record<string, number>>;

/**
 * The serial backend as a device whose clock says these figures. Those of the first are in the manner of an H200 on a five-point stencil: the format whose product is shortest takes longest where it ends in a sum.
 */
function timed(figures: Figures): { readonly plugin: Plugin; readonly prepared: string[] } {
  const prepared: string[] = [];
  const open: typeof serial.open = async (options) => {
    const driver = await serial.open(options);
    return {
      ...driver,
      device: { ...driver.device, kind: 'gpu' as const },
      async prepare(request) {
        prepared.push(request.kernel.id);
        const operator = await driver.prepare(request);
        return {
          ...operator,
          async time(buffers, scalars, runs) {
            for (let run = 0; run < runs; run++) operator.apply(buffers, scalars);
            return new Float64Array(runs).fill(figures[request.kernel.id] ?? 1);
          },
        };
      },
    };
  };
  return {
    prepared,
    plugin: {
      name: 'timed',
      apiVersion: API_VERSION,
      backends: [{ ...serial, id: 'timed', targets: ['wasm', 'js'], open }],
    },
  };
}

/** A five-point stencil of side², plus one on the diagonal. */
function grid(side: number): CooMatrix {
  const at: [number, number, number][] = [];
  for (let i = 0; i < side * side; i++) {
    const x = i % side;
    if (i >= side) at.push([i, i - side, -1]);
    if (x > 0) at.push([i, i - 1, -1]);
    at.push([i, i, 5]);
    if (x + 1 < side) at.push([i, i + 1, -1]);
    if (i + side < side * side) at.push([i, i + side, -1]);
  }
  return {
    shape: { rows: side * side, cols: side * side },
    rowIndex: Int32Array.from(at, ([i]) => i),
    colIndex: Int32Array.from(at, ([, j]) => j),
    values: Float64Array.from(at, ([, , value]) => value),
  };
}

const PRODUCTS = { 'wasm/csr-simd': 0.018, 'wasm/sell-simd': 0.019, 'wasm/ellpack-simd': 0.0202 } as const;
const H200 = { ...PRODUCTS, 'wasm/fused-csr-dot': 0.0261, 'wasm/fused-sell-dot': 0.0218 } as const;
const formats = ['csr', 'sell', 'ellpack'] as const;

it.each([
  ['the shortest product that ends in a sum', H200, 'sell', 'wasm/fused-sell-dot'],
  ['another where its figure is another', { ...H200, 'wasm/fused-csr-dot': 0.0195 }, 'csr', 'wasm/fused-csr-dot'],
  [
    'a product and a pass where these take least',
    { ...H200, 'wasm/fused-sell-dot': 0.05, 'wasm/fused-csr-dot': 0.05 },
    'ellpack',
    null,
  ],
] as const)('iterations take the format of %s', async (_what, figures, format, endedBy) => {
  const { plugin } = timed(figures);
  const registry = createRegistry([...everywhere, plugin]);
  const descriptor = registry.backend('timed');
  const backend = await openBackend(descriptor);
  try {
    const request = { registry, backends: [{ descriptor, backend }], coo: grid(40), formats, trials: 20 };
    const alone = await bindAdvised({ ...request, experience: recordedExperience });
    expect(alone.choice.format).toBe('csr');
    const found = await bindEnded({ ...request, experience: recordedExperience, ended: productWithSum });
    expect(found.choice.format).toBe(format);
    expect(found.endedBy).toBe(endedBy);
    expect(found.operator?.kernel.format).toBe(format);
    if (endedBy) expect(found.choice.ms).toBe(figures[endedBy]);
    // x and y are read again: the pass takes its share of the bytes.
    else expect(found.choice.ms).toBeGreaterThan(1.1 * PRODUCTS['wasm/ellpack-simd']);
    const held = { backend: 'timed', format, target: 'wasm' };
    const same = await bindEnded({ ...request, experience: recordedExperience, ended: productWithSum, held });
    expect(same.operator).toBeUndefined();
  } finally {
    await backend.dispose();
  }
});

it('A.solve solves with the product that ends in the sum soonest, whatever multiplies', async () => {
  const { plugin, prepared } = timed(H200);
  const coo = grid(80);
  await using A = await openMatrix(coo, { backend: 'timed', trials: 10, plugins: [plugin] });
  expect(A.plan.kernel).toBe('wasm/csr-simd');
  prepared.splice(0);
  const wanted = Float64Array.from({ length: 6400 }, (_, i) => 1 + (i % 3));
  const { x, converged } = await A.solve(await A.multiply(wanted), { method: 'cg', rtol: 1e-12 });
  expect(converged).toBe(true);
  expect(prepared).toContain('wasm/fused-sell-dot');
  expect(prepared.filter((id) => id === 'wasm/fused-sell-dot')).toHaveLength(2);
  for (const [i, value] of wanted.entries()) expect(x[i]).toBeCloseTo(value, 9);
  // Products go on as they were chosen.
  expect(A.plan.format).toBe('csr');
});
