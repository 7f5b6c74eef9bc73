// Runs a module in a page of a real browser and gives back what it returns.
import { existsSync } from 'node:fs';
import process from 'node:process';
import { chromium } from 'playwright-core';
import type { ServeOptions } from './serve.ts';
import { serve } from './serve.ts';
import { serveWorkers } from './serve-workers.ts';

/** The system's Chromium, or the one the environment names. */
export const CHROMIUM: string = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Why no browser can be started here, or `undefined`. */
export const noBrowser: string | undefined = existsSync(CHROMIUM) ? undefined : `UNAVAILABLE: there is no ${CHROMIUM}. Install chromium, or set CHROMIUM to one.`;

/** `--enable-unsafe-webgpu` is what makes headless Chromium offer its software adapter. */
const FLAGS = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--enable-unsafe-webgpu'];

export interface JobOptions extends Partial<ServeOptions> {
  /** Text of an ES module whose default export is called; it may import the workspace's packages by name. */
  readonly job: string;
  /** The job starts module workers: served through Vite, as import maps do not reach those. */
  readonly workers?: boolean;
  /** Called with each line the page logs. */
  readonly onLog?: (line: string) => void;
}

/** The JSON value that the job's default export resolves to. Errors of the page are thrown here. */
export async function runJob({ job, isolated = false, imports = {}, workers = false, onLog = () => {} }: JobOptions): Promise<unknown> {
  const server = await (workers ? serveWorkers : serve)({ job, isolated, imports });
  const browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });
  try {
    const page = await browser.newPage();
    page.on('console', (message) => onLog(message.text()));
    await page.goto(server.url);
    // A string: this program's types know no page.
    return await page.evaluate("import('/job.js').then((job) => job.default())");
  } finally {
    await browser.close();
    await server.close();
  }
}
