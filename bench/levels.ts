// Native kernels at every level of this processor beside the WebAssembly kernel of the same format: a table in Markdown, what is slower first.
// Usage: node bench/levels.ts [--runs 20] [--threads 1] [--most LEVELS] [MATRIX…] > TABLE.md   (default: bundled matrices and generated ones that no cache near a core holds; every level, the best first)
// Rows of one level and WebAssembly are of one run, in turns; `level` is what runs unless SPMV_NATIVE_LEVEL names another.
import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { nativeLevels, plugin } from '@spmv/kernels-native';
import { MAIN, whereAndWhen } from './here.ts';

const MATRICES = [
  'cavity10',
  'adder_dcop_32',
  'gen:stencil5?n=300',
  'gen:stencil27?n=30',
  'gen:powerlaw?rows=60000&meanPerRow=8',
  'gen:random?rows=60000&perRow=12',
  'gen:fem-band?rows=20000&block=3&perRow=45',
];
const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '20' },
    threads: { type: 'string', default: '1' },
    most: { type: 'string', default: '9' },
  },
});

interface Result {
  readonly status: string;
  readonly matrix: { readonly name: string };
  readonly format: string;
  readonly kernel: string;
  readonly precision: string;
  readonly medianMs: number | null;
}

/** What one kernel takes over the least of WebAssembly for its format. */
interface Row {
  readonly matrix: string;
  readonly kernel: string;
  readonly wasmMs: number;
  readonly ratios: Readonly<Record<string, number>>;
}

/** Kernels of levels: those of libraries are native, too. */
const OWN = new Set(plugin.kernels?.map(({ id }) => id));

/** Those that are compared: others are not timed. */
function kernelsCompared(): string {
  const text = execFileSync(process.execPath, [MAIN, 'kernels', '--json'], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const kernels = JSON.parse(text) as readonly { readonly id: string; readonly operation: string }[];
  const isCompared = (id: string): boolean => id.startsWith('wasm/') || OWN.has(id);
  return kernels
    .filter(({ id, operation }) => operation === 'spmv' && isCompared(id))
    .map(({ id }) => id)
    .join(',');
}

const isThreaded = given.threads !== '1';

function resultsAt(level: string, kernels: string, matrices: readonly string[]): readonly Result[] {
  const where = isThreaded ? ['--backend', 'threads', '--param', `threads=${given.threads}`] : ['--backend', 'serial'];
  const what = ['--kernel', kernels, '--precision', 'f64', '--runs', given.runs];
  const args = ['bench', ...matrices, ...where, ...what, '--json', '--quiet'];
  const text = execFileSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    env: { ...process.env, SPMV_NATIVE_LEVEL: level },
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { results } = JSON.parse(text) as { readonly results: readonly Result[] };
  return results.filter(({ status, medianMs }) => status === 'ok' && medianMs !== null);
}

const keyOf = ({ matrix, kernel }: Pick<Result, 'matrix' | 'kernel'>): string => `${matrix.name} ${kernel}`;

function rowsOf(levels: readonly string[], matrices: readonly string[]): readonly Row[] {
  const rows = new Map<string, Row>();
  const kernels = kernelsCompared();
  for (const level of levels) {
    const results = resultsAt(level, kernels, matrices);
    for (const one of results.filter(({ kernel }) => OWN.has(kernel))) {
      const wasm = results.filter(
        ({ kernel, matrix, format }) =>
          kernel.startsWith('wasm/') && matrix.name === one.matrix.name && format === one.format,
      );
      if (wasm.length === 0) continue;
      const wasmMs = Math.min(...wasm.map(({ medianMs }) => medianMs as number));
      const known = rows.get(keyOf(one)) ?? { matrix: one.matrix.name, kernel: one.kernel, wasmMs, ratios: {} };
      rows.set(keyOf(one), { ...known, ratios: { ...known.ratios, [level]: (one.medianMs as number) / wasmMs } });
    }
    process.stderr.write(`${level}\n`);
  }
  return [...rows.values()];
}

const geometric = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/** Slower than WebAssembly by more than this is a miss. */
const MOST = 1.05;

function table(levels: readonly string[], rows: readonly Row[]): string {
  const [level = ''] = levels;
  const sorted = rows.toSorted((a, b) => (b.ratios[level] ?? 0) - (a.ratios[level] ?? 0));
  const at = (which: string): readonly number[] => rows.flatMap(({ ratios }) => ratios[which] ?? []);
  const cell = (ratio: number | undefined): string =>
    ratio === undefined ? '' : ratio > MOST ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2);
  return [
    `${whereAndWhen()}; ${given.threads} thread(s), f64, medians of ${given.runs} samples.`,
    '',
    `What a native kernel takes over the WebAssembly kernel of its format: ${at(level).filter((ratio) => ratio > MOST).length} of ${at(level).length} are more than 5 % slower at ${level}, which runs here.`,
    '',
    `| matrix | kernel | WebAssembly, µs | ${levels.join(' | ')} |`,
    `| --- | --- | --: | ${levels.map(() => '--:').join(' | ')} |`,
    ...sorted.map(
      ({ matrix, kernel, wasmMs, ratios }) =>
        `| ${matrix} | ${kernel} | ${(1000 * wasmMs).toPrecision(3)} | ${levels.map((one) => cell(ratios[one])).join(' | ')} |`,
    ),
    `| in the mean | | | ${levels.map((one) => cell(geometric(at(one)))).join(' | ')} |`,
    '',
  ].join('\n');
}

const levels = nativeLevels()
  .filter((level) => level !== 'scalar')
  .slice(0, Number(given.most));
process.stdout.write(table(levels, rowsOf(levels, positionals.length > 0 ? positionals : MATRICES)));
