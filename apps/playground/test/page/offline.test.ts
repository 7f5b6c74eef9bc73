import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { filesToKeep } from '../../build/service-worker.ts';
import { noBrowser, useSite } from './open-site.ts';

describe.skipIf(noBrowser !== undefined)(`without a network${noBrowser === undefined ? '' : `: ${noBrowser}`}`, () => {
  const site = useSite();

  test('the second visit needs none: the page, its workers, its matrices', async () => {
    const page = await site().open('', { serviceWorkers: 'allow' });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await site().server.close();
    await page.context().setOffline(true);
    await page.goto(`${site().server.url}#matrix=cavity10`);
    await page.reload();
    await page.getByText('76 367 entries').waitFor();
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
