// GMRES: what an iteration takes, and how much of it is the reading of its numbers: restarts of several lengths, checked by the method's own rule and once a cycle.
// Usage: node bench/gmres.ts cuda|webgpu|serial|threads [--matrix gen:stencil5?n=1024] [--precision f64] [--iterations 240] [--json FILE]      Prints Markdown.
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Plugin, Precision } from '@spmv/core';
import { createRegistry, openBackend } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { deviceSystem, solve, solverPlugins } from '@spmv/solvers';
import { loadMatrix, rightSide } from './cg/matrix.ts';
import { quantile } from './cg/timing.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    matrix: { type: 'string', default: 'gen:stencil5?n=1024' },
    precision: { type: 'string' },
    iterations: { type: 'string', default: '240' },
    json: { type: 'string' },
  },
});
const [name = 'serial'] = positionals;
const { plugin } = (await import(`@spmv/backend-${name}`)) as { readonly plugin: Plugin };
const registry = createRegistry([formats, ...solverPlugins, plugin]);
const backend = await openBackend(registry.backend(name));
const precision = (options.precision ?? (backend.device.precisions.includes('f64') ? 'f64' : 'f32')) as Precision;
const coo = await loadMatrix(options.matrix);
const b = rightSide(coo.shape.rows);
const system = await deviceSystem({ backend, registry, precision, coo });
const maxiter = Number(options.iterations);
process.stdout.write(
  `${options.matrix}, ${backend.device.name} (${name}, ${precision}), ${maxiter} iterations, medians of 3\n\n| restart | numbers read in a cycle | ms an iteration, checks by the rule | ms, a check a cycle |\n| --- | --- | --- | --- |\n`,
);
const rows: object[] = [];
for (const restart of [10, 30, 60]) {
  const msOf = async (checkEvery?: number): Promise<number> => {
    const times: number[] = [];
    for (let run = -1; run < 3; run++) {
      const start = performance.now();
      const { iterations } = await solve(system, b, {
        method: 'gmres',
        M: 'none',
        rtol: 1e-14,
        maxiter,
        restart,
        ...(checkEvery ? { checkEvery } : {}),
      });
      if (run >= 0) times.push((performance.now() - start) / iterations);
    }
    return quantile(times, 0.5);
  };
  const row = { restart, numbers: (restart * (restart + 3)) / 2, byRule: await msOf(), perCycle: await msOf(restart) };
  rows.push(row);
  process.stdout.write(`| ${restart} | ${row.numbers} | ${row.byRule.toFixed(3)} | ${row.perCycle.toFixed(3)} |\n`);
}
if (options.json !== undefined)
  writeFileSync(options.json, `${JSON.stringify({ ...options, device: backend.device.name, rows }, null, 2)}\n`);
await system.dispose();
await backend.dispose();
