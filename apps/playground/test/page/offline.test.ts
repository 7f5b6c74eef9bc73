import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { filesToKeep } from '../../build/service-worker.ts';
import { serveFolder } from '../../serve/static-server.ts';
import { useSite } from './open-site.ts';
import { needs } from '../../../../tools/needs.ts';

describe('without a network', needs('chromium'), () => {
  const site = useSite();

  test('a document that was seen is there again, and so are the last two hundred', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'spmv-seen-'));
    cpSync(inject('site'), folder, { recursive: true });
    mkdirSync(join(folder, 'api'));
    const names = Array.from({ length: 203 }, (_, i) => `api/${i}.html`);
    for (const name of ['api/index.html', ...names])
      writeFileSync(join(folder, name), `<!doctype html><h1>${name}</h1>`);
    const server = await serveFolder({ folder, port: 0, isolated: false });
    const page = await site().open('', { serviceWorkers: 'allow' });
    try {
      await page.goto(server.url);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      const isKept = (name: string) => page.evaluate(async (one) => (await caches.match(one)) !== undefined, name);
      expect(await isKept('api/0.html')).toBe(false);
      await page.evaluate(async (all) => {
        for (const name of all) await (await fetch(name)).text();
      }, names);
      await expect.poll(() => isKept('api/202.html')).toBe(true);
      await expect.poll(() => isKept('api/2.html')).toBe(false);
      expect(await page.evaluate(async () => (await fetch('api/none.html')).status)).toBe(404);
      await page.goto(`${server.url}api/`);
      await expect.poll(() => isKept('index.html')).toBe(true);
      await server.close();
      await page.context().setOffline(true);
      const headingAt = async (name: string): Promise<string | null> => {
        await page.goto(`${server.url}${name}`);
        return page.locator('h1').textContent();
      };
      expect(await headingAt('api/')).toBe('api/index.html');
      expect(await headingAt('api/4.html#of-a-part')).toBe('api/4.html');
      await expect(page.goto(`${server.url}api/3.html`)).rejects.toThrow('net::');
      await expect(page.goto(`${server.url}api/none.html`)).rejects.toThrow('net::');
    } finally {
      await page.context().close();
      rmSync(folder, { recursive: true });
    }
  });

  test('the second visit needs none: the page, its workers, its matrices', async () => {
    const page = await site().open('', { serviceWorkers: 'allow' });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await site().server.close();
    await page.context().setOffline(true);
    await page.goto(`${site().server.url}#matrix=cavity10`);
    await page.reload();
    await page.getByText('76 367 entries, read in').waitFor();
    await page.getByText('Storage in every format').waitFor();
    expect(await page.evaluate(async () => (await fetch('matrices/cage4.mtx')).status)).toBe(200);
    expect(
      await page.evaluate(async () =>
        fetch('no-such-file').then(
          () => 'answered',
          () => 'failed',
        ),
      ),
    ).toBe('failed');
  });

  test('what is kept is every file of the folder, by its hash', () => {
    const folder = inject('site');
    const before = new Map(filesToKeep(folder));
    expect(before.has('index.html')).toBe(true);
    expect(before.has('sw.js')).toBe(false);
    writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const changed = filesToKeep(folder).filter(([path, hash]) => before.get(path) !== hash);
    expect(changed.map(([path]) => path)).toEqual(['icon.svg']);
  });
});
