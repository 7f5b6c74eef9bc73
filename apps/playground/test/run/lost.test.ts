import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { needsFull } from '../../../../tools/needs.ts';
import { visitRun } from './run-site.ts';

describe('a device that is lost during a run', needsFull('chromium', 'vulkan'), () => {
  it('is said once, and none of its kernels is called wrong', async () => {
    const fragment = 'matrix=cavity10&run.backend=webgpu&run.precision=f32&run.budget=0';
    await visitRun({ fragment, webgpu: true }, async (page) => {
      await page.getByRole('button', { name: 'Run every kernel' }).click();
      await page
        .getByText(/ timing \d+ combinations/u)
        .first()
        .waitFor({ timeout: 150_000 });
      const browser = await page.context().browser()?.newBrowserCDPSession();
      // Killed, not crashed by request: only then is work in flight rejected before the loss is told.
      const { processInfo = [] } = (await browser?.send('SystemInfo.getProcessInfo')) ?? {};
      const gpu = processInfo.filter(({ type }) => type === 'GPU');
      expect(gpu).toHaveLength(1);
      for (const { id } of gpu) process.kill(id, 'SIGKILL');
      await page.getByText(/^Done: /u).waitFor({ timeout: 150_000 });
      const verdict = await page.getByRole('region', { name: 'Verdict' }).innerText();
      expect(verdict).toContain('The device of webgpu was lost during the run');
      expect(verdict).toContain('Run again');
      expect(verdict).not.toContain('wrong or broken');
    });
  });
});
