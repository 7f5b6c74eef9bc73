// GMRES: what an iteration takes, and how much of it is the reading of its numbers: restarts of several lengths, checked by the method's own rule and once a cycle. What a solve takes whatever its
// iterations, apart from what one more iteration takes; and what a cycle asks of the backend: products by kernel, bytes, reads.
// Usage: node bench/gmres.ts cuda|webgpu|serial|threads [--matrix gen:stencil5?n=1024] [--precision f64] [--iterations 240] [--json FILE] [--counts]      Prints Markdown.
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Plugin, Precision } from '@spmv/core';
import { createRegistry, openBackend } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { deviceSystem, solve, solverPlugins } from '@spmv/solvers';
import type { Counts } from './cg/counted.ts';
import { counting } from './cg/counted.ts';
import { loadMatrix, rightSide } from './cg/matrix.ts';
import { quantile } from './cg/timing.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    matrix: { type: 'string', default: 'gen:stencil5?n=1024' },
    precision: { type: 'string' },
    iterations: { type: 'string', default: '240' },
    json: { type: 'string' },
    /** Counts in place of times. */
    counts: { type: 'boolean', default: false },
  },
});
const [name = 'serial'] = positionals;
const { plugin } = (await import(`@spmv/backend-${name}`)) as { readonly plugin: Plugin };
const registry = createRegistry([formats, ...solverPlugins, plugin]);
const watch = counting(registry.backend(name));
const isCounting = options.counts;
const backend = await openBackend(isCounting ? watch.descriptor : registry.backend(name));
const precision = (options.precision ?? (backend.device.precisions.includes('f64') ? 'f64' : 'f32')) as Precision;
const coo = await loadMatrix(options.matrix);
const b = rightSide(coo.shape.rows);
const system = await deviceSystem({ backend, registry, precision, coo });
const maxiter = Number(options.iterations);
const solved = (restart: number, most: number, checkEvery?: number): ReturnType<typeof solve> =>
  solve(system, b, {
    method: 'gmres',
    M: 'none',
    rtol: 1e-14,
    maxiter: most,
    restart,
    ...(checkEvery ? { checkEvery } : {}),
  });
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const rows: object[] = [];
if (isCounting) {
  say(`${options.matrix}, ${backend.device.name} (${name}, ${precision}); a cycle: what two have less what one has\n`);
  say('| restart | kernel | products | MB |\n| --- | --- | --- | --- |');
  for (const restart of [10, 30, 60]) {
    const of = async (cycles: number): Promise<Counts> => {
      watch.clear();
      await solved(restart, cycles * restart, restart);
      return watch.counts();
    };
    const [one, two] = [await of(1), await of(2)];
    for (const [kernel, { count, bytes }] of two.kernels) {
      const before = one.kernels.get(kernel) ?? { count: 0, bytes: 0 };
      if (count > before.count)
        say(`| ${restart} | ${kernel} | ${count - before.count} | ${((bytes - before.bytes) / 1e6).toFixed(1)} |`);
    }
    say(
      `| ${restart} | reads | ${two.reads.count - one.reads.count} | ${((two.reads.bytes - one.reads.bytes) / 1e6).toFixed(4)} |`,
    );
    say(`| ${restart} | vectors of a solve | ${two.vectors.count} | ${(two.vectors.bytes / 1e6).toFixed(1)} |`);
    rows.push({ restart, one: { ...one, kernels: [...one.kernels] }, two: { ...two, kernels: [...two.kernels] } });
  }
} else {
  say(
    `${options.matrix}, ${backend.device.name} (${name}, ${precision}), ${maxiter} and ${3 * maxiter} iterations, medians of 3\n`,
  );
  say(
    '| restart | numbers read in a cycle | ms an iteration, checks by the rule | ms, a check a cycle | ms a solve besides |',
  );
  say('| --- | --- | --- | --- | --- |');
  for (const restart of [10, 30, 60]) {
    const msOf = async (most: number, checkEvery?: number): Promise<number> => {
      const times: number[] = [];
      for (let run = -1; run < 3; run++) {
        const start = performance.now();
        await solved(restart, most, checkEvery);
        if (run >= 0) times.push(performance.now() - start);
      }
      return quantile(times, 0.5);
    };
    const each = async (checkEvery?: number): Promise<readonly [number, number]> => {
      const [few, many] = [await msOf(maxiter, checkEvery), await msOf(3 * maxiter, checkEvery)];
      const slope = (many - few) / (2 * maxiter);
      return [slope, few - maxiter * slope];
    };
    const [[byRule, besides], [perCycle]] = [await each(), await each(restart)];
    const row = { restart, numbers: (restart * (restart + 3)) / 2, byRule, perCycle, besides };
    rows.push(row);
    say(`| ${restart} | ${row.numbers} | ${byRule.toFixed(3)} | ${perCycle.toFixed(3)} | ${besides.toFixed(1)} |`);
  }
}
if (options.json !== undefined)
  writeFileSync(options.json, `${JSON.stringify({ ...options, device: backend.device.name, rows }, null, 2)}\n`);
await system.dispose();
await backend.dispose();
