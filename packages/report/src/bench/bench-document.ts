import { SpmvError } from '@spmv/core';
import { benchOfGinkgo, isGinkgo } from '../ginkgo/from-ginkgo.ts';
import type { Bin } from '../model/charts.ts';
import type { Fields } from './fields.ts';
import { fieldsIn, isFields, listIn, numberIn, textIn } from './fields.ts';

/** One combination on one problem, as far as a report shows it. A figure is null for what was not timed. */
export interface BenchRow {
  /** Name of the problem: of its matrix, and sizes. */
  readonly problem: string;
  readonly operation: string;
  readonly backend: string;
  readonly device: string | null;
  readonly format: string | null;
  readonly kernel: string | null;
  /** `T=4, blockSize=128`: of format, kernel and launch. */
  readonly params: string;
  readonly precision: string;
  readonly status: string;
  readonly reason: string | null;
  readonly convertMs: number | null;
  readonly prepareMs: number | null;
  readonly medianMs: number | null;
  readonly lowMs: number | null;
  readonly highMs: number | null;
  readonly gflops: number | null;
  readonly gbPerSecond: number | null;
  readonly speedup: number | null;
  readonly storageBytes: number | null;
  readonly errorRatio: number | null;
  /** Measured by another program, and not checked. */
  readonly isImported: boolean;
  readonly workers: readonly Worker[];
  /** All fields, for the axis of a sweep. */
  readonly fields: Fields;
}

/** Mean of a worker's time in one product. */
export interface Worker {
  readonly busyMs: number;
  readonly waitMs: number;
}

/** What is said once of a problem. */
export interface BenchProblem {
  readonly name: string;
  /** Of its matrix; null where the operation stores none. */
  readonly size: { readonly rows: number; readonly cols: number; readonly nnz: number } | null;
  readonly verdicts: readonly string[];
  /** Medians of the serial CSR by precision. */
  readonly baselineMs: Readonly<Record<string, number>>;
  readonly busy: string | null;
  /** Rows by their number of entries, where the document has them. */
  readonly rowLengths: readonly Bin[];
  readonly spy: { readonly width: number; readonly height: number; readonly counts: readonly number[] } | null;
}

/** A document of `spmv bench` or `sweep`, as far as a report shows it. */
export interface BenchDocument {
  readonly name: string;
  readonly rows: readonly BenchRow[];
  readonly problems: readonly BenchProblem[];
  readonly axis: string | null;
  readonly fields: Fields;
}

/** Parameters of a combination, those of its format first. */
export function paramsText(fields: Fields): string {
  return ['formatParams', 'kernelParams', 'launchParams']
    .flatMap((group) => Object.entries(fieldsIn(fields, group)))
    .map(([name, value]) => `${name}=${typeof value === 'number' ? Number(value.toPrecision(4)) : String(value)}`)
    .join(', ');
}

/** What a row is of: earlier documents have a matrix and no problem, and records of some the name alone. */
export function problemName(fields: Fields): string | null {
  return (
    textIn(fields, 'problem') ??
    textIn(fieldsIn(fields, 'problem'), 'name') ??
    textIn(fieldsIn(fields, 'matrix'), 'name')
  );
}

function rowOf(fields: Fields): BenchRow | string {
  const [problem, backend] = [problemName(fields), textIn(fields, 'backend')];
  if (problem === null) return 'names neither a problem nor a matrix';
  if (backend === null) return 'names no backend';
  const [precision, stored] = [textIn(fields, 'precision') ?? '', textIn(fields, 'stored')];
  return {
    problem,
    operation: textIn(fields, 'operation') ?? 'spmv',
    backend,
    device: textIn(fields, 'device'),
    format: textIn(fields, 'format'),
    kernel: textIn(fields, 'kernel'),
    params: paramsText(fields),
    precision: stored === null || stored === precision ? precision : `${precision}, stored ${stored}`,
    // Records in which only what was right was kept do not say so.
    status: textIn(fields, 'status') ?? (numberIn(fields, 'medianMs') === null ? 'unknown' : 'ok'),
    reason: textIn(fields, 'reason'),
    convertMs: numberIn(fields, 'convertMs'),
    prepareMs: numberIn(fields, 'prepareMs'),
    medianMs: numberIn(fields, 'medianMs'),
    lowMs: numberIn(fields, 'medianLowMs'),
    highMs: numberIn(fields, 'medianHighMs'),
    gflops: numberIn(fields, 'gflops'),
    gbPerSecond: numberIn(fields, 'gbPerSecond'),
    speedup: numberIn(fields, 'speedup'),
    storageBytes: numberIn(fields, 'storageBytes'),
    errorRatio: numberIn(fields, 'errorRatio'),
    isImported: isFields(fields['imported']),
    workers: listIn(fields, 'workers').flatMap((worker) => {
      const [busyMs, waitMs] = [numberIn(worker, 'busyMs'), numberIn(worker, 'waitMs')];
      return busyMs === null || waitMs === null ? [] : [{ busyMs, waitMs }];
    }),
    fields,
  };
}

