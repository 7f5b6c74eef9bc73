import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { ROOT } from '../packages/pack-all.ts';

const PROGRAM = `
import * as spmv from 'spmv';
const { openMatrix } = spmv;
export async function run() {
  const A = await openMatrix([[4, 1], [1, 3]]);
  const many = await A.multiplyMany([[1, 0], [0, 1]]);
  const B = await A.multiply(A);
  const { x, converged } = await A.solve([5, 4], { method: 'cg', rtol: 1e-10 });
  const refused = await openMatrix([[1]], { kernel: 'wasm/csr-simd' }).catch(({ message }) => message);
  const products = [A.multiplySync([1, 2]), await A.T.multiply([1, 2]), ...many].map((y) => [...y]);
  const memory = { data: Float64Array.of(0, 1, 2).buffer, dtype: 'float64', shape: [2], byteOffset: 8 };
  products.push([...(await A.multiply(memory))]);
  // What it is at the call.
  const values = [2];
  const opening = openMatrix({ shape: [1, 1], indptr: [0, 1], indices: [0], data: values });
  values[0] = 9;
  const own = (await opening).toDense()[0][0];
  const C = await openMatrix({ shape: [1, 1], rowIndex: [0], colIndex: [0], values: [0, 1] }, { precision: 'c128' });
  const turned = [...(await C.multiply([0, 1]))];
  const n = 100_000;
  const ones = new Float64Array(2 * n).fill(1);
  const I = await openMatrix({ shape: [n, n], rowIndex: Int32Array.from({ length: n }, (_, i) => i), colIndex: Int32Array.from({ length: n }, (_, i) => i), values: ones }, { precision: 'c128' });
  turned.push((await I.multiply(ones))[0]); // (1 + i)(1 + i)
  await A.dispose();
  return { names: Object.keys(spmv).sort(), own, turned, kernel: A.plan.kernel, products, square: B.toDense().flatMap((row) => [...row]), x: x.map(Math.round), converged, refused };
}`;

/** Whatever needs no file of itself must be found here: a script of CommonJS has no `import.meta.url`, as modules of workerd have none. */
it('a bundle for workers of Cloudflare multiplies and solves by kernels that it has in itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-worker-'));
  try {
    const outfile = join(folder, 'bundled.cjs');
    await build({
      stdin: { contents: PROGRAM, resolveDir: ROOT },
      outfile,
      bundle: true,
      format: 'cjs',
      conditions: ['workerd', 'browser'],
      external: ['node:*', 'h5wasm', 'webgpu', '@spmv/backend-cuda'],
      logLevel: 'silent',
    });
    writeFileSync(join(folder, 'package.json'), '{}');
    const { run } = createRequire(outfile)(outfile) as { run(): Promise<unknown> };
    expect(await run()).toEqual({
      kernel: expect.stringMatching(/^js\//u),
      products: [
        [6, 7],
        [6, 7],
        [4, 1],
        [1, 3],
        [6, 7],
      ],
      names: Object.keys(await import('spmv')).toSorted(),
      own: 2,
      turned: [-1, 0, 0],
      square: [17, 7, 7, 10],
      x: Float64Array.of(1, 1),
      converged: true,
      refused: expect.stringContaining("backend 'serial' runs js"),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
