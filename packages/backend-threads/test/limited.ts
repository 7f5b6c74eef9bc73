// Run as a process of its own under ulimit -v: asks for a team that does not fit, then for one that does.
import type { Kernel } from '@spmv/core';
import { buildMatrix, cooFromEntries, createRegistry, isSpmvError, openBackend, spmv } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import process from 'node:process';
import { plugin, threads } from '../src/index.ts';

const registry = createRegistry([formats, plugin]);
const backend = await openBackend(threads);
const matrix = buildMatrix(
  registry.format('csr'),
  cooFromEntries({ rows: 2, cols: 2 }, { rowIndex: [0, 1], colIndex: [0, 1], values: [1, 1] }),
);
const prepare = async (team: number) =>
  backend.prepare({
    operation: spmv,
    matrix,
    kernel: registry.kernel('wasm/csr-simd') as Kernel,
    params: { threads: team },
  });
const error = await prepare(16).catch((cause: unknown) => cause);
const operator = await prepare(2);
const y = backend.vector(2);
operator.apply(backend.vector([3, 4]), y);
const known = isSpmvError(error)
  ? { code: error.code, named: error.message.includes('ulimit -v') }
  : { code: String(error), named: false };
process.stdout.write(JSON.stringify({ ...known, y: [...(await y.read())] }));
await backend.dispose();
