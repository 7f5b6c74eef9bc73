// Makes bench/results/cuda out of what bench/cuda/device.sh left: the report, its figures, logs of the sanitizers, a summary of the conformance kit.
// Usage: node bench/cuda/collect.mjs FOLDER|ARCHIVE.tar.gz [--to FOLDER]
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { compareRows, markdown } from './table.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { to: { type: 'string', default: join(import.meta.dirname, '..', 'results', 'cuda') } },
});
const TOOLS = ['memcheck', 'racecheck', 'initcheck'];

/** The folder that holds the files: the one given, or what an archive has. */
function folderOf(path) {
  if (!/\.t(ar\.)?gz$/.test(path)) return path;
  const target = mkdtempSync(join(tmpdir(), 'spmv-collect-'));
  execFileSync('tar', ['-xzf', path, '-C', target]);
  const inside = readdirSync(target);
  return inside.length === 1 ? join(target, inside[0]) : target;
}

const from = folderOf(positionals[0] ?? '.');
const read = (name) => (existsSync(join(from, name)) ? JSON.parse(readFileSync(join(from, name), 'utf8')) : undefined);
mkdirSync(options.to, { recursive: true });
const write = (name, document) => writeFileSync(join(options.to, name), `${JSON.stringify(document, null, 1)}\n`);

/** Cases counted by kernel and precision; those that did not pass in full. */
function summaryOfConformance(report) {
  const kernels = {};
  for (const { id, status, compared, errorRatio } of report.cases) {
    const key = id.includes('@') ? id.split('/').slice(0, 3).join('/') : 'backend';
    const one = (kernels[key] ??= { cases: 0, passed: 0, compared: 0, errorRatio: 0 });
    one.cases++;
    if (status === 'passed') one.passed++;
    one.compared += compared;
    one.errorRatio = Math.max(one.errorRatio, errorRatio ?? 0);
  }
  return { ...report, cases: undefined, kernels, others: report.cases.filter(({ status }) => status !== 'passed') };
}

function conformanceLine(report) {
  if (!report) return 'Conformance kit: not run.';
  const compared = report.cases.reduce((sum, one) => sum + one.compared, 0);
  const refused = report.totals.refused
    ? `; refused ${report.totals.refused}: what cuSPARSE's kernels do not promise`
    : '';
  return `Conformance kit (tiers ${report.tiers.join(', ')}; every kernel and every point of its parameters): ${report.cases.length} of ${report.wanted} cases, ${report.totals.passed} passed, ${report.totals.failed} failed${refused}; ${compared} comparisons, largest error ratio ${report.errorRatio.toPrecision(3)}: **${report.conforms ? 'conforms' : 'does not conform'}**.`;
}

function validationLine(found) {
  if (!found) return 'Validation of the stored matrices: not run.';
  const worst = (precision) => Math.max(...found.table.map((row) => row[precision])).toPrecision(3);
  const missing = found.missing.length > 0 ? ` Not validated, the time was over: ${found.missing.join(', ')}.` : '';
  return `Every kernel on ${found.table.length} stored matrices (real, integer, pattern) in f64 and f32, α = 1, β = 0 and α = −1.5, β = 0.75: ${found.totals.ok} products right, ${found.totals.failed} wrong, ${found.totals.refused} combinations refused by a format or by a parameter's rule; largest error ratio ${worst('f64')} (f64), ${worst('f32')} (f32).${missing} ${found.complex.length} matrices of complex numbers are left out.`;
}

function sanitizerLines() {
  return TOOLS.map((tool) => {
    const file = join(from, `sanitizer-${tool}.log`);
    if (!existsSync(file)) return `* ${tool}: not run`;
    copyFileSync(file, join(options.to, `sanitizer-${tool}.log`));
    const text = readFileSync(file, 'utf8');
    const products = /(\d+) products/.exec(text)?.[1];
    return `* ${tool}: ${/=+ ((?:ERROR|RACECHECK) SUMMARY:.*)/.exec(text)?.[1] ?? 'no summary: it did not finish'}${products ? `, ${products} products` : ''} ([log](sanitizer-${tool}.log))`;
  });
}

function cyclesLine(found) {
  if (!found) return 'Prepare–apply–dispose cycles: not run.';
  const lost = found.freeBefore - found.freeAfter;
  return `${found.cycles} prepare–apply–dispose cycles over ${found.kernels.length} kernels: ${found.freeBefore} bytes of device memory free before, ${found.freeAfter} after: **${lost === 0 ? 'nothing lost' : `${lost} bytes lost`}**.`;
}

/** Every point measured on the matrix that stays close, in this run. */
function closeLines(document) {
  const matrix = document?.matrices.find(({ name }) => name === 'power-law-4M');
  if (!matrix) return [];
  const lines = [
    'In this run:',
    '',
    '| precision | kernel | hot µs | over cuSPARSE | cold µs |',
    '|---|---|---|---|---|',
  ];
  for (const precision of ['f64', 'f32']) {
    const rows = matrix.rows.filter((row) => row.precision === precision);
    const { any } = compareRows(rows, 'hotMs');
    for (const row of rows.filter(({ status }) => status === 'ok').sort((a, b) => a.hotMs - b.hotMs)) {
      const point = [...Object.values(row.formatParams ?? {}), ...Object.values(row.params ?? {})].join('/');
      lines.push(
        `| ${precision} | ${row.kernel.replace('cuda/', '')} ${point}${row.overlap === false ? ' without overlap' : ''} | ${(1000 * row.hotMs).toFixed(2)} | ${any ? (any.hotMs / row.hotMs).toFixed(3) : '–'} | ${(1000 * row.coldMs).toFixed(2)} |`,
      );
    }
  }
  return [...lines, ''];
}

const table = read('full.json');
const conformance = read('conformance.json');
const validation = read('validate.json');
const cycles = read('cycles.json');
if (conformance) write('conformance.json', summaryOfConformance(conformance));
if (validation) write('validate.json', validation);
if (cycles) write('cycles.json', cycles);
if (table) writeFileSync(join(options.to, 'h200.json'), `${JSON.stringify(table)}\n`);
for (const name of ['doctor.txt', 'cli-bench.txt'])
  if (existsSync(join(from, name))) copyFileSync(join(from, name), join(options.to, name));
if (existsSync(join(from, 'host.txt'))) {
  const lines = readFileSync(join(from, 'host.txt'), 'utf8')
    .split('\n')
    .filter((line) => /^(\{|NVRM|GCC|name,|NVIDIA)/.test(line));
  writeFileSync(join(options.to, 'host.txt'), `${lines.join('\n')}\n`);
}
const lines = [
  table ? markdown(table) : '# CUDA against cuSPARSE\n\nNot measured.\n',
  readFileSync(join(import.meta.dirname, 'power-law-4M.md'), 'utf8'),
  ...closeLines(table),
  '## Right results',
  '',
  conformanceLine(conformance),
  '',
  validationLine(validation),
  '',
  'compute-sanitizer, every kernel at every point of its parameters on a small skewed matrix:',
  '',
  ...sanitizerLines(),
  '',
  cyclesLine(cycles),
  '',
  '## Files',
  '',
  '[h200.json](h200.json): every point measured; conformance.json, validate.json, cycles.json; host.txt: driver and clocks. Made by `bench/cuda/device.sh` and `bench/cuda/collect.mjs`.',
];
writeFileSync(join(options.to, 'h200.md'), `${lines.join('\n')}\n`);
process.stdout.write(`${options.to}: ${readdirSync(options.to).join(', ')}\n`);
