// Solves every square real matrix of folders, or generated systems, by what `solve` chooses: node bench/solve/solve-all.ts [--write FOLDER] [--seconds 120] [FOLDER …]. A line of JSON each; bench/peers/scipy-spsolve.py prints the same of files.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { CooMatrix } from '@spmv/core';
import { isSpmvError } from '@spmv/core';
import { backwardError } from '@spmv/direct';
import { formatMatrixMarket, parseMatrixMarket, toCoo } from '@spmv/mmio';
import { hostSystem, solve } from '@spmv/solvers';
import { generated } from './generate.ts';

function* filesOf(folder: string): Generator<readonly [name: string, coo: CooMatrix]> {
  for (const file of readdirSync(folder).sort()) {
    if (!/\.mtx(?:\.gz)?$/u.test(file)) continue;
    const bytes = readFileSync(join(folder, file));
    try {
      const coo = toCoo(parseMatrixMarket((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')));
      if (coo.shape.rows === coo.shape.cols) yield [file.replace(/\.mtx(?:\.gz)?$/u, ''), coo];
    } catch (error) {
      if (!isSpmvError(error)) throw error;
      process.stderr.write(`${file}: ${error.message}\n`);
    }
  }
}

/** A·1. */
function rowSums({ shape, rowIndex, values }: CooMatrix): Float64Array {
  const b = new Float64Array(shape.rows);
  for (let k = 0; k < values.length; k++) b[rowIndex[k]] += values[k];
  return b;
}

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'string' }, seconds: { type: 'string', default: '120' } },
});
const sources = positionals.length === 0 ? [generated()] : positionals.map(filesOf);
if (flags.write) mkdirSync(flags.write, { recursive: true });
for (const source of sources)
  for (const [name, coo] of source) {
    if (flags.write) writeFileSync(join(flags.write, `${name}.mtx`), formatMatrixMarket(coo));
    const b = rowSums(coo);
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    const result = await solve(await hostSystem(coo), b, {
      rtol: 1e-8,
      signal: AbortSignal.timeout(Number(flags.seconds) * 1000),
    });
    const { user, system } = process.cpuUsage(cpu);
    const { componentwise, normwise } = backwardError(coo, Float64Array.from(result.x), b);
    const { method, preconditioner, converged, reason, relativeResidual, factors, chosen } = result;
    const row = {
      name,
      n: coo.shape.rows,
      nnz: coo.values.length,
      method,
      preconditioner,
      converged,
      reason,
      relativeResidual,
      componentwise,
      normwise,
      factors,
      chosen,
    };
    process.stdout.write(
      `${JSON.stringify({ ...row, ms: performance.now() - start, cpuMs: (user + system) / 1000 })}\n`,
    );
  }
