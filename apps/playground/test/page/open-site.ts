import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import type { StaticServer } from '../../serve/static-server.ts';
import { serveFolder } from '../../serve/static-server.ts';
import { CHROMIUM, chromiumFlags } from '../../../../tools/machine.ts';

/** The page in a browser, without isolation and without WebGPU: what any static host serves to any browser. */
export interface Site {
  readonly server: StaticServer;
  /** Opens the page at a fragment, and waits until it is there. */
  open(fragment?: string, options?: BrowserContextOptions): Promise<Page>;
  /** What pages complained of since they were opened: exceptions, and messages of the policy. */
  readonly complaints: readonly string[];
  /** Takes back complaints that a test has provoked. */
  forget(provoked: RegExp): void;
}

/** One browser and one server for the tests of a file; pages are closed after the test that opened them. */
export function useSite(): () => Site {
  const held: { site?: Site; browser?: Browser } = {};
  beforeAll(async () => {
    const server = await serveFolder({ folder: inject('site'), port: 0, isolated: false });
    const browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: chromiumFlags() });
    const complaints: string[] = [];
    held.browser = browser;
    held.site = {
      server,
      complaints,
      forget: (provoked) =>
        void complaints.splice(0, complaints.length, ...complaints.filter((one) => !provoked.test(one))),
      async open(fragment = '', options = {}) {
        // The worker that keeps the page would answer for later tests.
        const context = await browser.newContext({ serviceWorkers: 'block', ...options });
        const page = await context.newPage();
        // On a busy machine the worker that keeps the page takes long to fetch all of it.
        page.setDefaultTimeout(120_000);
        page.on('pageerror', (error) => complaints.push(error.message));
        page.on('console', (message) => {
          if (message.type() === 'error') complaints.push(message.text());
        });
        await page.goto(`${server.url}${fragment}`);
        await page.locator('form.chooser').first().waitFor({ state: 'attached' });
        return page;
      },
    };
  });
  // Pages that are left open go on working beside later ones.
  afterEach(async () => {
    await Promise.all((held.browser?.contexts() ?? []).map((context) => context.close()));
  });
  afterAll(async () => {
    await held.browser?.close();
    await held.site?.server.close();
  });
  return () => {
    if (!held.site) throw new Error('There is no browser.');
    return held.site;
  };
}
