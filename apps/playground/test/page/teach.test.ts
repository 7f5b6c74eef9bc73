import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { kernelPtxFiles } from '../../build/kernel-ptx.ts';
import { useSite } from './open-site.ts';
import { lack } from '../../../../tools/machine.ts';
import { needs, unless } from '../../../../tools/needs.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const isBuilt = !(kernelPtxFiles().get('index.json') ?? '').includes('missing');
const noPtx = isBuilt ? undefined : (lack('nvcc') ?? 'no PTX (npm run build, with nvcc)');
const LINK = '#matrix=gen%3Astencil5%3Fn%3D4&panel=teach&teach.size=8';

/** The widest of the panel's parts, in pixels. */
function widest(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(...[...document.querySelectorAll('.teach, .teach > *')].map((e) => e.scrollWidth)),
  );
}

describe('the panel that teaches', needs('chromium'), () => {
  const site = useSite();

  test('marks an entry in the arrays of every format, by the keyboard', async () => {
    const page = await site().open(LINK);
    await page.getByRole('button', { name: 'row 1, column 0: -1' }).focus();
    await page.locator('.places').getByText('csr: colIndex[3], values[3]').waitFor();
    expect(await page.locator('.place.marked').count()).toBe(15);
  });

  test(
    'steps through a product with keys and buttons, and keeps the kernel in the address',
    unless(noPtx),
    async () => {
      const page = await site().open(LINK);
      const step = page.locator('p.step');
      await step.getByText('1 of').waitFor();
      // What one comes for is first, whichever way one comes.
      const heads = await page.locator('.teach section h3').allInnerTexts();
      expect(heads).toEqual([
        'One product, step by step',
        'The point of it: sectors of every kernel',
        'How formats store it',
      ]);
      const touched = async (kind: 'used' | 'moved'): Promise<readonly string[]> =>
        page.locator(`.step-picture .array:has(.${kind})`).evaluateAll(
          (arrays, one) =>
            arrays.map((array) => {
              const places = [...array.querySelectorAll('.place')];
              const found = places.flatMap((place, k) => (place.classList.contains(one) ? [k] : []));
              return `${array.querySelector('code')?.textContent}[${found.join(' ')}]`;
            }),
          kind,
        );
      await page.getByRole('button', { name: 'Next' }).click();
      await expect
        .poll(() => step.textContent())
        .toMatch(/^2 of \d+\. block 0, warp 0: load A\.rowStart, 8 lanes of 4 bytes/u);
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => step.textContent()).toMatch(/^3 of /u);
      expect([await touched('used'), await touched('moved')]).toEqual([['rowStart[1 2 3 4 5 6 7 8]'], ['rowStart[0]']]);
      await page.keyboard.press('Home');
      await expect.poll(() => step.textContent()).toMatch(/^1 of /u);
      await page.getByRole('combobox', { name: 'Kernel' }).selectOption('ellpack');
      await page.getByText(/ellpack_f64: 1 block of/u).waitFor();
      await expect.poll(() => page.url()).toContain('teach.kernel=ellpack');
      await page.getByText(/^y is right/u).waitFor();
      await page.getByText('This step as a table').click();
      expect(await page.getByRole('region', { name: 'Lanes of this step' }).getByRole('row').count()).toBeGreaterThan(
        1,
      );
    },
  );

  test('counts the sectors of every kernel for one product, the fewest first', unless(noPtx), async () => {
    const page = await site().open(LINK);
    await page.getByRole('button', { name: /^Count them for all/u }).click();
    const rows = page.getByRole('region', { name: 'Sectors of every kernel' }).locator('tbody tr');
    await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(9);
    const counts = (await rows.locator('td.number').allInnerTexts()).map((text) => Number.parseInt(text, 10));
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBeGreaterThan(counts[0] ?? Infinity);
  });

  test(
    'a lesson is a link: its question is answered before the next, which shows another step',
    unless(noPtx),
    async () => {
      const page = await site().open(LINK);
      await page.getByRole('link', { name: /^Coalescing/u }).click();
      const next = page.getByRole('button', { name: 'Next question' });
      await page.locator('p.step').getByText(/^5 of/u).waitFor();
      expect(await next.isEnabled()).toBe(false);
      // The line of the step has the answer in it.
      expect(await page.locator('.steps').innerText()).not.toMatch(/8 sectors/u);
      await page.getByLabel('4', { exact: true }).check();
      await page.getByText(/^No: 8\. Rows follow one another/u).waitFor();
      expect(await page.locator('.steps').innerText()).toMatch(/8 sectors/u);
      await next.click();
      await page.locator('p.step').getByText(/^3 of/u).waitFor();
      expect(page.url()).toContain('teach.kernel=ellpack');
      expect(await next.isEnabled()).toBe(false);
      const [question, step] = [page.locator('.lesson-step'), page.locator('p.step')];
      expect((await question.boundingBox())?.y).toBeLessThan((await step.boundingBox())?.y ?? 0);
      expect((await step.boundingBox())?.y).toBeLessThan((await page.locator('.formats').boundingBox())?.y ?? 0);
    },
  );

  test(
    'two kernels go in step, each with what it has moved so far, and the shorter one ends',
    unless(noPtx),
    async () => {
      const page = await site().open(`${LINK}&teach.size=16`);
      await page.locator('p.step').waitFor();
      await page.getByLabel('In step with it').selectOption('ellpack');
      const steps = page.locator('p.step');
      await expect.poll(() => steps.count()).toBe(2);
      await page.getByRole('button', { name: 'Next' }).click();
      await expect
        .poll(() => steps.allInnerTexts())
        .toEqual([expect.stringMatching(/^2 of/u), expect.stringMatching(/^2 of/u)]);
      await page.getByRole('button', { name: 'Next' }).focus();
      await page.keyboard.press('End');
      await page.getByText('It has ended.').waitFor();
      expect(await page.locator('.moved-so-far').allInnerTexts()).toEqual([
        '141 sectors have moved so far.',
        '50 sectors have moved so far.',
      ]);
      expect(page.url()).toContain('teach.versus=ellpack');
    },
  );

  test('stands in a page of others as the steps alone, with a way to all of it', unless(noPtx), async () => {
    const page = await site().open(LINK, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('p.step').waitFor();
    await page.getByRole('button', { name: 'Copy for embedding' }).click();
    await page.getByText('Copied.').waitFor();
    const frame = await page.evaluate(() => navigator.clipboard.readText());
    const host = { contentType: 'text/html', body: frame };
    await page.context().route('**/host.html', (route) => route.fulfill(host));
    await page.goto(`${site().server.url}host.html`);
    const inside = page.frameLocator('iframe');
    await inside.locator('p.step').waitFor();
    expect(await inside.locator('.matrix-name').innerText()).toBe('gen:stencil5?n=4');
    for (const hidden of ['.page-header', '.tools', '.formats', '.slot button'])
      expect(await inside.locator(hidden).isVisible()).toBe(false);
    await inside.getByRole('button', { name: 'Next' }).click();
    await inside.locator('p.step').getByText(/^2 of/u).waitFor();
    const whole = (await inside.getByRole('link', { name: 'Open it in a page of its own' }).getAttribute('href')) ?? '';
    expect(whole).toContain('teach.step=2');
    expect(whole).not.toContain('embed');
    await page.goto(`${site().server.url}?embed=1`);
    await page.getByRole('link', { name: /cage4/u }).first().click();
    await page.getByRole('button', { name: 'Choose another matrix' }).click();
    await page.getByRole('heading', { name: 'Which storage format' }).waitFor();
  });

  test('another first row shows that part, as often as it is changed', unless(noPtx), async () => {
    const page = await site().open('#matrix=gen%3Astencil5%3Fn%3D40&panel=teach&teach.row=800&teach.col=800');
    const caption = page.locator('.small-matrix caption');
    await caption.getByText('Rows 800 to 811').waitFor();
    await page.locator('p.step').waitFor();
    const row = page.getByLabel('First row');
    for (const first of [805, 806, 799]) {
      await row.fill(String(first));
      await row.press('Tab');
      await caption.getByText(`Rows ${first} to ${first + 11}`).waitFor();
      await page.locator('p.step').waitFor();
    }
    expect(site().complaints).toEqual([]);
  });

  test('what is clicked while editing is in every format and in the address, and as it was after one button', async () => {
    const page = await site().open(LINK);
    const csr = page.getByRole('region', { name: 'Compressed sparse rows (CSR)' });
    await csr.getByText(/bytes$/u).waitFor();
    const before = await csr.innerText();
    await page.getByLabel(/^Edit: /u).check();
    await page.getByRole('button', { name: 'row 0, column 7: no entry' }).click();
    await page.getByRole('button', { name: 'row 0, column 7: 1' }).waitFor();
    await expect.poll(() => page.url()).toContain('teach.edits=0.7');
    expect(await csr.innerText()).not.toBe(before);
    await page.getByRole('button', { name: 'As it was' }).click();
    await expect.poll(() => csr.innerText()).toBe(before);
  });

  test.each(['light', 'dark'] as const)(
    'is as wide as a small screen, and axe finds nothing: %s',
    async (colorScheme) => {
      const page = await site().open(LINK, { colorScheme, viewport: { width: 360, height: 800 } });
      await page.locator('p.step, .teach [role=alert]').first().waitFor();
      expect(await widest(page)).toBeLessThanOrEqual(360);
      await page.evaluate(AXE);
      const results = await page.evaluate<AxeResults>("axe.run('.teach')");
      expect(results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
        [],
      );
    },
  );

  test('says why there are no steps where the site was built without nvcc', async () => {
    const why = 'nvcc was not there when this site was built';
    const page = await site().open();
    await page.context().route('**/ptx/index.json', (route) => route.fulfill({ json: { entries: [], missing: why } }));
    await page.goto(`${site().server.url}${LINK}`);
    await page.getByRole('alert').getByText(why).waitFor();
    expect(await page.locator('.format').count()).toBe(7);
  });
});
