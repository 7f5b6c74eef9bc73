import type { BenchResult } from '@spmv/engine';
import { describe, expect, it } from 'vitest';
import type { CurvePoint } from '../src/documents/curve.ts';
import { createTerminal } from '../src/output/terminal.ts';
import { curveText, distinguished, distinguishing } from '../src/documents/curve.ts';

const nowhere = { write: () => true };
const terminal = createTerminal(nowhere, nowhere, { color: false, quiet: true, width: 80 });

function point(
  at: string,
  launchParams: BenchResult['launchParams'],
  formatParams: BenchResult['formatParams'] = {},
): CurvePoint {
  const result = {
    problem: { name: 'm', source: 'm' },
    kernel: 'js/csr',
    format: 'csr',
    backend: 'threads',
    precision: 'f64',
    formatParams,
    kernelParams: {},
    launchParams,
    medianMs: 1,
    gbPerSecond: 1,
    gflops: 1,
  };
  return { at, result: result as unknown as BenchResult };
}

describe('a curve', () => {
  it('has a series for every schedule and chunk, named by them', () => {
    const points = ['1', '2'].flatMap((threads) =>
      ['balanced', 'dynamic'].flatMap((schedule) =>
        [0, 64].map((chunk) => point(threads, { threads: Number(threads), schedule, chunk })),
      ),
    );
    expect([...distinguishing(points)].sort()).toEqual(['chunk', 'schedule']);
    expect(distinguished(points[1] as CurvePoint, distinguishing(points))).toEqual({ schedule: 'balanced', chunk: 64 });
    const blocks = curveText(terminal, 'threads', points).split('\n\n');
    expect(blocks.map((block) => block.split('\n')[0])).toEqual([
      'js/csr threads f64  schedule=balanced, chunk=0',
      'js/csr threads f64  schedule=balanced, chunk=64',
      'js/csr threads f64  schedule=dynamic, chunk=0',
      'js/csr threads f64  schedule=dynamic, chunk=64',
    ]);
    for (const block of blocks) expect(block.split('\n')).toHaveLength(4);
  });

  it('stays one series where a parameter only follows the axis', () => {
    const points = [point('8', { threads: 2 }, { alignment: 1 }), point('48', { threads: 2 }, { alignment: 32 })];
    expect(distinguishing(points)).toEqual([]);
    expect(curveText(terminal, 'n', points).split('\n\n')).toHaveLength(1);
  });
});
