import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { kernelPtxFiles } from '../../build/kernel-ptx.ts';
import { lack } from '../../../../tools/machine.ts';
import { needs, unless } from '../../../../tools/needs.ts';
import { given } from './files.ts';
import { useSite } from './open-site.ts';

const isBuilt = !(kernelPtxFiles().get('index.json') ?? '').includes('missing');
const noPtx = isBuilt ? undefined : (lack('nvcc') ?? 'no PTX (npm run build, with nvcc)');

const MINE = '%%MatrixMarket matrix coordinate pattern general\n6 6 1\n1 1\n';

/** What has the focus, by its words. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: now } = document;
    return now?.getAttribute('aria-label') ?? now?.textContent ?? '';
  });

describe('ways from one part of the page to another', needs('chromium'), () => {
  const site = useSite();

  test('all that the Tab key stops at is seen, and keys in the list of the collection open nothing', async () => {
    const page = await site().open();
    const list = page.getByLabel('From the SuiteSparse collection');
    const small = (): Promise<boolean> =>
      page.evaluate(() => (document.activeElement?.getBoundingClientRect().width ?? 0) < 8);
    const isList = (): Promise<boolean> => list.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < 20 && !(await isList()); presses++) {
      await page.keyboard.press('Tab');
      expect(await small()).toBe(false);
    }
    expect(await isList()).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await list.evaluate((element) => (element as HTMLSelectElement).selectedIndex)).toBe(2);
    expect([await isList(), new URL(page.url()).hash]).toEqual([true, '']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'See' }).waitFor();
  });

  test('the keyboard goes on where it was when what it was on is gone, hidden or switched off', async () => {
    const page = await site().open();
    await page.getByLabel('From the SuiteSparse collection').selectOption('cage4');
    await page.getByRole('button', { name: 'Open', exact: true }).first().click();
    await page.getByText('9 × 9, 49 entries').waitFor();
    await page.getByRole('tab', { name: 'Run' }).click();
    const run = page.getByRole('button', { name: 'Run every kernel' });
    await run.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Cancel');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Run every kernel');
    await page.getByRole('tab', { name: 'Learn' }).click();
    await page.getByLabel(/^Edit: /u).check();
    await page.locator('.small-matrix .none button').first().click();
    const undo = page.getByRole('button', { name: 'As it was' });
    await undo.focus();
    await page.keyboard.press('Enter');
    await undo.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.controls') !== null)).toBe(true);
    // Who points at nothing has left it.
    await page.mouse.click(4, 4);
    await page.getByRole('tab', { name: 'See' }).evaluate((tab: HTMLElement) => tab.click());
    await page.getByText('Storage in every format').waitFor();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  });

  test(
    'a long row leads to the step in which others wait for it, and arrays stay within their cards',
    unless(noPtx),
    async () => {
      for (const width of [1280, 360]) {
        const page = await site().open('#matrix=adder_dcop_32', { viewport: { width, height: 800 } });
        await page.getByRole('link', { name: 'See who waits for it' }).first().click();
        await page.getByText('Rows 1792 to 1812').waitFor();
        expect(await focused(page)).toBe('Learn');
        const step = page.locator('p.step');
        await step
          .getByText(/1 lane of 8 bytes: 1 sector\. Why: .*1811 are shorter: .* wait for lane 20\.$/u)
          .waitFor();
        await page.getByText(/^Row 1.812 has 1.310 entries, no other row of its warp more than 8:/u).waitFor();
        const top = async (): Promise<number> => (await step.boundingBox())?.y ?? -1;
        await expect.poll(async () => (await top()) > 0 && (await top()) < 800).toBe(true);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        for (const card of await page.locator('.format').all())
          expect(await card.evaluate((e) => e.scrollWidth <= e.clientWidth)).toBe(true);
        await page.goBack();
        await page.getByText('Longest rows').waitFor();
      }
    },
  );

  test('choices of one matrix are dropped for another, choices of all matrices stay', async () => {
    const page = await site().open('#matrix=cage4&panel=teach&teach.step=5&teach.edits=0.1&teach.kernel=ellpack');
    await page.getByText('How formats store it').waitFor();
    await page.locator('.slot').getByRole('button', { name: 'Close' }).click();
    await page.getByText('Begin with a real one').waitFor();
    expect(page.url()).toContain('teach.kernel=ellpack');
    expect(page.url()).not.toMatch(/teach\.(?:step|edits)/u);
    await page.goBack();
    await expect.poll(() => page.url()).toContain('teach.step=5');
  });

  test('a small file is in the address itself, and is there by its name after a reload', async () => {
    const page = await site().open();
    await page.locator('input[type=file]').first().setInputFiles(given('mine.mtx', MINE));
    await page.getByText('6 × 6, 1 entry').waitFor();
    await expect.poll(() => page.url()).toContain('matrix=text%3Amine.mtx');
    await page.getByRole('tab', { name: 'Learn' }).click();
    await page.goBack();
    expect(await page.locator('.matrix-name').innerText()).toBe('mine.mtx');
    await page.reload();
    await page.getByText('6 × 6, 1 entry').waitFor();
    expect(await page.locator('.matrix-name').innerText()).toBe('mine.mtx');
    expect(await page.title()).toMatch(/^mine\.mtx · /u);
  });

  test('a lesson leads back to the matrix that it took the place of, and so does the next lesson', async () => {
    const page = await site().open();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(given('mine.mtx', `${MINE}${' '.repeat(2000)}`));
    await page.getByRole('tab', { name: 'Learn' }).click();
    await page.getByRole('link', { name: /^Padding/u }).click();
    await page.getByText('4 × 5, 7 entries').waitFor();
    await page.getByLabel('5', { exact: true }).check();
    await page.getByRole('button', { name: 'Next question' }).click();
    await page.getByLabel('3', { exact: true }).check();
    await page
      .locator('.lesson-step')
      .getByRole('link', { name: /^Divergence/u })
      .click();
    await page.getByText('16 × 16').first().waitFor();
    await page.getByRole('link', { name: 'Back to mine.mtx' }).click();
    await page.getByText('6 × 6, 1 entry').waitFor();
    expect(await page.locator('.lesson-links').count()).toBe(1);
  });

  test('the chooser folds once it has opened a matrix, and a key pressed twice does not close it', async () => {
    const page = await site().open();
    await page.getByRole('link', { name: /^cage4/u }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('9 × 9, 49 entries').waitFor();
    await expect.poll(() => focused(page)).toBe('cage4');
    await page.keyboard.press('Enter');
    const another = page.locator('details.chosen').first();
    await another.locator('summary').first().click();
    await another.getByLabel('From the SuiteSparse collection').selectOption('LF10');
    await another.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('18 × 18, 82 entries').waitFor();
    expect(await page.locator('details.chosen[open]').count()).toBe(0);
  });

  test(
    'a question about a step has its steps first, at the first of them and with another kernel',
    unless(noPtx),
    async () => {
      const page = await site().open(
        '#matrix=gen%3Astencil5%3Fn%3D4&panel=teach&teach.lesson=coalescing&teach.question=1&teach.kernel=ellpack',
      );
      await page.getByText('How formats store it').waitFor();
      expect((await page.locator('.teach section h3').allInnerTexts())[1]).toBe('One product, step by step');
    },
  );

  test('the end of a lesson leads to other lessons, and to a matrix of one’s own in Learn', async () => {
    const page = await site().open(
      '#matrix=gen%3Astencil5%3Fn%3D4&panel=teach&teach.lesson=divergence&teach.question=2',
    );
    await page.getByLabel('They run ahead').check();
    expect(await page.locator('.lesson-step').getByRole('link').allInnerTexts()).toContain(
      'Coalescing: whose neighbours are neighbours',
    );
    await page.getByRole('link', { name: 'a matrix of your own' }).click();
    await page.getByText('Begin with a real one').waitFor();
    await page.getByLabel('From the SuiteSparse collection').selectOption('LF10');
    await page.getByRole('button', { name: 'Open', exact: true }).first().click();
    await page.getByText('How formats store it').waitFor();
    expect(page.url()).not.toContain('lesson');
  });

  test('a product grows by rows, of one matrix or two, and says what comes together in each', async () => {
    const page = await site().open('#matrix=gen%3Astencil5%3Fn%3D4&panel=product&product.row=0');
    await page
      .getByText('Row 0 of C = 4 × row 0 + -1 × row 1 + -1 × row 4 of B: 11 terms, which fall on 6 columns.')
      .waitFor();
    await page.getByRole('button', { name: 'Watch C grow' }).click();
    await page.getByText('C after row 15', { exact: true }).waitFor();
    await page.getByText('Row 15 of C').waitFor();
    await page.goto(`${site().server.url}?two#matrix=cage4&beside=LF10&panel=product`);
    await page.getByRole('alert').getByText('A has 9 columns and B 18 rows').waitFor();
    await page.getByLabel('B is').selectOption('the transpose of A');
    await page.getByText('9 × 9, 81 entries').waitFor();
    await page.goto(`${site().server.url}?tall#matrix=well1850&panel=product`);
    await page.getByText('1 850 × 1 850, 523 012 entries').waitFor();
  });

  test('a second matrix is made to fit the first, and a number of rows can be typed', async () => {
    const page = await site().open('#matrix=Harvard500&panel=product');
    await page.getByText('A second matrix', { exact: true }).click();
    await page.locator('[data-side=beside]').getByLabel('Generator').selectOption('tridiagonal');
    await expect.poll(() => page.getByLabel('B is').inputValue()).toBe('second');
    await page.getByText('500 × 500, 5 220 entries').waitFor();
    await page.getByLabel('rows', { exact: true }).fill('501');
    await page.getByLabel('rows', { exact: true }).press('Enter');
    await page.getByRole('alert').getByText('A has 500 columns and B 501 rows').waitFor();
  });

  test('a Poisson problem is drawn on by keys and by pointer, and solved anew', async () => {
    const page = await site().open('#matrix=gen%3Astencil5%3Fn%3D8&panel=solve');
    await page.getByText('by each method that fits: 64 equations').waitFor();
    await page.locator('.domain-frame').focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'Space']) await page.keyboard.press(key);
    await page.getByText('Row 1, column 1: wall.').waitFor();
    await page.getByText('by each method that fits: 63 equations').waitFor();
    const box = await page.locator('.domain canvas').boundingBox();
    if (!box) throw new Error('There is no grid.');
    const cell = box.width / 8;
    await page.mouse.move(box.x + 2.5 * cell, box.y + 4.5 * cell);
    await page.mouse.down();
    await page.mouse.move(box.x + 5.5 * cell, box.y + 4.5 * cell, { steps: 1 });
    await page.mouse.up();
    // One event for three cells: no hole is left between two of them.
    await page.getByText('by each method that fits: 59 equations').waitFor();
    await page.getByText('Done.').waitFor();
    await page.getByText(/^x: 0 +[\d.]+/u).waitFor();
    expect(await page.locator('.solve tbody tr').count()).toBe(3);
    await page.getByText(/^Quickest in all here: .*, [\d.]+ ms\.$/u).waitFor();
    expect(page.url()).toContain('solve.walls=');
    await page.getByRole('button', { name: 'No walls' }).click();
    await page.getByText('by each method that fits: 64 equations').waitFor();
    for (const equations of [59, 63]) {
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText(`by each method that fits: ${equations} equations`).waitFor();
    }
  });

  test('forced colours tell a wall from the warmest place, where x is 1', async () => {
    const page = await site().open('#matrix=gen%3Astencil5%3Fn%3D3&panel=solve&solve.walls=3.AAE', {
      forcedColors: 'active',
    });
    await page.getByText('by each method that fits: 8 equations').waitFor();
    await page.getByText('Done.').waitFor();
    const [wall, warm] = await page.locator('.domain canvas').evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const at = (col: number, row: number): string =>
        [
          ...(canvas.getContext('2d')?.getImageData(((col + 0.5) * 512) / 3, ((row + 0.5) * 512) / 3, 1, 1).data ?? []),
        ].join(' ');
      return [at(2, 2), at(1, 1)];
    });
    expect(wall).not.toBe(warm);
  });

  test('the page reported no error in all of this', () => {
    expect(site().complaints).toEqual([]);
  });
});
