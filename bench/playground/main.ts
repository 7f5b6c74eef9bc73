// How long the page takes from a dropped file to its picture, in headless Chromium. Usage: node --conditions=@spmv/source bench/playground/main.ts [--runs N]
import { createWriteStream, existsSync, mkdirSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import type { CooMatrix } from '@spmv/core';
import { generateMatrix } from '@spmv/testkit';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { serveFolder } from '../../apps/playground/serve/static-server.ts';

/** About five million entries: short numbers in few lines of text, and numbers of 17 digits anywhere. */
const MATRICES: Readonly<Record<string, () => CooMatrix>> = {
  'stencil27-58': () => generateMatrix('stencil27', { n: 58 }),
  'random-500k': () => generateMatrix('random', { rows: 500_000, perRow: 10, seed: 1 }),
};

const SITE = fileURLToPath(new URL('../../apps/playground/dist/site', import.meta.url));
const FOLDER = join(tmpdir(), 'spmv-page-matrices');
const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

function* textOf({ shape, rowIndex, colIndex, values }: CooMatrix): Generator<string> {
  yield `%%MatrixMarket matrix coordinate real general\n${shape.rows} ${shape.cols} ${values.length}\n`;
  for (let from = 0; from < values.length; from += 10_000) {
    let text = '';
    for (let k = from; k < Math.min(values.length, from + 10_000); k++)
      text += `${(rowIndex[k] as number) + 1} ${(colIndex[k] as number) + 1} ${values[k]}\n`;
    yield text;
  }
}

async function matrixFile(name: string, make: () => CooMatrix): Promise<string> {
  const file = join(FOLDER, `${name}.mtx.gz`);
  mkdirSync(FOLDER, { recursive: true });
  if (!existsSync(file)) await pipeline(textOf(make()), createGzip({ level: 6 }), createWriteStream(file));
  return file;
}

/** Milliseconds since the file was given. */
interface Times {
  readonly read: number;
  /** The picture from the tile of everything, and the one of all tiles in view. */
  readonly picture: number;
  readonly sharp: number;
  readonly figures: number;
  readonly storage: number;
  readonly zoomed: number;
}

/** Notes in the page when each thing is there first; a string, as this program's types know no page. */
const WATCH = `(() => {
  const marks = globalThis.marks = {};
  const begin = performance.now();
  const seen = { read: '.slot .matrix-name', picture: 'canvas[data-drawn]', sharp: 'canvas[data-drawn=true]', figures: '.figures', storage: '.refusals, .bars caption' };
  const look = () => {
    for (const [name, selector] of Object.entries(seen))
      if (!(name in marks) && document.querySelector(selector) && !document.querySelector('.slot.loading')) marks[name] = performance.now() - begin;
    requestAnimationFrame(look);
  };
  look();
})()`;

async function once(browser: Browser, url: string, file: string): Promise<Times> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  try {
    await page.goto(url);
    await page.locator('form.chooser').first().waitFor();
    // The watch begins before the file is handed over.
    await page.evaluate(WATCH);
    await page.locator('input[type=file]').first().setInputFiles(file);
    // Not `waitForFunction` with a string: the policy of the page forbids it.
    while ((await page.evaluate<number>('Object.keys(globalThis.marks).length')) < 5) await setTimeout(50);
    const marks = await page.evaluate<Omit<Times, 'zoomed'>>('globalThis.marks');
    const began = performance.now();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.locator('canvas[data-drawn=true]').waitFor();
    return { ...marks, zoomed: performance.now() - began };
  } finally {
    await page.close();
  }
}

const { values: flags } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const server = await serveFolder({ folder: SITE, port: 0, isolated: false });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  headless: true,
  args: FLAGS,
});
process.stdout.write(`${cpus()[0]?.model ?? ''}, ${cpus().length} cores, Chromium ${browser.version()}\n`);
for (const [name, make] of Object.entries(MATRICES)) {
  const file = await matrixFile(name, make);
  const runs: Times[] = [];
  for (let run = 0; run < Number(flags.runs); run++) runs.push(await once(browser, server.url, file));
  const median = (key: keyof Times): string => {
    const sorted = runs.map((each) => each[key]).sort((a, b) => a - b);
    return `${key} ${((sorted[Math.floor(sorted.length / 2)] ?? 0) / 1000).toFixed(2)} s (${sorted.map((ms) => (ms / 1000).toFixed(2)).join(' ')})`;
  };
  const keys = ['read', 'picture', 'sharp', 'figures', 'storage', 'zoomed'] as const;
  process.stdout.write(
    `${name}, ${(statSync(file).size / 1e6).toFixed(1)} MB compressed: ${keys.map(median).join('; ')}\n`,
  );
}
await browser.close();
await server.close();
