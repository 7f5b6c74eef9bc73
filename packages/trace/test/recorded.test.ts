import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { Params } from '@spmv/core';
import { isSpmvError } from '@spmv/core';
import type { RecordedCounts } from './recorded-counts.ts';
import { countsOf, recordedPoints } from './recorded-counts.ts';
import { failuresOf, matrixNamed, NO_PTX, registry, traced } from './traced.ts';
import { needsFull, unless } from '../../../tools/needs.ts';

const recorded = JSON.parse(
  readFileSync(fileURLToPath(new URL('recorded-counts.json', import.meta.url)), 'utf8'),
) as RecordedCounts;
const packages = fileURLToPath(new URL('../../', import.meta.url));

describe('recorded sectors', unless(NO_PTX), () => {
  it('are of every kernel', () => {
    expect(Object.keys(recorded).toSorted()).toEqual(recordedPoints.map(({ title }) => title).toSorted());
  });

  it.each(recordedPoints.map((point) => [point.title, point] as const))(
    '%s touches as many of each buffer as recorded',
    (title, point) => {
      expect(
        countsOf(point),
        'if this change is intended: node --conditions=@spmv/source packages/trace/tools/record-counts.ts',
      ).toEqual(recorded[title]);
    },
  );
});

describe('x through the read-only path', unless(NO_PTX), () => {
  const loading = recordedPoints.filter(({ kernel, params }) => kernel.params.axes['xLoad'] && !('xLoad' in params));

  it.each(loading.map(({ kernel }) => [kernel.id, kernel] as const))(
    '%s gives a right y and touches what is recorded',
    (id, kernel) => {
      const params = { xLoad: 'readonly' };
      expect(failuresOf(traced(kernel, { coo: matrixNamed('powerlaw'), params }))).toBe(0);
      expect(countsOf({ kernel, params })).toEqual(recorded[id]);
    },
  );
});

/** A change of a source: every `from` becomes `to`. */
interface Change {
  readonly kernel: string;
  readonly params?: Params;
  readonly source: string;
  readonly file: string;
  readonly replace: readonly (readonly [from: string, to: string])[];
}

// Only which lane reads what changes; each row is still summed once.
const ORDERS: readonly Change[] = [
  {
    kernel: 'cuda/csr-scalar',
    source: 'csr.cu',
    file: 'csr.cuh',
    replace: [
      ['const unsigned row = globalThread();', 'const unsigned thread = globalThread();'],
      ['if (row >= rows) return;', 'if (thread >= rows) return;\n  const unsigned row = thread * 7u % rows;'],
    ],
  },
  {
    kernel: 'cuda/csr-balanced',
    source: 'csr-balanced.cu',
    file: 'csr-balanced.cuh',
    replace: [
      ['first + u * blockDim.x', 'first + u'],
      ['load(threadIdx.x)', 'load(threadIdx.x * kTileAtOnce)'],
      ['int first = threadIdx.x;', 'int first = threadIdx.x * kTileAtOnce;'],
    ],
  },
];

// One stride too long.
const STRIDES: readonly Change[] = [
  {
    kernel: 'cuda/ellpack',
    source: 'ellpack.cu',
    file: 'ellpack.cuh',
    replace: [['(k + u) * placeStep', '(k + u) * (placeStep + 1)']],
  },
  {
    kernel: 'cuda/sell',
    source: '../../../format-sell/src/kernels/sell.cu',
    file: 'sell.cuh',
    replace: [['slot + u * C', 'slot + u * (C + 1)']],
  },
  {
    kernel: 'cuda/spmm-csr-warp',
    params: { entries: 'pairs' },
    source: '../../../spmm/src/kernels/spmm-csr-warp.cu',
    file: 'spmm-csr-warp.cu',
    replace: [['pair[u] = loadPair(at + u * step);', 'pair[u] = loadPair(at + u * (step + 1));']],
  },
  {
    kernel: 'cuda/spmm-csr-warp',
    params: { entries: 'arrays' },
    source: '../../../spmm/src/kernels/spmm-csr-warp.cu',
    file: 'spmm-csr-warp.cu',
    replace: [['const int at = first + u * step;', 'const int at = first + u * (step + 1);']],
  },
  {
    kernel: 'cuda/spmm-csr-entries',
    source: '../../../spmm/src/kernels/spmm-csr-entries.cu',
    file: 'spmm-csr-entries.cu',
    replace: [['colIndex + begin + at + kDepth', 'colIndex + begin + at + kDepth / 2']],
  },
  {
    kernel: 'cuda/spmm-csr',
    source: '../../../spmm/src/kernels/spmm-csr.cu',
    file: 'spmm.cuh',
    replace: [['row * xRow_ + m * xNext_', 'row * (xRow_ + 4) + m * xNext_']],
  },
];

const titleOf = ({ kernel, params = {} }: Change): string =>
  [kernel, ...Object.entries(params).map(([name, value]) => `${name}=${value}`)].join(' ');

describe('a kernel whose indexing is changed', needsFull('nvcc'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-trace-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** PTX of a changed copy of a source and of all headers. */
  function compiled({ source, file, replace }: Omit<Change, 'kernel' | 'params'>): string {
    const copies = mkdtempSync(join(folder, 'copy-'));
    const path = join(packages, 'backend-cuda', 'src', 'kernels', source);
    for (const from of [join(packages, 'kernel-kit', 'cuda'), dirname(path)]) cpSync(from, copies, { recursive: true });
    const text = readFileSync(join(copies, file), 'utf8');
    const changed = replace.reduce((all, [from, to]) => {
      expect(all, `${file} has`).toContain(from);
      return all.replaceAll(from, to);
    }, text);
    writeFileSync(join(copies, file), changed);
    const to = join(copies, 'changed.ptx');
    const options = ['-ptx', '-arch=compute_75', '-O3', '-std=c++17', '--restrict', '-I', copies];
    execFileSync('nvcc', [...options, join(copies, basename(path)), '-o', to]);
    return readFileSync(to, 'utf8');
  }

  it('touches what is recorded where nothing was changed', () => {
    const ptx = compiled({ source: 'csr.cu', file: 'csr.cuh', replace: [] });
    expect(countsOf({ kernel: registry.kernel('cuda/csr-scalar'), params: {} }, ptx)).toEqual(
      recorded['cuda/csr-scalar'],
    );
  });

  it.each(ORDERS.map((change) => [change.kernel, change] as const))(
    '%s: lanes that share the work otherwise give a right y, and other sectors',
    (id, change) => {
      const ptx = compiled(change);
      const coo = matrixNamed('stencil5');
      const kernel = registry.kernel(id);
      expect(failuresOf(traced(kernel, { coo, ptx }))).toBe(0);
      expect(countsOf({ kernel, params: {} }, ptx)['stencil5']).not.toEqual(recorded[id]?.['stencil5']);
    },
  );

  it.each(STRIDES.map((change) => [titleOf(change), change] as const))(
    '%s: another stride is a wrong result, another record, or an address outside of the arrays',
    (title, change) => {
      const ptx = compiled(change);
      const [kernel, params] = [registry.kernel(change.kernel), change.params ?? {}];
      try {
        if (failuresOf(traced(kernel, { coo: matrixNamed('powerlaw'), params, ptx })) > 0) return;
        expect(countsOf({ kernel, params }, ptx)).not.toEqual(recorded[title]);
      } catch (error) {
        if (!isSpmvError(error)) throw error;
        expect(error.code).toBe('TRACE.BAD_ADDRESS');
      }
    },
  );
});
