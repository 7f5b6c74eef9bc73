import { describe, expect, it } from 'vitest';
import { pluginCases, runCases } from '../src/index.ts';
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
    expect(new Set(report.cases.filter(({ status }) => status !== 'passed').map(({ reason }) => reason))).toEqual(new Set(['align=1000: more padding than entries; the backend has no device clock']));
  });

  it('gives every case an id of its own', () => {
    const ids = pluginCases(toyPlugin(), { manifest: toyManifest }).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
