// Sectors of global loads and stores that ncu counts, for the cases of ncu-cases.json: see ncu-sectors.sh, which runs both parts.
// Usage: ncu … node tools/device/ncu-sectors.ts run LAUNCHES.json      one product of each case on the GPU; which launches these are
//        node tools/device/ncu-sectors.ts table LAUNCHES.json NCU.csv   the counts as CSV, on standard output
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { plugin as cudaPlugin } from '@spmv/backend-cuda';
import type { Params } from '@spmv/core';
import { buildMatrix, createRegistry, openBackend, spmv } from '@spmv/core';
import { plugin as hyb } from '@spmv/format-hyb';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as formats } from '@spmv/formats';
import { generateMatrix } from '@spmv/testkit';
import { planTrace } from '@spmv/trace';

interface Cases {
  readonly matrices: Readonly<
    Record<string, { readonly generator: string; readonly options: Readonly<Record<string, number | string>> }>
  >;
  readonly kernels: readonly { readonly kernel: string; readonly params: Params }[];
}

/** A launch in the order of launches. */
interface Launch {
  readonly kernel: string;
  readonly params: Params;
  readonly matrix: string;
  readonly entryPoint: string;
}

const METRICS = [
  'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum',
  'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum',
] as const;

async function run(file: string): Promise<void> {
  const cases = JSON.parse(
    readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'ncu-cases.json'), 'utf8'),
  ) as Cases;
  const registry = createRegistry([formats, cudaPlugin, hyb, sell]);
  const backend = await openBackend(registry.backend('cuda'));
  const launches: Launch[] = [];
  try {
    for (const [name, { generator, options }] of Object.entries(cases.matrices)) {
      const coo = generateMatrix(generator, options);
      const x = backend.vector(new Float64Array(coo.shape.cols).fill(1));
      const y = backend.vector(coo.shape.rows);
      for (const { kernel: id, params } of cases.kernels) {
        const kernel = registry.kernel(id);
        const matrix = buildMatrix(registry.format(kernel.format ?? ''), coo, { target: 'cuda' });
        const { entryPoints } = planTrace({ operation: spmv, kernel, matrix, params, device: backend.device });
        const operator = await backend.prepare({ operation: spmv, matrix, kernel, params });
        operator.apply(x, y);
        await backend.finish();
        await operator.dispose();
        launches.push(...entryPoints.map((entryPoint) => ({ kernel: id, params, matrix: name, entryPoint })));
      }
    }
    writeFileSync(file, JSON.stringify({ device: backend.device.name, launches }, null, 1));
  } finally {
    await backend.dispose();
  }
}

/** The cells of a line of CSV in which each may be quoted. */
function cellsOf(line: string): readonly string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"|([^,]+)|(?<=,)(?=,|$)/gu)].map((cell) => cell[1] ?? cell[2] ?? '');
}

/** Rows of `--csv --page raw`: a line of names, one of units, then one for each kernel; before them what ncu says of itself. */
function profiled(text: string): readonly Readonly<Record<string, string>>[] {
  const lines = text.split('\n').filter((line) => line.startsWith('"'));
  const names = cellsOf(lines[0] ?? '');
  return lines.slice(1).map((line) => {
    const cells = cellsOf(line);
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
  });
}

/** Errors where a launch was not profiled: rows are those of our kernels in the order of the launches, others are left out. */
function table(launchesFile: string, profileFile: string): string {
  const { device, launches } = JSON.parse(readFileSync(launchesFile, 'utf8')) as {
    readonly device: string;
    readonly launches: readonly Launch[];
  };
  const rows = profiled(readFileSync(profileFile, 'utf8'));
  let at = 0;
  const lines = launches.map(({ kernel, params, matrix, entryPoint }) => {
    const found = rows.findIndex(
      (row, place) => place >= at && (row['Kernel Name'] ?? '').replace(/\(.*/u, '') === entryPoint,
    );
    if (found < 0) throw new Error(`${entryPoint} of ${kernel} on ${matrix} is not in ${profileFile}`);
    at = found + 1;
    const counts = METRICS.map((metric) => Number((rows[found]?.[metric] ?? '').replaceAll(',', '')));
    if (counts.some((count) => !Number.isFinite(count))) throw new Error(`${entryPoint}: ncu counted nothing`);
    const written = Object.entries(params).map(([name, value]) => `${name}=${value}`);
    return [kernel, written.join(';'), matrix, entryPoint, ...counts, device].join(',');
  });
  return ['kernel,params,matrix,entryPoint,loadSectors,storeSectors,device', ...lines, ''].join('\n');
}

const [mode, file = '', profile = ''] = process.argv.slice(2);
if (mode === 'run') await run(file);
else if (mode === 'table') process.stdout.write(table(file, profile));
else {
  process.stderr.write('usage: node tools/device/ncu-sectors.ts run LAUNCHES.json | table LAUNCHES.json NCU.csv\n');
  process.exitCode = 2;
}
