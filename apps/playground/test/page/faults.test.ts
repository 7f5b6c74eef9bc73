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
  await page.locator(selector).first().evaluate((element, all) => {
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
    await page.context().close();
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
    await page.context().close();
  });

  test('results stay while another panel is shown', needsFull(), async () => {
    const page = await site().open('#matrix=cage4&panel=run&run.backend=serial&run.precision=f32&run.budget=10');
    await page.getByRole('button', { name: 'Run every kernel' }).click();
    await page.getByText(/^Done: /u).waitFor({ timeout: 60_000 });
    const rows = await page.locator('table.results tbody tr').count();
    expect(rows).toBeGreaterThan(5);
    await page.getByRole('tab', { name: 'See' }).click();
    await page.getByRole('tab', { name: 'Run' }).click();
    await expect.poll(() => page.locator('table.results tbody tr').count()).toBe(rows);
    await page.context().close();
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
    await page.context().close();
  });

  test('of two files the second is put beside the first, a third is named, and Run and Learn tell of either', async () => {
    const page = await site().open();
    await drop(page, 'main', { 'a.mtx': single(5), 'b.mtx': single(6), 'c.mtx': single(7) });
    await page.getByText('5 × 5').first().waitFor();
    await page.getByText('6 × 6').first().waitFor();
    await page.getByText('Not opened: c.mtx').waitFor();
    await drop(page, '[data-side=beside]', { 'd.mtx': single(4) });
    await page.getByText('4 × 4').first().waitFor();
    await page.getByText('5 × 5').first().waitFor();
    await page.getByRole('tab', { name: 'Learn' }).click();
    await page.getByText('Rows 0 to 4, columns 0 to 4').waitFor();
    await page.getByLabel('Of which matrix').selectOption('file:d.mtx');
    await page.getByText('Rows 0 to 3, columns 0 to 3').waitFor();
    expect(page.url()).toContain('teach.of=beside');
    await page.context().close();
  });

  test('none of this made the page complain', () => {
    expect(site().complaints).toEqual([]);
  });
});
