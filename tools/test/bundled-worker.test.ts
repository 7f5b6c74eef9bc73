import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { ROOT } from '../packages/pack-all.ts';

const PROGRAM = `
import { openMatrix } from 'spmv';
export async function run() {
  const A = await openMatrix([[4, 1], [1, 3]]);
  const many = await A.multiplyMany([[1, 0], [0, 1]]);
  const B = await A.multiply(A);
  const { x, converged } = await A.solve([5, 4], { method: 'cg', rtol: 1e-10 });
  const refused = await openMatrix([[1]], { kernel: 'wasm/csr-simd' }).catch(({ message }) => message);
  const products = [A.multiplySync([1, 2]), await A.T.multiply([1, 2]), ...many].map((y) => [...y]);
  await A.dispose();
  return { kernel: A.plan.kernel, products, square: B.toDense().flatMap((row) => [...row]), x: x.map(Math.round), converged, refused };
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
      ],
      square: [17, 7, 7, 10],
      x: Float64Array.of(1, 1),
      converged: true,
      refused: expect.stringContaining("backend 'serial' runs js"),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
