// C = A² on CUDA with less and less memory for work: node bench/products/in-pieces.ts [--runs 3]. A line of JSON each: a hash of the result, bytes, and ms of the first product and of one with values again, by the host's clock.
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { cuda } from '@spmv/backend-cuda';
import type { CooMatrix, MatrixOperator } from '@spmv/core';
import { buildMatrix, isSpmvError, openBackend } from '@spmv/core';
import { csr } from '@spmv/formats';
import { cudaCsr, spgemm } from '@spmv/spgemm';
import { powerLaw, stencil27, stencil5 } from '@spmv/testkit';

const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '3' } } });
const runs = Number(options.runs);
const MATRICES: Readonly<Record<string, () => CooMatrix>> = {
  'powerlaw-300k-8': () => powerLaw({ rows: 300_000, meanPerRow: 8 }),
  '27-point-64': () => stencil27({ n: 64 }),
  '5-point-1024': () => stencil5({ n: 1024 }),
};

const backend = await openBackend(cuda);
const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN;

async function msOf(work: () => Promise<unknown>): Promise<number> {
  await backend.finish();
  const begin = performance.now();
  await work();
  await backend.finish();
  return performance.now() - begin;
}

async function hashOf(operator: MatrixOperator): Promise<string> {
  const hash = createHash('sha256');
  for (const { buffer, byteOffset, byteLength } of Object.values((await operator.read()).arrays))
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  return hash.digest('hex').slice(0, 12);
}

for (const [name, make] of Object.entries(MATRICES)) {
  const A = buildMatrix(csr, make());
  const measured = async (maxWorkBytes: number) => {
    const prepare = () =>
      backend.prepareMatrix({
        operation: spgemm,
        kernel: cudaCsr,
        matrices: { A, B: A },
        formats: [csr],
        maxWorkBytes,
      });
    const operator = await prepare();
    await operator.numeric();
    const hash = await hashOf(operator);
    const { peakWorkBytes, reads } = operator.costs();
    await operator.dispose();
    const [first, again]: [number[], number[]] = [[], []];
    for (let run = 0; run < runs; run++) {
      const one = await prepare();
      first.push(await msOf(() => one.numeric()));
      // Places of products are found before the first time.
      await one.numeric();
      again.push(await msOf(() => one.numeric()));
      await one.dispose();
    }
    console.log(
      JSON.stringify({ name, maxWorkBytes, hash, peakWorkBytes, reads, ms: median(first), again: median(again) }),
    );
    return peakWorkBytes;
  };
  const usual = await measured(Number.MAX_SAFE_INTEGER);
  for (const share of [0.5, 0.25, 0.1, 0]) {
    // What is refused says what it takes.
    for (let most = Math.floor(share * usual); ;) {
      try {
        await measured(most);
        break;
      } catch (error) {
        if (!isSpmvError(error, 'KERNEL.REFUSED')) throw error;
        most = Number(error.details['bytes']);
      }
    }
  }
}
await backend.dispose();
