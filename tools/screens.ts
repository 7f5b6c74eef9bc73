// What the command prints, at 80 and 120 columns, into docs/screens.md, and one table into README.md. Usage: pnpm docs:screens, on a machine that does nothing else;
// pnpm docs:screens solve rank for the screens of these commands alone, the others staying as they are, and the README.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../packages/cli/dist/main.js', import.meta.url));
const PAGE = new URL('../docs/screens.md', import.meta.url);
const README = new URL('../README.md', import.meta.url);

const SCREENS: readonly (readonly string[])[] = [
  ['bench', 'dw2048'],
  ['info', 'adder_dcop_32'],
  ['doctor'],
  ['validate', 'LF10'],
  ['solve', '494_bus', '--method', 'cg', '--precond', 'jacobi', '--history'],
  ['rank', 'Harvard500', '--reverse', '--top', '5'],
];
const WIDTHS = [80, 120];

/** One screen as text. Exits where the command fails: a page of errors is of no use. */
function screen(args: readonly string[], width: number): string {
  const line = [MAIN, ...args, '--width', String(width), '--no-color', '--quiet'];
  const { status, stdout, stderr } = spawnSync(process.execPath, line, { encoding: 'utf8' });
  if (status !== 0) {
    process.stderr.write(`spmv ${args.join(' ')}: exit code ${String(status)}\n${stderr}`);
    process.exit(1);
  }
  return stdout.trimEnd();
}

const HEADING = '## `spmv ';
const before = readFileSync(PAGE, 'utf8').split(`\n${HEADING}`).slice(1);
const only = process.argv.slice(2);

/** Both widths of a command, made now or, where others were asked for, as the page has them. */
function part(args: readonly string[]): string {
  const title = `${args.join(' ')}\``;
  const earlier = before.find((text) => text.startsWith(`${title}\n`));
  if (only.length > 0 && !only.includes(args[0] ?? '') && earlier !== undefined)
    return `${HEADING}${earlier.trimEnd()}`;
  return [
    `${HEADING}${title}`,
    ...WIDTHS.flatMap((width) => [`At ${width} columns:`, `\`\`\`text\n${screen(args, width)}\n\`\`\``]),
  ].join('\n\n');
}

writeFileSync(
  PAGE,
  [
    '# Screens',
    'What six commands print in a terminal of 80 and of 120 columns, without its colours. Made by `pnpm docs:screens`: times are those of the machine that ran it.',
    ...SCREENS.map(part),
    '',
  ].join('\n\n'),
);
if (only.length > 0) process.exit();

/** The table of the README: one matrix, the kernels of two backends. */
const EXAMPLE = ['bench', 'cavity10', '--precision', 'f64', '--backend', 'serial,threads'];
const readme = readFileSync(README, 'utf8');
const [head, tail] = [readme.split('<!-- bench:begin -->')[0] ?? '', readme.split('<!-- bench:end -->')[1] ?? ''];
const table = `\`\`\`\n$ spmv ${EXAMPLE.join(' ')}\n${screen(EXAMPLE, 100)}\n\`\`\``;
writeFileSync(README, `${head}<!-- bench:begin -->\n${table}\n<!-- bench:end -->${tail}`);
process.stdout.write(`${fileURLToPath(PAGE)}\n${fileURLToPath(README)}\n`);
