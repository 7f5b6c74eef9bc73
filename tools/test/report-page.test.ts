import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import type { Report } from '../../packages/report/src/index.ts';
import { benchReport, renderReport } from '../../packages/report/src/index.ts';
import { EXAMPLES } from '../../packages/report/test/example-charts.ts';
import { benchDocument, sweepDocument } from '../../packages/report/test/example-documents.ts';
import { openPage } from '../browser/run-job.ts';
import { needs, oneOfKind } from '../needs.ts';

/** Every kind of chart at its limits, as a report. */
const charts: Report = {
  title: 'Charts <at> their limits',
  facts: [{ label: 'Machine', value: 'שם ארוך' }],
  sections: [
    {
      id: 'charts',
      title: 'Charts',
      blocks: Object.entries(EXAMPLES).map(([title, chart]) => ({ kind: 'chart', title, chart })),
    },
    {
      id: 'words',
      title: 'Words',
      blocks: [
        { kind: 'text', text: 'Bad.\n\nWorse.', tone: 'bad' },
        { kind: 'text', text: 'A note.', tone: 'note' },
      ],
    },
  ],
};

const reports: Readonly<Record<string, Report>> = {
  'of charts': charts,
  'of a run': benchReport([{ name: 'a.json', document: benchDocument() }]),
  'of a sweep': benchReport([{ name: 'a.json', document: sweepDocument() }]),
  'of two runs': benchReport([
    { name: 'a.json', document: benchDocument() },
    { name: 'b.json', document: benchDocument(2) },
  ]),
};

/** What axe reads in the quick lane, and in which colours: charts of every kind, and words. */
const IN_QUICK_LANE: Readonly<Record<string, string>> = { 'of charts': 'dark' };

