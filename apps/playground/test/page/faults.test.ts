import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { needs, needsFull } from '../../../../tools/needs.ts';
import { given } from './files.ts';
import { useSite } from './open-site.ts';

/** A matrix of so many rows, with one entry, as text. */
function single(rows: number, cols = rows): string {
  return `%%MatrixMarket matrix coordinate pattern general\n${rows} ${cols} 1\n1 1\n`;
}

/** Drops files on an element. */
async function drop(page: Page, selector: string, files: Readonly<Record<string, string>>): Promise<void> {
  await page
    .locator(selector)
    .first()
    .evaluate((element, all) => {
      const data = new DataTransfer();
      for (const [name, text] of Object.entries(all)) data.items.add(new File([text], name));
      element.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, files);
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((one) => {
    const data = new DataTransfer();
    data.setData('text/plain', one);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, text);
}

const input = (page: Page) => page.locator('input[type=file]').first();

describe('a page that is used as people use it', needs('chromium'), () => {
  const site = useSite();

  test('a few bytes that ask for vectors of gigabytes are refused with the numbers, before any are made', async () => {
    const page = await site().open();
    await input(page).setInputFiles(given('wide.mtx', single(2_000_000_000)));
    const alert = page.getByRole('alert');
    await alert.getByText('2000000000 rows and 2000000000 columns; a page holds at most 134217728').waitFor();
    // What can be held need not be what can be multiplied.
    await input(page).setInputFiles(given('large.mtx', single(134_217_728)));
    await page.getByText('134 217 728 × 134 217 728').first().waitFor();
    await page.getByRole('tab', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Run every kernel' }).click();
    await alert.getByText(/The operands of a product, of 134217728 and 134217728 elements, need [\d.]+ GB/u).waitFor();
  });

  test('a run goes on while another panel is shown, and ends with its matrix', async () => {
    const page = await site().open('#matrix=cage4&panel=run&run.backend=serial&run.precision=f32');
    await page.getByRole('button', { name: 'Run every kernel' }).click();
    await page.getByRole('tab', { name: 'See' }).click();
    await page.getByText('Storage in every format').waitFor();
    expect(page.workers().filter((worker) => worker.url().includes('run-worker'))).toHaveLength(1);
    await page.getByRole('tab', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    expect(await page.getByRole('button', { name: 'Cancel' }).isEnabled()).toBe(true);
    await page.locator('.slot').getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.workers().length).toBe(0);
  });

  test('results stay while another panel is shown', needsFull(), async () => {
    const page = await site().open('#matrix=cage4&panel=run&run.backend=serial&run.precision=f32&run.budget=300');
    await page.getByRole('button', { name: 'Run every kernel' }).click();
    await page.getByText(/^Done: /u).waitFor({ timeout: 60_000 });
    const rows = await page.locator('table.results tbody tr').count();
    expect(rows).toBe(5);
    await page.getByRole('tab', { name: 'See' }).click();
    await page.getByRole('tab', { name: 'Run' }).click();
    await expect.poll(() => page.locator('table.results tbody tr').count()).toBe(rows);
  });

  test('a run goes on while a lesson is looked at, and Back leads to it', needsFull(), async () => {
    const page = await site().open('#matrix=cage4&panel=run&run.backend=serial&run.precision=f32&run.budget=300');
    await page.getByRole('button', { name: 'Run every kernel' }).click();
    await page.getByRole('tab', { name: 'Learn' }).click();
    await page.getByRole('link', { name: /^Coalescing/u }).click();
    await page.getByText('16 × 16').first().waitFor();
    await page.goBack();
    await page.getByText('9 × 9, 49 entries').waitFor();
    await page.getByRole('tab', { name: 'Run' }).click();
    await page.getByText(/^Done: [1-9]/u).waitFor({ timeout: 60_000 });
    expect(await page.locator('table.results tbody tr').count()).toBe(5);
  });

  test('Back leads to what was there before: a panel, a matrix, a file; and what is pasted by mistake is undone', async () => {
    const page = await site().open('#matrix=cage4');
    await page.getByText('9 × 9, 49 entries').waitFor();
    await page.getByRole('tab', { name: 'Learn' }).click();
    await page.getByText('How formats store it').waitFor();
    await page.goBack();
    await page.getByText('Storage in every format').waitFor();
    await paste(page, 'shopping list: milk');
    await paste(page, single(7));
    await page.getByText('7 × 7').first().waitFor();
    await paste(page, single(8));
    await page.getByText('8 × 8').first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('7 × 7').first().waitFor();
    await page.goBack();
    await page.getByText('9 × 9, 49 entries').waitFor();
    await page.goForward();
    await page.getByText('7 × 7').first().waitFor();
    await page.locator('[data-side=matrix] input[type=file]').setInputFiles(given('list.mtx', 'shopping list: milk'));
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('7 × 7').first().waitFor();
  });

  test(
    'of two files the second is put beside the first, a third is named, and Run and Learn tell of either',
    needsFull(),
    async () => {
      const page = await site().open();
      await drop(page, 'main', { 'a.mtx': single(5), 'b.mtx': single(6), 'c.mtx': single(7) });
      await page.getByText('5 × 5').first().waitFor();
      await page.getByText('6 × 6').first().waitFor();
      await page.getByText('Not opened: c.mtx').waitFor();
      await drop(page, '[data-side=beside]', { 'd.mtx': single(4) });
      await page.getByText('4 × 4').first().waitFor();
      expect(await page.getByText('Not opened').count()).toBe(0);
      await page.getByText('5 × 5').first().waitFor();
      await page.getByRole('tab', { name: 'Learn' }).click();
      await page.getByText('Rows 0 to 4, columns 0 to 4').waitFor();
      await page.getByLabel('Of which matrix').selectOption('d.mtx');
      await page.getByText('Rows 0 to 3, columns 0 to 3').waitFor();
      expect(page.url()).toContain('teach.of=beside');
    },
  );

  test(
    'in forced colours the picture has ink on paper, bars are seen, and the open tab differs from the others',
    needsFull(),
    async () => {
      const page = await site().open('#matrix=cage4', { forcedColors: 'active' });
      await page.locator('canvas[data-drawn=true]').waitFor();
      await page.locator('.bar-full').first().waitFor();
      const [colours, bar, tabs] = await page.evaluate(() => {
        const canvas = document.querySelector('canvas') as HTMLCanvasElement;
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
        const seen = new Set<number>();
        for (let k = 0; k < data.length; k += 4) seen.add(data[k] as number);
        const styleOf = (selector: string) => getComputedStyle(document.querySelector(selector) as Element);
        return [
          seen.size,
          styleOf('.bar-full').backgroundColor !== styleOf('body').backgroundColor,
          styleOf('[aria-selected=true]').borderBottomColor !== styleOf('[aria-selected=false]').borderBottomColor,
        ];
      });
      expect(colours).toBeGreaterThan(1);
      expect([bar, tabs]).toEqual([true, true]);
    },
  );

  test('in forced colours buttons have ink on paper, and sectors lines that differ', needsFull(), async () => {
    const page = await site().open('', { forcedColors: 'active' });
    // Browsers draw what the page lies on behind each word, whatever the button is filled with.
    const contrast = async (selector: string, pseudo?: string): Promise<readonly [string, string]> =>
      page
        .locator(selector)
        .first()
        .evaluate((element, of) => {
          const { color } = getComputedStyle(element, of);
          return [color, getComputedStyle(document.body).backgroundColor] as const;
        }, pseudo);
    const [fileInk, filePaper] = await contrast('input[type=file]', '::file-selector-button');
    expect(fileInk).not.toBe(filePaper);
    await page.goto(`${site().server.url}#matrix=gen%3Astencil5%3Fn%3D4&panel=run`);
    await page.getByRole('button', { name: 'Run every kernel' }).waitFor();
    const [ink, paper] = await contrast('button.primary');
    expect(ink).not.toBe(paper);
    await page.getByRole('tab', { name: 'Learn' }).click();
    await page.getByText('How formats store it').waitFor();
    const lines = await page.evaluate(() => {
      const teach = document.body.appendChild(document.createElement('div'));
      teach.className = 'teach';
      return [0, 1, 2, 3, 4, 5].map((k) => {
        const lane = teach.appendChild(document.createElement('span'));
        lane.className = `lane paper-${k}`;
        const { borderBlockEndStyle, borderBlockEndWidth } = getComputedStyle(lane);
        return `${borderBlockEndStyle} ${borderBlockEndWidth}`;
      });
    });
    expect(new Set(lines).size).toBe(6);
  });

  test(
    'without its matrices, without workers, with a driver that says nothing, the page says what is the matter',
    needsFull(),
    async () => {
      const page = await site().open();
      await page.context().route('**/matrices/index.json', (route) => route.fulfill({ status: 404 }));
      await page.addInitScript(() => {
        const silent = { requestAdapter: () => new Promise(() => undefined) };
        Object.defineProperty(navigator, 'gpu', { value: silent });
      });
      await page.clock.install();
      await page.goto(`${site().server.url}?again`);
      await page.getByRole('alert').getByText('index.json answers with 404').waitFor();
      await page.goto(`${site().server.url}?again#matrix=gen%3Adiagonal%3Frows%3D4&panel=run`);
      await page.getByText('Looking for what this browser can run').waitFor();
      await page.clock.fastForward(5000);
      await page.getByText('has not answered for 5 s').waitFor();
      await page.getByRole('button', { name: 'Run every kernel' }).waitFor();
      await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Worker'));
      await page.goto(`${site().server.url}?once-more#matrix=gen%3Adiagonal%3Frows%3D4`);
      await page.getByRole('link', { name: 'PAGE.NO_WORKER' }).waitFor();
      site().forget(/404/u);
    },
  );

  test('a host that sets no headers has threads from the second load on', needsFull(), async () => {
    const page = await site().open('#panel=run', { serviceWorkers: 'allow' });
    // Too large for the address.
    await input(page).setInputFiles(given('large.mtx', `${single(9)}${' '.repeat(2000)}`));
    // Also while the worker is not there yet: who comes first need not care for headers.
    const reload = page.getByRole('button', { name: 'Reload with threads' });
    await reload.waitFor();
    expect(await page.getByText('has to send the headers').count()).toBe(0);
    await Promise.all([page.waitForEvent('load'), reload.click()]);
    await page.getByText('9 × 9, 1 entry').waitFor();
    expect(await page.locator('.matrix-name').innerText()).toBe('large.mtx');
    expect(await page.evaluate(async () => caches.has('kept-files'))).toBe(false);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await page.getByRole('button', { name: 'Run every kernel' }).waitFor();
    expect(await page.getByText('threads is not available').count()).toBe(0);
  });

  test(
    'the keyboard has one stop in the matrix of Learn, and goes on where a matrix was closed',
    needsFull(),
    async () => {
      const page = await site().open('#matrix=gen%3Adense%3Frows%3D16&panel=teach&teach.size=16');
      await page.locator('.small-matrix').waitFor();
      expect(await page.locator('.small-matrix [tabindex="0"]').count()).toBe(1);
      await page.locator('.small-matrix [tabindex="0"]').focus();
      for (const key of ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowLeft'])
        await page.keyboard.press(key);
      const reached = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      expect(reached).toMatch(/^row 2, column 0: /u);
      await page.locator('.slot').getByRole('button', { name: 'Close' }).press('Enter');
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('file');
    },
  );

  test('text of twice the size fits a phone, and so do the times of results', needsFull(), async () => {
    const panels = ['data', 'run', 'teach&teach.size=4', 'product', 'solve'].map(
      (panel) => `#matrix=cage4&panel=${panel}`,
    );
    for (const fragment of ['', '#matrix=adder_dcop_32', '#matrix=gen%3Abanded%3Frows%3D1000', ...panels]) {
      const page = await site().open(fragment, { viewport: { width: 360, height: 800 } });
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      if (fragment !== '') await page.locator('#panel h3, #panel form, #panel svg').first().waitFor();
      expect([fragment, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([fragment, 360]);
    }
  });

  test(
    'the page tells duplicate positions, stored zeros and empty shapes, with fixes for a page',
    needsFull(),
    async () => {
      const page = await site().open();
      const header = '%%MatrixMarket matrix coordinate real general\n';
      await input(page).setInputFiles(given('twice.mtx', `${header}3 3 4\n1 1 2\n1 1 3\n2 2 0\n3 3 1\n`));
      await page.getByText('2 remarks about the file').click();
      await page.getByText('1 entry was given at a position that has one already: their values are added.').waitFor();
      await page.getByText('1 of 3 entries is a zero').waitFor();
      await input(page).setInputFiles(given('none.mtx', `${header}0 0 0\n`));
      await page.getByText('The matrix has no place for an entry').first().waitFor();
      await input(page).setInputFiles(given('one.mtx', single(5, 1)));
      await page.getByText('5 × 1, 1 entry, read in').waitFor();
      await input(page).setInputFiles(given('bare.mtx', '3 3 1\n1 1 2\n'));
      await page.locator('.fix').waitFor();
      expect(await page.locator('.fix').textContent()).toMatch(/without a banner, press the button below/u);
      await page.getByRole('button', { name: 'Read it as matrix coordinate real general' }).click();
      await page.getByText('3 × 3, 1 entry').waitFor();
    },
  );

  test(
    'a link carries a small file, and opens at it, its picture on the first screen of a phone',
    needsFull(),
    async () => {
      const page = await site().open('', { permissions: ['clipboard-read', 'clipboard-write'] });
      await input(page).setInputFiles(given('small.mtx', single(6)));
      await page.getByText('6 × 6, 1 entry').waitFor();
      await page.getByRole('button', { name: 'Copy link' }).click();
      await page.getByText('Copied, with all of small.mtx in the link.').waitFor();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      const other = await site().open(new URL(link).hash, { viewport: { width: 360, height: 800 } });
      await other.getByText('6 × 6, 1 entry').waitFor();
      expect((await other.locator('.spy-frame').boundingBox())?.y).toBeLessThan(560);
    },
  );

  test('the page reported no error in all of this', () => {
    expect(site().complaints).toEqual([]);
  });
});
