// Documents in which anything is something else. More of them: FUZZ_FILES=100000 FUZZ_SEED=2.
import process from 'node:process';
import { isSpmvError } from '@spmv/core';
import { expect, it } from 'vitest';
import { benchReport, renderReport, toGinkgo } from '../src/index.ts';
import { benchDocument } from './example-documents.ts';

const FILES = Number(process.env['FUZZ_FILES'] ?? 1500);
const SEED = Number(process.env['FUZZ_SEED'] ?? 43);

/** Numbers below a bound, the same for the same seed (Marsaglia's xorshift, 32 bits). */
function seeded(seed: number): (below: number) => number {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  return (below) => {
    for (const shift of [13, -17, 5]) state = (state ^ (shift > 0 ? state << shift : state >>> -shift)) >>> 0;
    return state % Math.max(1, below);
  };
}

const MARK = '</script><b onclick=alert(1)>';
const VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  -0,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  '',
  MARK,
  '__proto__',
  [],
  {},
  [[[]]],
  [null],
  { length: 2 ** 31 },
  JSON.parse('{"__proto__":{"time":1},"constructor":2}'),
];

/** A copy in which some value, of any depth, is another, is gone, or is there again under the name of another. */
function changed(value: unknown, below: (n: number) => number): unknown {
  if (typeof value !== 'object' || value === null || below(6) === 0) return VALUES[below(VALUES.length)];
  const entries = Object.entries(value);
  const at = below(entries.length);
  const [name, inner] = entries[at] ?? ['', undefined];
  const kind = below(8);
  const other = entries[below(entries.length)]?.[1] as unknown;
  const next = kind === 0 ? undefined : kind === 1 ? other : changed(inner, below);
  if (Array.isArray(value)) return value.toSpliced(at, 1, ...(kind === 0 ? [] : [next]));
  return Object.fromEntries(entries.map(([key, one]) => [key, key === name ? next : one]));
}

const ginkgo = (dataset: object): unknown => [
  {
    filename: '/data/MM/HB/bcsstk16/bcsstk16.mtx',
    problem: { id: 38, group: 'HB', name: 'bcsstk16', rows: 4884, cols: 4884, nonzeros: 290_378, kind: 'structural' },
    dataset,
    spmv: {
      coo: { storage: 4_646_048, max_relative_norm2: 2.8e-17, time: 22_000, completed: true },
      csr: {
        storage: 3_531_724,
        time: 17_000,
        completed: true,
        repetitions: 10,
        row: { medianMs: 1, kernel: 'js/csr' },
      },
      ell: { completed: false, error: 'out of memory' },
    },
    optimal: { spmv: 'csr' },
  },
  { size: 125, stencil: '7pt', nnz: 725, spmv: { csr: { storage: 9200, time: 2e-6, completed: true } } },
];

const SEEDS: readonly unknown[] = [
  ginkgo({}),
  ginkgo({ system: 'V100', executor: 'cuda', precision: 'f32' }),
  toGinkgo([{ name: 'a', document: benchDocument() }]),
  benchDocument(),
];

/** What is wrong with what was made of a document, or with how it was refused. */
function fault(make: () => string): string | undefined {
  try {
    return make().includes(MARK) ? 'text of the document is markup of the page' : undefined;
  } catch (error) {
    const isKnown = isSpmvError(error, 'REPORT.DOCUMENT') && error.fix !== '';
    return isKnown ? undefined : String((error as Error).stack);
  }
}

it('are reported on, written in the format of Ginkgo, or refused', () => {
  const below = seeded(SEED);
  for (let n = 0; n < FILES; n++) {
    let document = SEEDS[below(SEEDS.length)];
    for (let change = below(4); change >= 0; change--) document = changed(document, below);
    const text = JSON.stringify(document) ?? 'null';
    const given = [{ name: 'a', document: JSON.parse(text) as unknown }];
    const before = performance.now();
    const faults = [
      fault(() => renderReport(benchReport(given))),
      fault(() => JSON.stringify(toGinkgo(given)).replaceAll('<', '')),
    ];
    expect(faults, text.slice(0, 20_000)).toEqual([undefined, undefined]);
    expect(performance.now() - before, text.slice(0, 20_000)).toBeLessThan(10_000);
  }
});
