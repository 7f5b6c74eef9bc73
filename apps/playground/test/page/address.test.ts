import { describe, expect, test } from 'vitest';
import { useSite } from './open-site.ts';
import { needs } from '../../../../tools/needs.ts';

describe('the address of the page', needs('chromium'), () => {
  const site = useSite();

  test('brings back two matrices, two formats and the part in view', async () => {
    const page = await site().open(
      '#matrix=gen%3Astencil5%3Fn%3D20&beside=cage4&data.format=csr&data.versus=ellpack&data.view=100-199,100-199',
    );
    await page.getByText('400 × 400, 1 920 entries').waitFor();
    await page.getByText('9 × 9, 49 entries').waitFor();
    await page.getByText('Rows 100–199, columns 100–199').waitFor();
    for (const [label, format] of [
      ['First format', 'csr'],
      ['Second format', 'ellpack'],
    ] as const)
      expect(await page.getByLabel(label).first().inputValue()).toBe(format);
    await page
      .getByText(/^ellpack stores .* less than csr/u)
      .first()
      .waitFor();
  });

  test('follows what is chosen, and a new fragment is followed', async () => {
    const page = await site().open();
    await page.getByLabel('Generator').selectOption('stencil5');
    await page.getByText('3 600 × 3 600').first().waitFor();
    await expect.poll(() => page.url()).toContain('#matrix=gen%3Astencil5%3Fn%3D60');
    await page.getByLabel('points along a side').press('ArrowRight');
    await page.getByText('3 721 × 3 721').first().waitFor();
    await expect.poll(() => page.url()).toContain('n%3D61');
    await page.getByLabel('Second format').selectOption('coo');
    await expect.poll(() => page.url()).toContain('data.versus=coo');
    await page.evaluate(() => {
      location.hash = '#matrix=LF10';
    });
    await page.getByText('18 × 18, 82 entries').waitFor();
  });

  test('of a dropped file says that a link holds none', async () => {
    const page = await site().open('#matrix=file%3Amine.mtx');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/an address holds no file.*mine\.mtx.*Drop the file here again/u);
  });

  test.each(['#matrix=no_such', '#matrix=gen%3Anone', '#matrix=gen%3Astencil5%3Fn%3Dx', '#panel=none&matrix=%00'])(
    '%s, which means nothing, is a message',
    async (fragment) => {
      const page = await site().open(fragment);
      await page.getByRole('alert').waitFor();
      expect(await page.locator('.fix').textContent()).toBeTruthy();
    },
  );

  test('the page reported no error in all of this', () => {
    expect(site().complaints).toEqual([]);
  });
});
