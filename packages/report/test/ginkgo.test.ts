import { isSpmvError } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import type { BenchRow } from '../src/bench/bench-document.ts';
import { readBench } from '../src/bench/bench-document.ts';
import type { GinkgoEntry } from '../src/ginkgo/ginkgo-entry.ts';
import { benchReport, renderReport, toGinkgo } from '../src/index.ts';
import { benchDocument } from './example-documents.ts';

/** As the benchmark wrote it for the explorer: one file a matrix, nanoseconds. */
const PUBLISHED = [
  {
    filename: '/data/MM/HB/bcsstk16/bcsstk16.mtx',
    problem: { id: 38, group: 'HB', name: 'bcsstk16', rows: 4884, cols: 4884, nonzeros: 290_378, kind: 'structural' },
    spmv: {
      coo: { storage: 4_646_048, max_relative_norm2: 2.8e-17, time: 22_000, completed: true },
      csr: { storage: 3_531_724, max_relative_norm2: 1.7e-16, time: 17_000, completed: true },
      ell: { completed: false, error: 'out of memory' },
    },
    optimal: { spmv: 'csr' },
  },
];

/** As later versions write it: seconds, and what was made here has no problem. */
const LATER = [
  {
    filename: 'some/matrix.mtx',
    rows: 36,
    cols: 30,
    nonzeros: 208,
    spmv: { coo: { storage: 3328, time: 1.5e-5, repetitions: 10, completed: true } },
    optimal: { spmv: 'coo' },
  },
  {
    size: 125,
    stencil: '7pt',
    nnz: 725,
    spmv: { csr: { storage: 9200, time: 2e-6, repetitions: 10, completed: true } },
  },
  { filename: 'no-product.mtx', solver: {} },
];

/** Rows as a report shows them, without the fields that it does not. */
function shown(document: unknown): readonly BenchRow[] {
  return readBench('a', document)
    .rows.map((row) => ({ ...row, fields: {} }))
    .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
}

function entriesOf(document: unknown): readonly GinkgoEntry[] {
  return toGinkgo([{ name: 'a', document }]) as readonly GinkgoEntry[];
}

describe("documents of spmv in Ginkgo's format", () => {
  it('come back as they were', () => {
    const document = benchDocument();
    const again: unknown = JSON.parse(JSON.stringify(entriesOf(document)));
    expect(shown(again)).toEqual(shown(document));
    expect(shown(again).length).toBe(14);
  });

  it('have an entry for each matrix, backend and precision, with what the explorer reads', () => {
    const entries = entriesOf(benchDocument());
    expect(entries.map(({ problem, dataset }) => `${problem.name} ${dataset.executor}`)).toEqual([
      'small serial',
      'small threads',
      'large <b> serial',
      'large <b> threads',
      'small mkl',
    ]);
    const [, , large] = entries;
    expect(large).toMatchObject({
      filename: 'large <b>',
      problem: { rows: 4000, cols: 4000, nonzeros: 64_000 },
      dataset: { system: 'CPU', precision: 'f64' },
      optimal: { spmv: 'wasm/csr' },
    });
    const { time = 0, storage, completed } = large?.spmv['wasm/csr'] ?? { completed: false };
    // What its plots compute: 2 · nonzeros / time is GFLOP/s.
    expect((2 * 64_000) / time).toBeCloseTo(2, 10);
    expect({ storage, completed }).toEqual({ storage: 64_000 * 12 + 16_000, completed: true });
    expect(entries[1]?.spmv).toHaveProperty(['wasm/sell threads=2']);
    expect(entries[0]?.spmv['hyb']).toMatchObject({ completed: false, error: 'Rows are too long.' });
    expect(entries[0]?.spmv['hyb']).not.toHaveProperty('time');
  });

  it('have only products of SpMV that were tried', () => {
    const document = benchDocument();
    const [row] = document['results'] as readonly Record<string, unknown>[];
    const results = [
      { ...row, operation: 'spmm', kernel: 'js/x' },
      { ...row, status: 'unavailable', backend: 'cuda' },
    ];
    expect(entriesOf({ ...document, results })).toEqual([]);
  });

  it('say how long rows are, and the group of the collection, where it is known', () => {
    const document = benchDocument();
    const [row] = document['results'] as readonly { readonly matrix: object }[];
    const statistics = { source: 'suitesparse:HB/small', meanRow: 5, maxRow: 9, relativeStandardDeviation: 20 };
    const [entry] = entriesOf({ ...document, results: [{ ...row, matrix: { ...row?.matrix, ...statistics } }] });
    expect(entry?.problem).toMatchObject({ group: 'HB', row_distribution: { mean: 5, max: 9, variance: 1 } });
  });

  it('refuse what is no document', () => {
    expect(() => entriesOf({ schema: 'spmv.info/1' })).toThrow('a is not a document of spmv bench');
  });
});

describe('documents of Ginkgo', () => {
  it('are read as rows of a report', () => {
    const { rows, problems } = readBench('ginkgo', PUBLISHED);
    expect(problems).toMatchObject([{ name: 'bcsstk16', size: { rows: 4884, cols: 4884, nnz: 290_378 } }]);
    expect(rows.map(({ format, backend, status, reason }) => ({ format, backend, status, reason }))).toEqual([
      { format: 'coo', backend: 'ginkgo', status: 'ok', reason: null },
      { format: 'csr', backend: 'ginkgo', status: 'ok', reason: null },
      { format: 'ell', backend: 'ginkgo', status: 'failed', reason: 'out of memory' },
    ]);
    expect(rows[1]).toMatchObject({ medianMs: 0.017, storageBytes: 3_531_724, precision: 'f64', errorRatio: null });
    expect(rows[1]?.gflops).toBeCloseTo(34.16, 2);
    const html = renderReport(benchReport([{ name: 'ginkgo', document: PUBLISHED }]));
    expect(html).toContain('bcsstk16');
    expect(html).toContain('>coo<');
  });

  it('in seconds are told by their size', () => {
    const { rows } = readBench('ginkgo', LATER);
    expect(rows.map(({ problem, medianMs }) => [problem, medianMs])).toEqual([
      ['matrix', 0.015],
      ['7pt 125', 0.002],
    ]);
  });

  it('name system and executor where they are there', () => {
    const dataset = { system: 'V100', executor: 'cuda' };
    const { rows } = readBench('ginkgo', [{ ...PUBLISHED[0], dataset }]);
    expect(rows[0]).toMatchObject({ backend: 'ginkgo cuda', device: 'V100' });
  });

  it("stay as they are in Ginkgo's format, beside ours", () => {
    const both = toGinkgo([
      { name: 'ginkgo', document: PUBLISHED },
      { name: 'ours', document: benchDocument() },
    ]);
    expect(both.slice(0, 1)).toEqual(PUBLISHED);
    expect(both).toHaveLength(6);
  });

  it('of something else are refused', () => {
    for (const document of [[], [{ filename: 'a', solver: {} }], ['text']]) {
      let thrown: unknown;
      try {
        readBench('ginkgo', document);
      } catch (error) {
        thrown = error;
      }
      expect(isSpmvError(thrown, 'REPORT.DOCUMENT')).toBe(true);
    }
  });
});
