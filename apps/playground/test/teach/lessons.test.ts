import type { SparseFormat } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';
import { stencil5 } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { kernelPtxFiles } from '../../build/kernel-ptx.ts';
import { placeOf } from '../../src/state/place.ts';
import { SHOWN_FORMATS } from '../../src/teach/formats.ts';
import { lessonAt, lessonFragment, LESSONS } from '../../src/teach/lessons.ts';
import { pictureOf } from '../../src/teach/picture.ts';
import { formatParams, taughtNamed } from '../../src/teach/taught.ts';
import type { ShownTrace } from '../../src/teach/trace-window.ts';
import { traceWindow } from '../../src/teach/trace-window.ts';
import { lack } from '../../../../tools/machine.ts';
import { unless } from '../../../../tools/needs.ts';

const files = kernelPtxFiles();
const noPtx = (files.get('index.json') ?? '').includes('missing') ? (lack('nvcc') ?? 'no PTX') : undefined;

const stepsOf = (id: string) => LESSONS.find((one) => one.id === id)?.steps ?? [];
const rightOf = (id: string, at: number): string => {
  const { answers, right } = stepsOf(id)[at] ?? { answers: [], right: 0 };
  return answers[right] ?? '';
};

async function traced(kernel: string): Promise<ShownTrace> {
  const order = { kernel, coo: stencil5({ n: 4 }), params: formatParams({}), folder: '' };
  const reply = await traceWindow(order, (url) => Promise.resolve(files.get(url)));
  if (reply.status !== 'traced') throw new Error(JSON.stringify(reply));
  return reply.trace;
}

describe('lessons', () => {
  it('are links that lead to their questions', () => {
    for (const lesson of LESSONS)
      lesson.steps.forEach((step, at) => {
        const { matrix, panel, choices } = placeOf(lessonFragment(lesson, at));
        const own = Object.fromEntries(
          Object.entries(choices).map(([key, text]) => [key.slice('teach.'.length), text]),
        );
        expect([matrix, panel]).toEqual([lesson.matrix, 'teach']);
        expect(lessonAt(own)).toEqual({ lesson, at });
        expect(own['kernel']).toBe(taughtNamed(step.shows['kernel']).name);
      });
    expect(lessonAt({ lesson: 'none' })).toBeUndefined();
    expect(lessonAt({ lesson: 'padding', question: '99' })?.at).toBe(0);
  });

  it('count sectors and lanes as the kernels do', unless(noPtx), async () => {
    const [csr, ellpack] = [await traced('csr-scalar'), await traced('ellpack')];
    const shown = (trace: ShownTrace, id: string, at: number) => {
      const step = trace.steps[Number(stepsOf(id)[at]?.shows['step']) - 1];
      if (!step || step.kind === 'branch') throw new Error(`no access at ${id} ${at}`);
      return step;
    };
    // As the chart of all kernels counts them.
    const moved = ({ counts }: ShownTrace): number => counts.load.sectors + counts.store.sectors;
    expect(shown(csr, 'coalescing', 0)).toMatchObject({ buffer: 'A.values', lanes: expect.any(Number) });
    expect(String(shown(csr, 'coalescing', 0).sectors.length)).toBe(rightOf('coalescing', 0));
    expect(String(shown(ellpack, 'coalescing', 1).sectors.length)).toBe(rightOf('coalescing', 1));
    expect(stepsOf('coalescing')[2]?.question).toContain(` ${moved(csr)} sectors`);
    expect(String(moved(ellpack))).toBe(rightOf('coalescing', 2));
    expect(csr.steps[0]).toMatchObject({ kind: 'branch' });
    const few = shown(csr, 'divergence', 1).lanes;
    expect(few.toString(2).replaceAll('0', '')).toHaveLength(4);
  });

  it('count padding as the formats do', () => {
    const lines = (LESSONS.find(({ id }) => id === 'padding')?.matrix ?? '').split('\n').slice(2, -1);
    const parts = lines.map((line) => line.split(' ').map(Number));
    const coo = cooFromEntries(
      { rows: 4, cols: 5 },
      {
        rowIndex: parts.map(([i = 0]) => i - 1),
        colIndex: parts.map(([, j = 0]) => j - 1),
        values: parts.map(([, , value = 0]) => value),
      },
    );
    ['ellpack', 'sell'].forEach((id, at) => {
      const format = SHOWN_FORMATS.find((one) => one.id === id) as SparseFormat;
      const picture = pictureOf(format, coo, formatParams({ C: '2', sigma: '4' })[id]);
      if ('refused' in picture) throw new Error(picture.refused);
      expect(String(picture.arrays.find(({ name }) => name === 'values')?.padded)).toBe(rightOf('padding', at));
    });
  });
});
