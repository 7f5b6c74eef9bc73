import { describe, expect, it } from 'vitest';
import { pluginCases } from '../src/index.ts';
import { runCases } from './run-kit.ts';
import { toyBackend } from './toy/toy-backend.ts';
import { toyKernel } from './toy/toy-kernel.ts';
import { toyManifest, toyPlugin } from './toy/toy-plugin.ts';

describe('a correct plugin', () => {
  it('conforms: the kit raises no false alarm', async () => {
    const report = await runCases(pluginCases(toyPlugin(), { manifest: toyManifest }), { subject: 'toy@1.0.0' });
    expect(report.cases.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(report.conforms).toBe(true);
    expect(report.devices).toEqual(['toy']);
    expect(report.errorRatio).toBeLessThanOrEqual(1);
    expect(report.totals.passed).toBeGreaterThan(300);
    // Whatever is not compared says why.
    expect(new Set(report.cases.filter(({ status }) => status !== 'passed').map(({ reason }) => reason))).toEqual(
      new Set([
        'align=1000: more padding than entries; the backend has no device clock',
        ...['df64', 'f16', 'bf16', 'c128', 'c64'].map((precision) => `toy does not compute in ${precision}`),
      ]),
    );
  });

  it("is multiplied by another package's kernel where it brings only a format", async () => {
    const kernels = [toyKernel as never, { ...toyKernel, id: 'js/toy/other' } as never];
    const only = toyPlugin({ kernels: [], backends: [] });
    const report = await runCases(pluginCases(only, { kernels, backends: [toyBackend()] }), { subject: 'toy' });
    expect(report).toMatchObject({ conforms: true });
    expect(report.products['toy/queue']).toBeGreaterThan(500);
    expect(report.cases.some(({ id }) => id.startsWith('js/toy/other'))).toBe(false);
    expect(await runCases(pluginCases(only, { kernels }), { subject: 'toy' })).toMatchObject({
      conforms: false,
      reasons: ['no product was compared'],
    });
  });

  it('gives every case an id of its own', () => {
    const ids = pluginCases(toyPlugin(), { manifest: toyManifest }).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
