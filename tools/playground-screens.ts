// Pictures of the states of the page into docs/images/playground-*.png, and nothing else. Usage: pnpm docs:playground [NAME…], after a build.
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { serveFolder } from '../apps/playground/serve/static-server.ts';
import { CHROMIUM, chromiumFlags } from './machine.ts';

const SITE = fileURLToPath(new URL('../apps/playground/dist/site', import.meta.url));
const IMAGES = fileURLToPath(new URL('../docs/images', import.meta.url));

/** A state of the page: where it is, how large, and what is done until it shows what it should. */
interface State {
  readonly fragment: string;
  readonly width: number;
  readonly height: number;
  readonly colours?: 'light' | 'dark';
  /** Served without the headers of isolation. Default with them. */
  readonly bare?: true;
  reach(page: Page): Promise<unknown>;
}

const drawn = (page: Page): Promise<void> => page.locator('canvas[data-drawn=true]').first().waitFor();
const BAD = '%%MatrixMarket matrix coordinate real general\n% a comment\n4 4 4\n1 1 2.0\n2 2 3.5x\n3 3 1\n4 4 1\n';

const STATES: Readonly<Record<string, State>> = {
  empty: { fragment: '', width: 1100, height: 1000, reach: (page) => page.getByText('Drop a file anywhere').waitFor() },
  see: { fragment: '#matrix=cavity10', width: 1100, height: 1000, reach: drawn },
  storage: {
    fragment: '#matrix=adder_dcop_32',
    width: 1100,
    height: 900,
    reach: async (page) => {
      await page.locator('.refusals').waitFor();
      await page.evaluate(`[...document.querySelectorAll('h3')].at(-1).scrollIntoView()`);
    },
  },
  reading: {
    fragment: '#matrix=gen%3Arandom%3Frows%3D1000000%26perRow%3D60',
    width: 1100,
    height: 560,
    reach: (page) => page.getByRole('button', { name: 'Cancel' }).waitFor(),
  },
  error: {
    fragment: '',
    width: 1100,
    height: 720,
    reach: async (page) => {
      const file = { name: 'bad.mtx', mimeType: 'text/plain', buffer: Buffer.from(BAD) };
      await page.locator('input[type=file]').first().setInputFiles(file);
      await page.getByRole('alert').waitFor();
    },
  },
  compare: {
    fragment: '#matrix=gen%3Astencil5%3Fn%3D20&beside=Harvard500',
    width: 1600,
    height: 1150,
    reach: (page) => page.locator('canvas[data-drawn=true]').nth(1).waitFor(),
  },
  run: {
    fragment: '#matrix=olm1000&panel=run',
    width: 1100,
    height: 1000,
    reach: async (page) => {
      await page.getByLabel('Time budget').selectOption({ index: 0 });
      await page.getByRole('button', { name: 'Run every kernel' }).click();
      await page.locator('.format-chart').first().waitFor({ timeout: 240_000 });
      await page.locator('button:enabled', { hasText: 'Run every kernel' }).waitFor({ timeout: 240_000 });
      await page.evaluate(`document.querySelector('.verdict').scrollIntoView()`);
    },
  },
  teach: {
    fragment: '#matrix=cage4&panel=teach',
    width: 1100,
    height: 1100,
    reach: async (page) => {
      await page.locator('p.step').waitFor();
      await page.evaluate(`document.querySelector('[aria-label="How formats store it"]').scrollIntoView()`);
    },
  },
  step: {
    fragment: '#matrix=gen%3Astencil5%3Fn%3D4&panel=teach&teach.size=8&teach.kernel=csr',
    width: 1100,
    height: 900,
    reach: async (page) => {
      const next = page.getByRole('button', { name: 'Next' });
      for (let step = 1; step < 5; step++) await next.click();
      await page.evaluate(
        `[...document.querySelectorAll('#panel h3')].find((h) => h.textContent === 'One product, step by step').scrollIntoView()`,
      );
    },
  },
  product: {
    fragment: '#matrix=Harvard500&panel=product&product.row=200',
    width: 1100,
    height: 1000,
    reach: (page) => page.getByText('Row 200 of C').waitFor(),
  },
  solve: {
    fragment: '#matrix=gen%3Astencil5%3Fn%3D32&panel=solve',
    width: 1100,
    height: 1000,
    reach: async (page) => {
      await page.getByRole('button', { name: 'A wall with a gap' }).click();
      await page.getByText('993 equations').waitFor();
      await page.getByText('Done.').waitFor();
      await page.evaluate(`scrollTo(0, 0)`);
    },
  },
  bare: {
    fragment: '#matrix=cage4&panel=run',
    width: 1100,
    height: 380,
    bare: true,
    reach: async (page) => {
      await page.getByText('is not available').nth(1).waitFor();
      await page.evaluate(`document.querySelector('[role=tablist]').scrollIntoView()`);
    },
  },
  dark: { fragment: '#matrix=qh1484', width: 1100, height: 1000, colours: 'dark', reach: drawn },
  phone: { fragment: '#matrix=well1850', width: 360, height: 1100, colours: 'dark', reach: drawn },
};

const wanted = process.argv.slice(2);
const isolated = await serveFolder({ folder: SITE, port: 0, isolated: true });
const bareServer = await serveFolder({ folder: SITE, port: 0, isolated: false });
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  headless: true,
  args: chromiumFlags(),
});
for (const [name, { fragment, width, height, colours = 'light', bare, reach }] of Object.entries(STATES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: colours,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(`${(bare ? bareServer : isolated).url}${fragment}`);
  await page.locator('form.chooser').first().waitFor({ state: 'attached' });
  await reach(page);
  await page.screenshot({ path: `${IMAGES}/playground-${name}.png`, animations: 'disabled' });
  await context.close();
  process.stdout.write(`${name}\n`);
}
await browser.close();
await isolated.close();
await bareServer.close();
