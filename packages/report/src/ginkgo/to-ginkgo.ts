import { formatParams, SpmvError } from '@spmv/core';
import type { Params } from '@spmv/core';
import type { Fields } from '../bench/fields.ts';
import { fieldsIn, isFields, listIn, numberIn, textIn } from '../bench/fields.ts';
import type { ReportDocument } from '../model/report.ts';
import { isGinkgo } from './from-ginkgo.ts';
import type { GinkgoCase, GinkgoEntry } from './ginkgo-entry.ts';

/** Fields of a row that are said in Ginkgo's words. */
const SAID = new Set(['matrix', 'problem', 'reason', 'storageBytes', 'samplesMs']);

function caseOf(row: Fields): GinkgoCase {
  const [storage, medianMs] = [numberIn(row, 'storageBytes'), numberIn(row, 'medianMs')];
  const samples = row['samplesMs'];
  const completed = row['status'] === 'ok' && medianMs !== null;
  const reason = textIn(row, 'reason');
  return {
    ...(storage === null ? {} : { storage }),
    ...(medianMs === null ? {} : { time: medianMs * 1e6 }),
    ...(Array.isArray(samples) && samples.length > 0 ? { repetitions: samples.length } : {}),
    completed,
    ...(completed || reason === null ? {} : { error: reason }),
    row: Object.fromEntries(Object.entries(row).filter(([name]) => !SAID.has(name))),
  };
}

/** What a row is called among those of its matrix: `wasm/csr-simd rows=auto`. */
function caseName(row: Fields): string {
  const params = ['formatParams', 'kernelParams', 'launchParams'].map((group) =>
    formatParams(fieldsIn(row, group) as Params),
  );
  return [textIn(row, 'kernel') ?? textIn(row, 'format') ?? 'unnamed', ...params.filter((one) => one !== '')].join(' ');
}

/** Whether a row is of a stored matrix and was run, or refused, as a product of SpMV. */
function isSpmv(row: Fields): boolean {
  const { operation = 'spmv', status, matrix } = row;
  return operation === 'spmv' && isFields(matrix) && status !== 'unavailable';
}

function problemOf(matrix: Fields, name: string): GinkgoEntry['problem'] {
  const [rows, cols, nonzeros] = ['rows', 'cols', 'nnz'].map((field) => numberIn(matrix, field) ?? 0);
  const [, group] = /^suitesparse:([^/]+)\//u.exec(textIn(matrix, 'source') ?? '') ?? [];
  const [mean, max] = [numberIn(matrix, 'meanRow'), numberIn(matrix, 'maxRow')];
  const deviation = numberIn(matrix, 'relativeStandardDeviation');
  return {
    ...(group === undefined ? {} : { group }),
    name,
    rows: rows ?? 0,
    cols: cols ?? 0,
    nonzeros: nonzeros ?? 0,
    ...(mean === null || max === null || deviation === null
      ? {}
      : { row_distribution: { mean, max, variance: ((deviation / 100) * mean) ** 2 } }),
  };
}

/** The name of the fastest that completed. */
function fastest(cases: Readonly<Record<string, GinkgoCase>>): string | undefined {
  const timed = Object.entries(cases).filter(([, { completed }]) => completed);
  return timed.toSorted(([, a], [, b]) => (a.time ?? Infinity) - (b.time ?? Infinity))[0]?.[0];
}

function entriesOf({ name, document }: ReportDocument): readonly unknown[] {
  if (isGinkgo(document)) return document;
  const fields = isFields(document) ? document : {};
  if (!/^spmv\.bench\/1\b/u.test(textIn(fields, 'schema') ?? ''))
    throw new SpmvError('REPORT.DOCUMENT', `${name} is not a document of spmv bench.`, {
      fix: 'Give documents that spmv bench --json wrote, or reports made of them.',
      details: { name },
    });
  const groups = new Map<string, Fields[]>();
  for (const row of listIn(fields, 'results').filter(isSpmv)) {
    const { backend, device, precision, stored } = row;
    const key = JSON.stringify([fieldsIn(row, 'matrix')['name'], backend, device, precision, stored]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const cpu = textIn(fieldsIn(fields, 'host'), 'cpu') ?? 'unknown';
  return [...groups.values()].flatMap(([first, ...more]): readonly GinkgoEntry[] => {
    if (first === undefined) return [];
    const matrix = fieldsIn(first, 'matrix');
    const problem = problemOf(matrix, textIn(matrix, 'name') ?? '');
    const { rows, cols, nonzeros } = problem;
    const cases = Object.fromEntries([first, ...more].map((row) => [caseName(row), caseOf(row)]));
    const best = fastest(cases);
    return [
      {
        filename: textIn(matrix, 'source') ?? problem.name,
        problem,
        rows,
        cols,
        nonzeros,
        dataset: {
          system: textIn(first, 'device') ?? cpu,
          executor: textIn(first, 'backend') ?? '',
          precision: textIn(first, 'precision') ?? '',
        },
        spmv: cases,
        optimal: best === undefined ? {} : { spmv: best },
      },
    ];
  });
}

/**
 * Documents of `spmv bench` in the format of Ginkgo's benchmark of SpMV: one entry for each matrix, backend and precision, times in nanoseconds as its
 * explorer reads them. Medians stand for Ginkgo's means. `max_relative_norm2` is absent: spmv judges every element by a bound of its own, and says
 * so in `row`. Documents that are Ginkgo's already are taken as they are.
 *
 * Errors: `REPORT.DOCUMENT`.
 */
export function toGinkgo(documents: readonly ReportDocument[]): readonly unknown[] {
  return documents.flatMap(entriesOf);
}
