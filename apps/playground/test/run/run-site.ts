import process from 'node:process';
import type { Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { inject } from 'vitest';
import { serveFolder } from '../../serve/static-server.ts';
import { CHROMIUM, chromiumFlags, SWIFTSHADER } from '../../../../tools/machine.ts';

/** How a page is opened. */
export interface Visit {
  /** After `#panel=run&`. */
  readonly fragment: string;
  readonly isolated?: boolean;
  readonly webgpu?: boolean;
  readonly width?: number;
  /** Changes scripts on their way. */
  readonly alter?: (path: string, text: string) => string;
}

/** Opens the panel that runs, and closes the browser when `use` has ended. Errors that the page throws meanwhile are thrown here. */
export async function visitRun<T>(visit: Visit, use: (page: Page) => Promise<T>): Promise<T> {
  const { fragment, isolated = false, webgpu = false, width = 1200, alter } = visit;
  const server = await serveFolder({ folder: inject('site'), port: 0, isolated });
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: webgpu ? [...chromiumFlags(), '--enable-unsafe-webgpu'] : chromiumFlags('WebGPUService'),
    env: { ...process.env, ...(webgpu ? { VK_ICD_FILENAMES: SWIFTSHADER } : {}) } as Record<string, string>,
  });
  try {
    const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width, height: 900 } });
    if (alter)
      await context.route('**/*.js', async (route) => {
        const response = await route.fetch();
        await route.fulfill({
          response,
          body: alter(new URL(route.request().url()).pathname, await response.text()),
        });
      });
    const page = await context.newPage();
    const failed = new Promise<never>((_, reject) => {
      page.on('pageerror', reject);
    });
    failed.catch(() => {});
    await page.goto(`${server.url}#panel=run&${fragment}`);
    return await Promise.race([failed, use(page)]);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Presses the button and waits for the end. Gives the line that says how it ended. */
export async function runToItsEnd(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Run every kernel' }).click();
  const ended = page.getByText(/^(?:Done|Broken off|Cancelled): /u);
  await ended.waitFor({ timeout: 150_000 });
  return ended.innerText();
}

/** Shows all rows, and gives what is said of each: kernel, median, speed-up, spread, format, precision, backend, …, status. */
export async function tableRows(page: Page): Promise<readonly (readonly string[])[]> {
  const all = page.getByRole('button', { name: /^All \d+ combinations$/u });
  if ((await all.count()) > 0) await all.click();
  const rows = await page.locator('table.results tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
}
