// Runs a module in a page of a real browser and gives back what it returns.
import { chromium, type Page } from 'playwright-core';
import type { ServeOptions } from './serve.ts';
import { serve } from './serve.ts';
import { CHROMIUM, chromiumFlags } from '../machine.ts';

/** `--enable-unsafe-webgpu` is what makes headless Chromium offer its software adapter. */
const FLAGS = [...chromiumFlags(), '--disable-quic', '--enable-unsafe-webgpu'];

/** Opens a page of a new browser, and closes that when `use` has ended. Errors that the page throws meanwhile are thrown here. */
export async function openPage<T>(url: string, use: (page: Page) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });
  try {
    const page = await browser.newPage();
    const failed = new Promise<never>((_, reject) => {
      page.on('pageerror', reject);
    });
    failed.catch(() => {});
    await page.goto(url);
    return await Promise.race([failed, use(page)]);
  } finally {
    await browser.close();
  }
}

export interface JobOptions extends Partial<ServeOptions> {
  /** Text of an ES module whose default export is called; it may import the workspace's packages by name. */
  readonly job: string;
}

/** The JSON value that the job's default export resolves to. Errors of the page are thrown here. */
export async function runJob({ job, isolated = false, imports = {} }: JobOptions): Promise<unknown> {
  const server = await serve({ job, isolated, imports });
  try {
    // A string: this program's types know no page.
    return await openPage(server.url, (page) => page.evaluate("import('/job.js').then((job) => job.default())"));
  } finally {
    await server.close();
  }
}
