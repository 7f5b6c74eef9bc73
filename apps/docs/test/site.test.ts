import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFinder } from '../client/finder.ts';
import { policyProblems } from '../src/check/policy.ts';
import { discoverFormats } from '../src/formats/discover.ts';
import { openRepository } from '../src/repository.ts';
import type { SearchFile } from '../src/search/documents.ts';
import { ASSETS } from '../src/template/layout.ts';
import { makeSite, ROOT, type MadeSite } from './made-site.ts';
import { serveFolder, type FolderServer } from './serve-folder.ts';
import { CHROMIUM, chromiumFlags } from '../../../tools/machine.ts';
import { needs } from '../../../tools/needs.ts';

/** One page of each kind. */
const KINDS = [
  'guide/index.html',
  'formats/index.html',
  'formats/sell.html',
  'formats/packed.html',
  'api/index.html',
  'api/spmv/core/interfaces/SparseFormat.html',
  'errors/index.html',
  'matrix-market/index.html',
  'results/cpu/index.html',
  'results/cpu/epyc-2-sweep.csv.html',
  'adr/0008-correct-means-bounded.html',
];

// Programs of the page are strings: the types of this program know no page.
const VIOLATIONS = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')))`;

/** The page has drawn what was changed. */
const DRAWN = 'new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); })';

let site: MadeSite;
/** Milliseconds to make the site, its API from the types of all packages: half a minute alone, many on a busy machine. */
const MAKING_MS = 900_000;

beforeAll(async () => {
  site = await makeSite();
}, MAKING_MS);
afterAll(() => site.remove());

const page = (path: string): string => site.pages.get(path) ?? '';

