import { serial } from '@spmv/backend-serial';
import type { CooMatrix, Plugin } from '@spmv/core';
import { API_VERSION, transposeCoo } from '@spmv/core';
import { expect, it } from 'vitest';
import { openMatrix } from 'spmv';
import { needs } from '../../../tools/needs.ts';

/** Without native kernels the advice is the first there is. */
const NATIVE = needs('cxx', 'highway');

/** The serial backend under another name, telling what is prepared of matrices. */
function watched(): { readonly plugin: Plugin; readonly prepared: string[] } {
  const prepared: string[] = [];
  const open: typeof serial.open = async (options) => {
    const driver = await serial.open(options);
    return {
      ...driver,
      prepare(request) {
        if (request.matrix.format !== '')
          prepared.push(`${request.matrix.format} ${request.matrix.shape.rows}×${request.matrix.shape.cols}`);
        return driver.prepare(request);
      },
    };
  };
  return {
    prepared,
    plugin: { name: 'watched', apiVersion: API_VERSION, backends: [{ ...serial, id: 'watched', open }] },
  };
}

/** Six diagonals, more of them to one side, in `rows` rows and `cols` columns. */
function banded(rows: number, cols: number): CooMatrix {
  const at: [number, number, number][] = [];
  for (let i = 0; i < rows; i++)
    for (const d of [-20, -1, 0, 1, 2, 20])
      if (i + d >= 0 && i + d < cols) at.push([i, i + d, d === 0 ? 4 : 0.5 + (0.1 * d) / 20]);
  return {
    shape: { rows, cols },
    rowIndex: Int32Array.from(at, ([i]) => i),
    colIndex: Int32Array.from(at, ([, j]) => j),
    values: Float64Array.from(at, ([, , value]) => value),
  };
}

async function planned(coo: CooMatrix): Promise<string> {
  await using A = await openMatrix(coo, { backend: 'serial', trials: 0 });
  return A.plan.format;
}

it('PageRank multiplies by the format that the advice names, not by the first there is', NATIVE, async () => {
  const graph = banded(400, 400);
  const format = await planned(transposeCoo(graph));
  expect(format).not.toBe('csr');
  const { plugin, prepared } = watched();
  await using A = await openMatrix(graph, { backend: 'watched', plugins: [plugin], trials: 0 });
  prepared.splice(0);
  const { ranks } = await A.pageRank({ tol: 1e-12 });
  expect(prepared).toEqual([`${format} 400×400`]);
  await using plain = await openMatrix(graph, { backend: 'serial' });
  for (const [i, rank] of (await plain.pageRank({ tol: 1e-12 })).ranks.entries())
    expect(ranks[i]).toBeCloseTo(rank, 12);
});

it('so do products with the transpose of a matrix that is not symmetric', NATIVE, async () => {
  const tall = banded(500, 400);
  const format = await planned(transposeCoo(tall));
  expect(format).not.toBe('csr');
  const { plugin, prepared } = watched();
  await using A = await openMatrix(tall, { backend: 'watched', plugins: [plugin], trials: 0 });
  prepared.splice(0);
  const b = await A.multiply(new Float64Array(400).fill(1));
  const found = await A.solve(b, { method: 'lsqr', rtol: 1e-10 });
  expect([found.converged, found.x.every((value) => Math.abs(value - 1) < 1e-6)]).toEqual([true, true]);
  const transposed = prepared.filter((one) => one.endsWith('400×500'));
  expect(new Set(transposed)).toEqual(new Set([`${format} 400×500`]));
});
