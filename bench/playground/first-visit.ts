// What Lighthouse looks at, on a phone and network as its lab has them: first and largest paint, blocking, shifts. Usage: node bench/playground/first-visit.ts
import { statSync } from 'node:fs';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serveFolder } from '../../apps/playground/serve/static-server.ts';

const SITE = fileURLToPath(new URL('../../apps/playground/dist/site', import.meta.url));
const RUNS = 5;

/** Lighthouse's slow 4G: 150 ms there and back, 1.6 Mbit/s; and a processor four times as slow. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
};
const SLOWER = 4;

/** Notes what the browser tells from the first byte on. */
const WATCH = `globalThis.told = { fcp: 0, lcp: 0, cls: 0, tbt: 0 };
new PerformanceObserver((list) => { for (const e of list.getEntries()) if (e.name === 'first-contentful-paint') told.fcp = e.startTime; }).observe({ type: 'paint', buffered: true });
new PerformanceObserver((list) => { for (const e of list.getEntries()) told.lcp = e.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) told.cls += e.value; }).observe({ type: 'layout-shift', buffered: true });
new PerformanceObserver((list) => { for (const e of list.getEntries()) told.tbt += Math.max(0, e.duration - 50); }).observe({ type: 'longtask', buffered: true });`;

statSync(SITE);
const server = await serveFolder({ folder: SITE, port: 0, isolated: false });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  headless: true,
  args: ['--no-sandbox', '--no-first-run', '--disable-background-networking'],
});
for (const fragment of ['', '#matrix=cavity10']) {
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 }, serviceWorkers: 'block' });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.addInitScript(WATCH);
    await page.goto(`${server.url}${fragment}`);
    await setTimeout(6000);
    process.stdout.write(`${fragment || 'empty'} ${JSON.stringify(await page.evaluate('globalThis.told'))}\n`);
    await context.close();
  }
}
await browser.close();
await server.close();
