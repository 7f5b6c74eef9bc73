import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { plugin as cuda } from '@spmv/backend-cuda';
import { buildMatrix, cooFromEntries, createRegistry, spmv } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { drawnExhibits, studies } from '@spmv/studies';
import { planTrace, traceKernel } from '@spmv/trace';
import { describe, expect, it } from 'vitest';
import { lack } from '../machine.ts';
import { unless } from '../needs.ts';

const PTX = fileURLToPath(new URL('../../packages/backend-cuda/dist/kernels/csr.ptx', import.meta.url));
const NO_PTX = existsSync(PTX) ? undefined : (lack('nvcc') ?? 'no PTX (npm run build, with nvcc)');

/** Five rows of two entries: where they lie is all that an access depends on. */
const example = cooFromEntries(
  { rows: 5, cols: 5 },
  {
    rowIndex: [0, 0, 1, 1, 2, 2, 3, 3, 4, 4],
    colIndex: [0, 1, 1, 2, 1, 2, 2, 3, 3, 4],
    values: [3, 4, 5, 1, 1, 2, 2, 3, 1, 6],
  },
);

/** The row at each place of A.values, for each step in which a warp reads some: that of one thread a row is its lane, else that of its warp. */
function traced(id: string, params: Readonly<Record<string, number>>): readonly string[] {
  const registry = createRegistry([formats, cuda]);
  const matrix = buildMatrix(registry.format('csr'), example);
  const product = { operation: spmv, matrix, kernel: registry.kernel(id), params };
  const ptx = readFileSync(fileURLToPath(planTrace(product).ptxUrl), 'utf8');
  const steps: string[] = [];
  traceKernel({
    ...product,
    ptx,
    operands: { x: new Float64Array(5) },
    onStep(step) {
      if (step.kind !== 'load' || step.buffer !== 'A.values') return;
      const row = (lane: number): number => (id.endsWith('scalar') ? lane : step.block * 4 + step.warp);
      const places = Array.from({ length: 10 }, (_, place) => step.elements.indexOf(place));
      steps.push(places.map((lane) => (lane < 0 ? '_' : row(lane))).join(' '));
    },
  });
  return steps;
}

describe('the iterations that Fraga prints', unless(NO_PTX), () => {
  const fraga = studies.find(({ id }) => id === 'fraga');
  const nothing = { started: '', matrices: [], results: [], notRun: [], unsteady: [] };
  const machine = { cpu: '', cores: 0, loadAverage: 0, os: '', runtime: '', devices: [] };
  const drawn = fraga ? drawnExhibits(fraga, { ...nothing, machine }) : [];
  const tables = drawn.find(({ exhibit }) => exhibit.id === 'access-patterns')?.blocks ?? [];

  it.each([
    ['cuda/csr-scalar', { blockSize: 128 }],
    ['cuda/csr-vector', { blockSize: 128, threadsPerRow: 32 }],
  ] as const)('are drawn as %s reads the entries', (id, params) => {
    const table = tables.find((block) => block.kind === 'table' && block.title?.startsWith(id));
    if (table?.kind !== 'table') throw new Error(`no table of ${id}`);
    const here = table.rows.flatMap(([, , text]) => (text === null ? [] : [text]));
    expect(here).toEqual(traced(id, params));
  });
});
