// What the command prints, at 80 columns, into docs/screens.md, and the README's picture of one, docs/images/bench.png. Usage: pnpm docs:screens, on a machine that does nothing else;
// pnpm docs:screens info for the screen of that command alone, the other staying as it is; picture is the picture.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { CHROMIUM } from './machine.ts';

const MAIN = fileURLToPath(new URL('../packages/cli/dist/main.js', import.meta.url));
const PAGE = new URL('../docs/screens.md', import.meta.url);
const PICTURE = fileURLToPath(new URL('../docs/images/bench.png', import.meta.url));

const SCREENS: readonly (readonly string[])[] = [
  ['bench', 'dw2048'],
  ['info', 'adder_dcop_32'],
];
const WIDTH = 80;

/** One screen as text. Exits where the command fails: a page of errors is of no use. */
function screen(args: readonly string[], width = WIDTH, colours = false): string {
  const line = [MAIN, ...args, '--width', String(width), ...(colours ? [] : ['--no-color']), '--quiet'];
  const env = colours ? { ...process.env, FORCE_COLOR: '1' } : process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, line, { encoding: 'utf8', env });
  if (status !== 0) {
    process.stderr.write(`spmv ${args.join(' ')}: exit code ${String(status)}\n${stderr}`);
    process.exit(1);
  }
  return stdout.trimEnd();
}

const HEADING = '## `spmv ';
const before = readFileSync(PAGE, 'utf8').split(`\n${HEADING}`).slice(1);
const only = process.argv.slice(2);

/** The screen of a command, made now or, where others were asked for, as the page has them. */
function part(args: readonly string[]): string {
  const title = `${args.join(' ')}\``;
  const earlier = before.find((text) => text.startsWith(`${title}\n`));
  if (only.length > 0 && !only.includes(args[0] ?? '') && earlier !== undefined)
    return `${HEADING}${earlier.trimEnd()}`;
  return `${HEADING}${title}\n\n\`\`\`text\n${screen(args)}\n\`\`\``;
}

writeFileSync(
  PAGE,
  [
    '# Screens',
    'What two commands print in a terminal of 80 columns, without its colours; a wider one gets more columns. Made by `pnpm docs:screens`: times are those of the machine that ran it.',
    ...SCREENS.map(part),
    '',
  ].join('\n\n'),
);
if (only.length > 0 && !only.includes('picture')) process.exit();

/** The picture of the README: one matrix, the kernels of two backends. */
const EXAMPLE = ['bench', 'cavity10', '--precision', 'f64', '--backend', 'serial,threads'];
const STYLES: Readonly<Record<string, string>> = {
  '1': 'font-weight:bold',
  '2': 'opacity:.65',
  '31': 'color:#ff7b72',
  '32': 'color:#7ee787',
  '33': 'color:#e3b341',
  '36': 'color:#79c0ff',
};

/** What a terminal shows as HTML: styles nest, each end of one ends all. */
function page(text: string): string {
  let open = 0;
  const body = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/\u001b\[(\d+)m/gu, (_, code: string) => {
      const style = STYLES[code];
      if (style !== undefined) {
        open++;
        return `<span style="${style}">`;
      }
      const ends = '</span>'.repeat(open);
      open = 0;
      return ends;
    });
  const look = 'display:inline-block;margin:0;padding:14px 18px;background:#0d1117;color:#e6edf3;border-radius:8px';
  return `<body style="margin:0"><pre style="${look};font:13px/1.35 'DejaVu Sans Mono',monospace">${body}</pre>`;
}

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--no-first-run'] });
const shown = await browser.newPage({ deviceScaleFactor: 2 });
await shown.setContent(page(`$ spmv ${EXAMPLE.join(' ')}\n${screen(EXAMPLE, 96, true)}`));
await shown.locator('pre').screenshot({ path: PICTURE, omitBackground: true });
await browser.close();
process.stdout.write(`${fileURLToPath(PAGE)}\n${PICTURE}\n`);