const folder = mkdtempSync(join(tmpdir(), 'spmv-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens a report from the disk. */
async function opened<T>(report: Report, use: (page: Page) => Promise<T>): Promise<T> {
  const path = join(folder, `${Object.values(reports).indexOf(report)}.html`);
  writeFileSync(path, renderReport(report));
  return openPage(pathToFileURL(path).href, use);
}

// Programs of the page are strings: the types of this program know no page.

/** Words of a violation and where it is. */
const VIOLATIONS = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')))`;

/** What is wider than the page. */
const TOO_WIDE = `[...document.querySelectorAll('body *')]
  .filter((one) => !one.closest('.scroll') && !one.closest('svg') && !one.classList.contains('hidden'))
  .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map((one) => one.outerHTML.slice(0, 120))`;

/** Texts of charts that leave their chart, as this browser's fonts are. */
const CUT = `[...document.querySelectorAll('svg.chart')].flatMap((svg) => {
  const { width, height } = svg.viewBox.baseVal;
  return [...svg.querySelectorAll('text')].flatMap((text) => {
    const box = text.getBBox();
    return box.x < -1 || box.x + box.width > width + 1 || box.y < -1 || box.y + box.height > height + 1
      ? [svg.getAttribute('aria-label') + ': ' + text.textContent] : [];
  });
})`;

/** Names and marked values of charts that lie on one another. */
const TOUCHING = `[...document.querySelectorAll('svg.chart')].flatMap((svg) => {
  const texts = [...svg.querySelectorAll('.ticks text, .names text, .title, .legend text, .note:not(.halo)')].map((text) => ({ text: text.textContent, box: text.getBBox() }));
  return texts.flatMap((a, i) => texts.slice(i + 1).flatMap((b) => {
    const wide = Math.min(a.box.x + a.box.width, b.box.x + b.box.width) - Math.max(a.box.x, b.box.x);
    const high = Math.min(a.box.y + a.box.height, b.box.y + b.box.height) - Math.max(a.box.y, b.box.y);
    return wide > 1 && high > 4 ? [svg.getAttribute('aria-label') + ': ' + a.text + ' on ' + b.text] : [];
  }));
})`;

/** Charts, pictures and tables that a sheet of paper cuts. */
const CUT_ON_PAPER = (
  width: number,
  height: number,
): string => `[...document.querySelectorAll('svg.chart, img, table, p, dl')].flatMap((one) => {
  const box = one.getBoundingClientRect();
  const tooHigh = one.matches('svg, img') && box.height > ${height};
  return box.right > ${width + 1} || tooHigh ? [one.tagName + ' ' + Math.round(box.right) + ' × ' + Math.round(box.height) + ': ' + one.textContent.slice(0, 80)] : [];
})`;

describe('a report in a browser', needs('chromium'), () => {
  describe.each(Object.entries(reports))('%s', (name, report) => {
    for (const colorScheme of ['light', 'dark'] as const)
      it(
        `has no accessibility violations in ${colorScheme}`,
        oneOfKind(IN_QUICK_LANE[name] === colorScheme),
        async () => {
          await opened(report, async (page) => {
            await page.emulateMedia({ colorScheme });
            await page.addScriptTag({ content: axe.source });
            for (const width of [360, 1600]) {
              await page.setViewportSize({ width, height: 900 });
              expect(await page.evaluate(VIOLATIONS)).toEqual([]);
            }
            await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
            expect(await page.evaluate(VIOLATIONS)).toEqual([]);
          });
        },
      );

    for (const width of [360, 800, 1600])
      it(`fits a window of ${width} pixels`, oneOfKind(name in IN_QUICK_LANE && width === 360), async () => {
        await opened(report, async (page) => {
          await page.setViewportSize({ width, height: 900 });
          expect(await page.evaluate(TOO_WIDE)).toEqual([]);
          expect(await page.evaluate(CUT)).toEqual([]);
          expect(await page.evaluate(TOUCHING)).toEqual([]);
          const smallest = `Math.min(...[...document.querySelectorAll('svg.chart text')].map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))`;
          expect(await page.evaluate(smallest)).toBeGreaterThan(8);
        });
      });

    it('prints with every table open and nothing cut', oneOfKind(name === 'of charts'), async () => {
      await opened(report, async (page) => {
        // A4 with margins of 14 mm, at 96 pixels an inch.
        const [width, height] = [687, 1016];
        await page.emulateMedia({ media: 'print' });
        await page.setViewportSize({ width, height });
        expect(await page.evaluate(CUT_ON_PAPER(width, height))).toEqual([]);
        const closed = `[...document.querySelectorAll('details table')].filter((table) => table.getBoundingClientRect().height < 10).length`;
        expect(await page.evaluate(closed)).toBe(0);
        const heads = `[...document.querySelectorAll('thead')].every((head) => getComputedStyle(head).display === 'table-header-group')`;
        expect(await page.evaluate(heads)).toBe(true);
        const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
        expect(pdf.match(/\/Type\s*\/Page\b/gu)?.length).toBeGreaterThan(1);
      });
    });
  });

  it('asks for nothing, and shows everything without a script', async () => {
    await opened(charts, async (page) => {
      const context = await page.context().browser()?.newContext({ javaScriptEnabled: false });
      const plain = await context?.newPage();
      const asked: string[] = [];
      plain?.on('request', (request) => asked.push(request.url()));
      await plain?.goto(page.url());
      expect(asked).toEqual([page.url()]);
      expect(await plain?.locator('svg.chart').count()).toBe(Object.keys(EXAMPLES).length);
      expect(await plain?.locator('button, input').count()).toBe(0);
      await plain?.locator('summary').first().click();
      expect(await plain?.locator('details table').first().isVisible()).toBe(true);
    });
  });

  it('sorts its tables by numbers and by words, and filters them', async () => {
    await opened(reports['of a run'] as Report, async (page) => {
      const rows = page.locator('#rows tbody tr');
      const column = async (place: number): Promise<readonly string[]> =>
        rows.locator(`:nth-child(${place})`).allTextContents();
      const median = page.locator('#rows thead th', { hasText: 'median' }).getByRole('button');
      await median.click();
      const up = (await column(7)).map(Number);
      expect(up).toEqual([...up].sort((a, b) => a - b));
      await median.click();
      expect((await column(7)).map(Number)).toEqual([...up].reverse());
      expect(await page.locator('#rows th[aria-sort]').getAttribute('aria-sort')).toBe('descending');
      await page.locator('#rows input').fill('sell threads');
      expect(await page.locator('#rows tbody tr:visible').count()).toBe(2);
      expect(await page.locator('#rows [role=status]').textContent()).toBe('2 of 13 rows');
    });
  });
});