describe('the site', () => {
  it('has every part', () => {
    for (const path of KINDS) expect(page(path), path).toContain('<h1');
  });

  it('has an anchor of every error under its code', () => {
    const codes = [
      ...readFileSync(join(ROOT, 'docs', 'errors.md'), 'utf8').matchAll(/^### ([A-Z]+\.[A-Z_0-9]+)$/gmu),
    ].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(50);
    for (const code of codes) expect(page('errors/index.html')).toContain(`id="${code}"`);
  });

  it('has a page with a picture of every format, and none that is drawn by hand', async () => {
    const formats = await discoverFormats(openRepository(ROOT));
    expect(formats.length).toBeGreaterThanOrEqual(15);
    for (const { format } of formats) expect(page(`formats/${format.id}.html`), format.id).toContain('class="picture"');
    expect(
      page('formats/csr.html')
        .replaceAll(/<[^>]*>/gu, ' ')
        .replaceAll(/\s+/gu, ' '),
    ).toContain('rowStart i32 × 5 0 1 2 3 4 0 2 4 4 7');
    expect(page('formats/csr.html')).not.toContain('<code>1 . 2 . .');
  });

  it('has nothing inline, in any page', () => {
    expect([...site.pages].flatMap(([path, html]) => policyProblems(path, html))).toEqual([]);
  });

  it('begins with what a newcomer reads, and names no file in its navigation', () => {
    const sides = [...site.pages.values()].map((html) => /<nav class="side"[^]*?<\/nav>/u.exec(html)?.[0] ?? '');
    expect(sides.filter((side) => />[^<]*\.(?:csv|txt|json)</u.test(side))).toEqual([]);
    const own = page('guide/index.html');
    const first = ['start.html', 'concepts.html', 'choosing-a-format.html', 'contract.html'];
    const places = first.map((name) => own.indexOf(`href="${name}"`));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
  });

  it('is found in: an error by its code, a format, an export, a decision', () => {
    const json = readFileSync(join(site.folder, ASSETS.search), 'utf8');
    const find = makeFinder(JSON.parse(json) as SearchFile);
    const addresses = (words: string): readonly string[] => find(words).map(({ address }) => address);
    expect(addresses('OPERAND.LENGTH')[0]).toBe('errors/index.html#operandlength');
    expect(addresses('sliced ellpack')[0]).toBe('formats/sell.html');
    expect(addresses('sell').slice(0, 3)).toContain('formats/sell.html');
    expect(addresses('buildMatrix')).toContain('api/spmv/core/functions/buildMatrix.html');
    expect(addresses('falls back silently')[0]).toMatch(/^adr\/0008/u);
    for (const word of ['coalescing', 'divergence', 'occupancy', 'sector'])
      expect(addresses(word).slice(0, 3)).toContain(`guide/concepts.html#${word}`);
    expect(addresses('elpack')).not.toEqual([]);
    expect(addresses('qqqq')).toEqual([]);
    expect(gzipSync(json).length).toBeLessThan(150_000);
  });
});

describe('the site in a browser', needs('chromium'), () => {
  let server: FolderServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await serveFolder(site.folder);
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: chromiumFlags(),
    });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function opened(path: string, use: (page: Page) => Promise<void>, options: object = {}): Promise<void> {
    const context = await browser.newContext(options);
    const said: string[] = [];
    try {
      const page = await context.newPage();
      page.on('pageerror', (error) => said.push(error.message));
      page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
      await page.goto(server.url + path);
      await use(page);
      // What the policy forbids is an error of the console.
      expect(said).toEqual([]);
    } finally {
      await context.close();
    }
  }

  it.each(KINDS)('%s has no accessibility violations, narrow and wide, dark and light', async (path) => {
    await opened(path, async (page) => {
      await page.evaluate(axe.source);
      for (const [width, colorScheme] of [
        [360, 'light'],
        [1600, 'dark'],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(DRAWN);
        expect(await page.evaluate(VIOLATIONS)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(
          0,
        );
      }
    });
  });

  it('copies code by the button beside it', async () => {
    const use = async (page: Page): Promise<void> => {
      await page.locator('button.copy').first().click();
      await page.getByText('Copied').waitFor();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(copied).toContain('npm install @spmv/cli');
      expect(copied).not.toContain('Copy');
    };
    await opened('guide/start.html', use, { permissions: ['clipboard-read', 'clipboard-write'] });
  });

  it('is searched by the keyboard alone', async () => {
    await opened('guide/index.html', async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('OPERAND.LENGTH');
      await page.waitForSelector('#site-found [role=option]');
      await page.keyboard.press('ArrowDown');
      expect(await page.getAttribute('#site-query', 'aria-activedescendant')).toBe('site-found-0');
      await page.evaluate(axe.source);
      expect(await page.evaluate(VIOLATIONS)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${server.url}errors/index.html#operandlength`);
    });
  });

  it('keeps the theme that was chosen', async () => {
    await opened('guide/index.html', async (page) => {
      await page.click('button.theme');
      await page.click('button.theme');
      await page.goto(`${server.url}formats/csr.html`);
      expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(20, 23, 27)');
    });
  });

  it('opens the list of pages on a narrow screen by its button', async () => {
    await opened(
      'guide/index.html',
      async (page) => {
        expect(await page.isVisible('.side')).toBe(false);
        await page.click('button.menu');
        expect(await page.isVisible('.side')).toBe(true);
        await page.keyboard.press('Escape');
        expect(await page.isVisible('.side')).toBe(false);
        await page.fill('#site-query', 'sell');
        const box = await (await page.waitForSelector('#site-found [role=option]')).boundingBox();
        expect(box?.y).toBeLessThan(200);
      },
      { viewport: { width: 360, height: 800 } },
    );
  });

  it('is read without scripts', async () => {
    await opened(
      'formats/sell.html',
      async (page) => {
        expect(await page.isVisible('.side a[aria-current=page]')).toBe(true);
        expect(await page.isVisible('#site-query')).toBe(false);
      },
      { javaScriptEnabled: false, viewport: { width: 360, height: 800 } },
    );
  });
});
