import { describe, expect, it } from 'vitest';
import { roofline } from '../src/cristofori/roofline.ts';
import type { StudyRun } from '../src/index.ts';
import { EMPTY, madeMatrix, timedResult } from './helpers/made-run.ts';

const run: StudyRun = {
  ...EMPTY,
  matrices: [madeMatrix('cant', 1600)],
  results: [
    timedResult({ leg: 'serial', matrix: 'cant' }, 8),
    timedResult({ leg: 'threads', matrix: 'cant', launchParams: { threads: 4 } }, 4),
    timedResult({ leg: 'cuda-grid', matrix: 'cant', kernelParams: { blockSize: 128 } }, 1),
    timedResult({ leg: 'cuda-ellpack', matrix: 'cant', format: 'ellpack-r', kernelParams: { blockSize: 512 } }, 0.25),
  ],
};

describe('the roofline', () => {
  it('has flop per byte along x, and the printed roof', () => {
    const chart = roofline.draw(run).find((block) => block.kind === 'chart');
    expect(chart).toMatchObject({ chart: { kind: 'roofline', roofs: [{ gbPerSecond: 448 }, {}, {}, {}] } });
    const devices = [{ backend: 'cuda', name: 'made up', version: null, copyGbPerSecond: 4000 }];
    const [table] = roofline.draw({ ...run, machine: { ...run.machine, devices } });
    expect(table?.kind === 'table' && table.rows[1]).toEqual(['CUDA, its copies here', 4000, (4000 * 2) / 12]);
    const points = chart?.kind === 'chart' && chart.chart.kind === 'roofline' ? chart.chart.series[0]?.points : [];
    // 2 · 8000 operations by its compulsory bytes.
    expect(points).toContainEqual({ x: 16_000 / 2 ** 27, y: 100, label: 'cant csr' });
    // 2 · 8000 operations by 12 · 8000 + 12 · 1600 + 8 · 1600 bytes: padding is not read, whatever is stored.
    expect(points).toContainEqual({ x: 0.125, y: 400, label: 'cant ellpack-r' });
  });

  it('a roof that was reached is one of bytes that were moved, and none above what the driver says', () => {
    const roofs = (details: Readonly<Record<string, number>>): readonly unknown[] => {
      const devices = [{ backend: 'cuda', name: 'made up', version: null, details }];
      const [table] = roofline.draw({
        ...run,
        results: run.results.filter(({ leg }) => leg === 'cuda-ellpack'),
        machine: { ...run.machine, devices },
      });
      return table?.kind === 'table' ? table.rows.slice(1) : [];
    };
    // 128 KB of 2^27 stored bytes, 0.25 ms: what is padding makes no rate of 537 GB/s.
    expect(roofs({})).toEqual([]);
    expect(roofs({ peakGbPerSecond: 300 })).toEqual([['CUDA, by clock and width as the driver says', 300, 50]]);
  });
});
