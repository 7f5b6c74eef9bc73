import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useSite } from './open-site.ts';
import { needs, oneOfKind } from '../../../../tools/needs.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds, in words; colours that are still changing would be judged in between. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const results = await page.evaluate<AxeResults>('axe.run()');
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

const STATES = {
  empty: { fragment: '', shows: 'Drop a file anywhere' },
  loaded: { fragment: '#matrix=adder_dcop_32', shows: 'Refused' },
  compared: { fragment: '#matrix=cage4&beside=LF10', shows: '18 × 18, 82 entries' },
  run: { fragment: '#matrix=cage4&panel=run', shows: 'Run every kernel' },
  learn: { fragment: '#matrix=cage4&panel=teach', shows: 'How formats store it' },
  product: { fragment: '#matrix=cage4&panel=product', shows: 'Watch C grow' },
  solve: { fragment: '#matrix=gen%3Astencil5%3Fn%3D8&panel=solve', shows: 'Direct: factors of A' },
  failed: { fragment: '#matrix=gen%3Anone', shows: 'PARAM.UNKNOWN' },
};
const COLOURS = ['light', 'dark'] as const;

describe('the page for everybody', needs('chromium'), () => {
  const site = useSite();

  for (const [place, [state, { fragment, shows }]] of Object.entries(STATES).entries())
    for (const colours of COLOURS)
      test(`axe finds nothing: ${state}, ${colours}`, oneOfKind(place === 0 && colours === COLOURS[0]), async () => {
        const page = await site().open(fragment, { colorScheme: colours });
        await page.getByText(shows).first().waitFor();
        expect(await violations(page)).toEqual([]);
      });

  test('axe finds a fault that is put there', async () => {
    const page = await site().open();
    await page.evaluate(() => document.body.append(document.createElement('button')));
    expect(await violations(page)).not.toEqual([]);
  });

  for (const width of [360, 1600])
    test(`nothing but tables scrolls sideways at ${width} px`, oneOfKind(false), async () => {
      for (const { fragment, shows } of Object.values(STATES)) {
        const page = await site().open(fragment, { viewport: { width, height: 800 } });
        await page.getByText(shows).first().waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    });

  test('what every format stores is in sight of a phone, from nothing to the longest', async () => {
    const page = await site().open('#matrix=adder_dcop_32', { viewport: { width: 360, height: 800 } });
    await page.locator('.dot.all').last().waitFor();
    const ends = await page
      .locator('.dot.all')
      .evaluateAll((dots) => dots.map((dot) => dot.getBoundingClientRect().right));
    expect(Math.max(...ends)).toBeLessThanOrEqual(360);
  });

  test('text twice as large at 360 px has room for words', oneOfKind(false), async () => {
    for (const { fragment, shows } of Object.values(STATES)) {
      const page = await site().open(fragment, { viewport: { width: 360, height: 800 } });
      await page.getByText(shows).first().waitFor();
      const narrow = await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
        const isText = (node: Node): boolean => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').length > 8;
        return [...document.querySelectorAll('#app :is(dd, figcaption, .lesson > *)')]
          .filter((element) => [...element.childNodes].some(isText))
          .filter((element) => element.getBoundingClientRect().width < 128)
          .map((element) => element.textContent);
      });
      expect([fragment, narrow]).toEqual([fragment, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    }
  });

  test('the picture is moved and enlarged by keys alone', async () => {
    const page = await site().open('#matrix=cavity10');
    const caption = page.locator('.spy figcaption');
    await page.getByText('Rows 0–2 596, columns 0–2 596').waitFor();
    const frame = page.locator('.spy-frame');
    const reached = async (): Promise<boolean> => frame.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < 40 && !(await reached()); presses++) await page.keyboard.press('Tab');
    expect(await reached()).toBe(true);
    for (let presses = 0; presses < 6; presses++) await page.keyboard.press('+');
    const near = await caption.textContent();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => caption.textContent()).not.toBe(near);
    await page.keyboard.press('0');
    await page.getByText('Rows 0–2 596, columns 0–2 596').waitFor();
  });

  test('the picture has an entry where the matrix has one, and none where it has none', async () => {
    const page = await site().open('#matrix=gen%3Adiagonal%3Frows%3D1000');
    await page.locator('canvas[data-drawn=true]').waitFor();
    const [on, off] = await page.locator('canvas').evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      // Of a cell that lies on two pixels both have their part.
      const dark = (x: number, y: number): boolean => (data[4 * (y * canvas.width + x)] ?? 255) < 200;
      const middle = Math.round(canvas.width / 2);
      const near = [-1, 0, 1].some((dx) => dark(middle + dx, middle));
      return [near, dark(middle + 40, middle)];
    });
    expect([on, off]).toEqual([true, false]);
  });

  test(
    'a long row is named, and leads to its place in the picture; entries have colours by their size',
    oneOfKind(false),
    async () => {
      const page = await site().open('#matrix=adder_dcop_32');
      await page.getByRole('button', { name: 'row 1 812' }).click();
      await page.getByText('Rows 1 773–1 812, columns 1 773–1 812').waitFor();
      await page.getByRole('button', { name: 'All', exact: true }).click();
      await page.getByLabel('Colour by size').check();
      await page.locator('.size-legend').getByText('≤ 0.000001').waitFor();
      await page.locator('canvas[data-drawn=true]').waitFor();
      const isColoured = await page.locator('canvas').evaluate((element) => {
        const canvas = element as HTMLCanvasElement;
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
        return [...data].some((red, k) => k % 4 === 0 && Math.abs(red - (data[k + 2] ?? 0)) > 40);
      });
      expect(isColoured).toBe(true);
      expect(page.url()).toContain('data.colour=size');
    },
  );

  test('needs no isolation and no WebGPU', async () => {
    const page = await site().open('#matrix=cage4');
    await page.getByText('9 × 9, 49 entries').waitFor();
    const has = await page.evaluate(async () => {
      const { gpu } = navigator as { readonly gpu?: { requestAdapter(): Promise<unknown> } };
      return { isolated: crossOriginIsolated, adapter: (await gpu?.requestAdapter()) ?? null };
    });
    expect(has).toEqual({ isolated: false, adapter: null });
  });

  test('the policy lets no script in that the page does not bring', async () => {
    const page = await site().open();
    const refused = await page.evaluate(async () => {
      const told = new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
      });
      const script = document.createElement('script');
      script.textContent = 'document.title = "run";';
      document.body.append(script);
      return `${await told} ${document.title}`;
    });
    expect(refused).toMatch(/^script-src/u);
    expect(refused).not.toContain('run');
    const policy = (await page.locator('meta[http-equiv]').getAttribute('content')) ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'/u);
  });
});
