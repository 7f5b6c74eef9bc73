import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { documentsIn } from '@spmv/report';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { runToItsEnd, tableRows, visitRun } from './run-site.ts';
import { FULL } from '../../../../tools/full-lane.ts';
import { needs, needsFull } from '../../../../tools/needs.ts';

const COMMAND = fileURLToPath(new URL('../../../../packages/cli/dist/main.js', import.meta.url));
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Of the run of every kernel. */
const MATRIX = FULL ? 'olm1000' : 'cage4';
const SMALL = 'matrix=olm1000&run.backend=serial&run.precision=f64&run.budget=300';

/** What a button downloads, written to a path. */
async function download(page: Page, name: RegExp, path: string): Promise<string> {
  const [found] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  await found.saveAs(path);
  return found.suggestedFilename();
}

describe('the panel that runs', needs('chromium'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-runs-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('runs every kernel of a page that is neither isolated nor has WebGPU, and writes what the command opens', async () => {
    await visitRun({ fragment: `matrix=${MATRIX}&run.precision=f64&run.budget=300` }, async (page) => {
      const missing = await page.getByRole('list', { name: 'Backends that do not run here' }).innerText();
      expect(missing).toMatch(
        /threads is not available. This page is not cross-origin isolated[^]*Cross-Origin-Opener-Policy/u,
      );
      expect(missing).toMatch(/webgpu is not available\. This browser has[^]*goes on without it/u);
      expect(await runToItsEnd(page)).toMatch(/^Done: \d\d+ ok, \d+ refused, 0 failed, \d+ unavailable\.$/u);
      const rows = await tableRows(page);
      const kernels = rows.map(([kernel]) => kernel);
      expect(kernels).toEqual(
        expect.arrayContaining(['js/csr', 'wasm/csr-simd', 'wasm/sell-simd', 'js/hyb', 'wasm/packed-simd']),
      );
      expect(new Set(rows.map((row) => row[6]))).toEqual(new Set(['serial']));
      expect(rows.every((row) => /^right, 20 samples$/u.test(row[10] ?? ''))).toBe(true);
      const verdict = await page.getByRole('region', { name: 'Verdict' }).innerText();
      expect(verdict).toMatch(
        /f64: (?:use \S+: [\d.]+ (?:µs|ms), |any of \d+ may be the fastest; this machine is too busy)/u,
      );
      expect(verdict).toMatch(/f64: (?:csr\. No other format is|[\w-]+, [\d.]+× the best CSR, \S+ on serial\.)/u);
      expect(verdict).toContain('Not compared: native kernels of the processor');
      expect(await page.getByText('combinations did not run, and why').count()).toBe(1);

      const [json, html] = [join(folder, 'run.json'), join(folder, 'run.html')];
      expect(await download(page, /JSON/u, json)).toBe(`bench-${MATRIX}.json`);
      const run = promisify(execFile)(process.execPath, [COMMAND, 'report', json, '--out', join(folder, 'again.html')]);
      expect((await run).stderr).toBe('');
      expect(readFileSync(join(folder, 'again.html'), 'utf8')).toContain('wasm/csr-simd');
      await download(page, /HTML/u, html);
      const [written] = documentsIn(readFileSync(html, 'utf8')) ?? [];
      expect(written?.document).toEqual(JSON.parse(readFileSync(json, 'utf8')));
      const document = written?.document as {
        readonly results: readonly { readonly status: string; readonly medianMs: number | null }[];
      };
      expect(document.results.filter(({ medianMs }) => medianMs !== null)).toHaveLength(rows.length);
    });
  });

  it('cancels at once, keeps what was measured, and can run again', needsFull(), async () => {
    await visitRun({ fragment: 'matrix=cavity10&run.backend=serial&run.budget=0' }, async (page) => {
      await page.getByRole('button', { name: 'Run every kernel' }).click();
      await page.locator('table.results tbody tr').nth(3).waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText(/^Cancelled: /u).waitFor({ timeout: 1000 });
      expect((await tableRows(page)).length).toBeGreaterThan(3);
      expect(await page.getByRole('region', { name: 'Verdict' }).innerText()).toContain('The run was cancelled');
      expect(page.workers().filter((worker) => worker.url().includes('run-worker'))).toEqual([]);
      const json = join(folder, 'cancelled.json');
      await download(page, /JSON/u, json);
      expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ schema: 'spmv.bench/1', interrupted: true });
      await page.getByRole('button', { name: 'Run every kernel' }).click();
      await page.getByRole('progressbar', { name: 'Progress of the run' }).waitFor();
    });
  });

  it('has threads where the page is isolated', needsFull(), async () => {
    await visitRun(
      { fragment: 'matrix=olm1000&run.backend=threads&run.precision=f64&run.budget=300', isolated: true },
      async (page) => {
        expect(await runToItsEnd(page)).toMatch(/ 0 failed, 0 unavailable\.$/u);
        const places = new Set((await tableRows(page)).map((row) => row[6]));
        // A matrix as small is given to one thread, and it is said.
        expect(places).toEqual(new Set(['threads with 1 thread']));
      },
    );
  });

  it('has WebGPU where the browser gives an adapter', needsFull('swiftshader'), async () => {
    await visitRun(
      { fragment: 'matrix=olm1000&run.backend=webgpu&run.precision=f32&run.budget=300', webgpu: true },
      async (page) => {
        expect(await runToItsEnd(page)).toMatch(/^Done: [1-9]\d* ok, .* 0 failed, 0 unavailable\.$/u);
        const rows = await tableRows(page);
        expect(rows.every(([kernel]) => kernel?.startsWith('wgsl/'))).toBe(true);
        expect(new Set(rows.map((row) => row[6]))).toEqual(new Set(['webgpu']));
      },
    );
  });

  it('reports a kernel that is wrong, and times it not', needsFull(), async () => {
    const altered: string[] = [];
    const alter = (path: string, text: string): string => {
      if (!/\/csr-[\w-]+\.js$/u.test(path) || !text.includes('rowStart')) return text;
      altered.push(path);
      return text.replaceAll(/\+=/gu, '-=');
    };
    await visitRun({ fragment: SMALL, alter }, async (page) => {
      const ended = await runToItsEnd(page);
      expect(altered).not.toEqual([]);
      expect(ended).not.toContain(' 0 failed');
      const wrong = (await tableRows(page)).filter((row) => row[10]?.startsWith('failed'));
      expect(wrong.map(([kernel]) => kernel)).toContain('js/csr');
      expect(wrong.every((row) => row[1] === '')).toBe(true);
      expect(await page.getByRole('alert').innerText()).toContain('js/csr on serial in f64');
    });
  });

  it(
    'has nothing to object to for axe, at 360 px, in light and dark, and nothing but tables scrolls sideways',
    needsFull(),
    async () => {
      await visitRun({ fragment: SMALL, width: 360 }, async (page) => {
        await runToItsEnd(page);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.evaluate(AXE);
          const found = await page.evaluate<string[]>(
            "axe.run('.run').then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))",
          );
          expect(found).toEqual([]);
        }
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
      });
    },
  );
});