function problemOf(summary: Fields): readonly BenchProblem[] {
  const matrix = isFields(summary['matrix']) ? summary['matrix'] : summary;
  const name = problemName(summary) ?? textIn(summary, 'name');
  if (name === null) return [];
  const [rows, cols, nnz] = [numberIn(matrix, 'rows'), numberIn(matrix, 'cols'), numberIn(matrix, 'nnz')];
  const spy = fieldsIn(summary, 'spy');
  const [width, height, counts] = [numberIn(spy, 'width'), numberIn(spy, 'height'), spy['counts']];
  return [
    {
      name,
      size: rows === null || cols === null || nnz === null ? null : { rows, cols, nnz },
      verdicts: listIn(summary, 'verdicts').flatMap((verdict) => textIn(verdict, 'text') ?? []),
      baselineMs: Object.fromEntries(
        Object.entries(fieldsIn(summary, 'baselineMs')).flatMap(([precision, ms]) =>
          typeof ms === 'number' ? [[precision, ms]] : [],
        ),
      ),
      busy: textIn(summary, 'busy'),
      rowLengths: listIn(summary, 'rowLengths').flatMap((bin) => {
        const [from, to, count] = [numberIn(bin, 'from'), numberIn(bin, 'to'), numberIn(bin, 'rows')];
        return from === null || to === null || count === null ? [] : [{ from, to, count }];
      }),
      spy:
        width !== null && height !== null && Array.isArray(counts) && counts.length === width * height
          ? { width, height, counts: counts.map(Number) }
          : null,
    },
  ];
}

const FIX =
  'Give documents that spmv bench --json, spmv sweep --json or spmv validate --json wrote, or reports made of them.';

/** The error for no documents at all. */
export function noDocuments(): SpmvError {
  return new SpmvError('REPORT.DOCUMENT', 'There is no document to report on.', { fix: FIX });
}

/**
 * Reads a document of `spmv.bench/1` or `spmv.validate/1`, also of earlier versions, or one of Ginkgo's benchmark of SpMV. Errors: `REPORT.DOCUMENT` for what is none, with the first thing that is wrong.
 */
export function readBench(name: string, given: unknown): BenchDocument {
  const document = isGinkgo(given) ? benchOfGinkgo(given) : given;
  const refuse = (why: string, fix = FIX): SpmvError =>
    new SpmvError('REPORT.DOCUMENT', `${name} is not a document of spmv bench: ${why}.`, {
      fix,
      details: { name },
    });
  if (!isFields(document)) throw refuse("it is no JSON object, and not what Ginkgo's benchmark of SpMV writes");
  const schema = textIn(document, 'schema');
  if (schema === 'spmv.study/1')
    throw refuse('it is of a study', 'spmv study NAME --from FILE --report FILE.html draws it.');
  // Some were recorded with a remark behind the schema.
  if (schema === null || !/^spmv\.(?:bench|validate)\/1\b/u.test(schema))
    throw refuse(`its schema is ${schema ?? 'missing'}`);
  const { results } = document;
  if (!Array.isArray(results)) throw refuse('it has no list of results');
  const rows = results.map((result: unknown, r): BenchRow => {
    const row = isFields(result) ? rowOf(result) : 'is no object';
    if (typeof row === 'string') throw refuse(`results[${r}] ${row}`);
    return row;
  });
  return {
    name,
    rows,
    problems: problemsOf(document, rows),
    axis: textIn(fieldsIn(document, 'sweep'), 'axis'),
    fields: document,
  };
}

/** Those that the document lists, else those of its results. */
function problemsOf(document: Fields, rows: readonly BenchRow[]): readonly BenchProblem[] {
  const listed = listIn(document, 'matrices').flatMap(problemOf);
  const known = new Set(listed.map(({ name }) => name));
  const others = new Map(rows.filter(({ problem }) => !known.has(problem)).map((row) => [row.problem, row.fields]));
  return [...listed, ...[...others.values()].flatMap(problemOf)];
}
