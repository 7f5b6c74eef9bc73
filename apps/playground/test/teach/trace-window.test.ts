import { cooFromEntries } from '@spmv/core';
import { tridiagonal } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { kernelPtxFiles } from '../../build/kernel-ptx.ts';
import { sectorWords } from '../../src/teach/sector-words.ts';
import { laneWords, leastSectors, stepWords } from '../../src/teach/step-words.ts';
import { formatParams, TAUGHT } from '../../src/teach/taught.ts';
import type { ShownTrace } from '../../src/teach/trace-window.ts';
import { traceWindow } from '../../src/teach/trace-window.ts';
import { lack } from '../../../../tools/machine.ts';
import { unless } from '../../../../tools/needs.ts';

const files = kernelPtxFiles();
const index = JSON.parse(files.get('index.json') ?? '{}') as { readonly missing?: string };
const noPtx = index.missing === undefined ? undefined : (lack('nvcc') ?? 'no PTX (npm run build, with nvcc)');
const read = (url: string): Promise<string | undefined> => Promise.resolve(files.get(url.replace('ptx/', '')));
const coo = tridiagonal({ rows: 40 });

async function traced(kernel: string, of = coo): Promise<ShownTrace> {
  const reply = await traceWindow({ kernel, coo: of, params: formatParams({}), folder: 'ptx/' }, read);
  if (reply.status !== 'traced') throw new Error(JSON.stringify(reply));
  return reply.trace;
}

describe('a product step by step', unless(noPtx), () => {
  it('has the lines of CUDA that the site has, each at the line of its step', async () => {
    const ptx = (files.get('csr_f64.ptx') ?? '').split('\n');
    const at = ptx.findIndex((line) => line.includes('ld.global.nc.f64'));
    const source = { place: 'csr.cuh:16', text: 'sum += values[k]' };
    const given: Readonly<Record<string, string>> = {
      'index.json': JSON.stringify({ entries: ['csr_f64'], lined: ['csr_f64'] }),
      'csr_f64.ptx': ptx.join('\n'),
      'csr_f64.json': JSON.stringify({ lines: ptx.map((_, k) => (k === at ? 0 : -1)), sources: [source] }),
    };
    const order = { kernel: 'csr-scalar', coo, params: formatParams({}), folder: '' };
    const reply = await traceWindow(order, (url) => Promise.resolve(given[url]));
    if (reply.status !== 'traced') throw new Error(JSON.stringify(reply));
    const { steps, sources } = reply.trace;
    const lined = steps.filter(({ line }) => sources[line] !== undefined);
    expect(new Set(lined.map((step) => step.kind === 'load' && step.buffer))).toEqual(new Set(['A.values']));
    expect(sources[lined[0]?.line ?? 0]).toEqual(source);
  });

  it.each(TAUGHT.map(({ name }) => name))('of %s is right, and has its steps', async (name) => {
    const { errorRatio, steps, counts, cut } = await traced(name);
    expect(errorRatio).toBeLessThanOrEqual(1);
    expect(cut).toBe(false);
    const sectors = steps.map((step) => (step.kind === 'load' ? step.sectors.length : 0));
    expect(sectors.reduce((sum, count) => sum + count, 0)).toBe(counts.load.sectors);
    expect(steps.filter(({ kind }) => kind === 'branch')).toHaveLength(counts.divergentBranches);
  });

  it('a matrix without entries launches nothing', async () => {
    const empty = cooFromEntries({ rows: 4, cols: 4 }, { rowIndex: [], colIndex: [], values: [] });
    expect(await traced('csr-scalar', empty)).toMatchObject({ steps: [], launches: [], y: new Float64Array(4) });
  });

  it('says in words what a step touches', async () => {
    const { steps } = await traced('ellpack');
    const columns = steps.find((step) => step.kind === 'load' && step.buffer === 'A.colIndex');
    if (columns?.kind !== 'load') throw new Error('no such step');
    expect(stepWords(columns)).toBe('block 0, warp 0: load A.colIndex, 32 lanes of 4 bytes: 4 sectors, coalesced');
    expect(leastSectors(columns)).toBe(4);
    const lanes = laneWords(columns);
    expect(lanes).toHaveLength(32);
    expect(lanes[9]).toMatchObject({ lane: 9, active: true, element: '9', sector: 1 });
    const [first] = sectorWords(columns);
    expect(first).toMatchObject({ number: 0, paper: 0 });
    expect(first?.elements.map(({ element, lanes: by }) => `${element} by ${by}`)).toEqual(
      Array.from({ length: 8 }, (_, lane) => `${lane} by ${lane}`),
    );
    const apart = (await traced('csr-scalar')).steps.find(({ kind }) => kind === 'branch');
    expect(apart && stepWords(apart)).toMatch(
      /^block 0, warp \d: the warp diverges: of \d+ lanes \d+ go one way, \d+ the other$/u,
    );
  });
});

describe('a site without PTX', () => {
  it('says why there are no steps', async () => {
    const why = 'nvcc was not there';
    const without = (url: string): Promise<string | undefined> =>
      Promise.resolve(url.endsWith('index.json') ? JSON.stringify({ entries: [], missing: why }) : undefined);
    expect(await traceWindow({ kernel: 'csr-scalar', coo, params: {}, folder: 'ptx/' }, without)).toEqual({
      status: 'absent',
      why,
    });
    expect(
      await traceWindow({ kernel: 'csr-scalar', coo, params: {}, folder: 'ptx/' }, () => Promise.resolve(undefined)),
    ).toMatchObject({ status: 'absent' });
  });
});
