import type { Fields } from '../bench/fields.ts';
import { fieldsIn, isFields, numberIn, textIn } from '../bench/fields.ts';

/** Whether a value is what Ginkgo's benchmark of SpMV writes: a list of matrices, each with its formats. */
export function isGinkgo(value: unknown): value is readonly Fields[] {
  return Array.isArray(value) && value.every(isFields) && value.some((one: Fields) => isFields(one['spmv']));
}

/**
 * Nanoseconds in the unit of a document's times. The benchmark wrote nanoseconds, as its explorer still reads them, and writes seconds now; no field
 * says which. Of nanoseconds some are above a hundred, of seconds none.
 */
function nsPerUnit(entries: readonly Fields[]): number {
  const times = entries.flatMap((entry) =>
    Object.values(fieldsIn(entry, 'spmv')).flatMap((one) => (isFields(one) ? (numberIn(one, 'time') ?? []) : [])),
  );
  return times.some((time) => time >= 100) ? 1 : 1e9;
}

/** `bcsstk16` of `/somewhere/bcsstk16.mtx`; of a stencil its name and size. */
function nameOf(entry: Fields): string {
  const [, stem] = /([^\\/]+?)(?:\.mtx)?$/u.exec(textIn(entry, 'filename') ?? '') ?? [];
  const stencil = textIn(entry, 'stencil');
  const made = stencil === null ? undefined : [stencil, numberIn(entry, 'size') ?? ''].join(' ').trim();
  return textIn(fieldsIn(entry, 'problem'), 'name') ?? stem ?? made ?? 'unnamed';
}

function matrixOf(entry: Fields): Fields {
  const problem = fieldsIn(entry, 'problem');
  const number = (...names: readonly string[]): number | undefined =>
    names.map((name) => numberIn(problem, name) ?? numberIn(entry, name)).find((value) => value !== null) ?? undefined;
  const rows = number('rows', 'size');
  return {
    name: nameOf(entry),
    source: textIn(entry, 'filename') ?? nameOf(entry),
    rows,
    cols: number('cols') ?? rows,
    nnz: number('nonzeros', 'nnz'),
  };
}

function rowOf(entry: Fields, [key, one]: readonly [string, unknown], unit: number): Fields {
  const found = isFields(one) ? one : {};
  const matrix = matrixOf(entry);
  const dataset = fieldsIn(entry, 'dataset');
  const executor = textIn(dataset, 'executor');
  const time = numberIn(found, 'time');
  const nnz = numberIn(matrix, 'nnz');
  const ns = time === null ? null : time * unit;
  const isDone = found['completed'] === true && ns !== null;
  return {
    operation: 'spmv',
    backend: executor === null ? 'ginkgo' : `ginkgo ${executor}`,
    device: textIn(dataset, 'system'),
    format: key,
    kernel: key,
    precision: textIn(dataset, 'precision') ?? 'f64',
    status: isDone ? 'ok' : 'failed',
    gflops: isDone && nnz !== null ? (2 * nnz) / ns : null,
    // As spmv wrote it, where it did.
    ...fieldsIn(found, 'row'),
    matrix,
    problem: { name: matrix['name'], source: matrix['source'] },
    reason: textIn(found, 'error'),
    storageBytes: numberIn(found, 'storage'),
    medianMs: numberIn(fieldsIn(found, 'row'), 'medianMs') ?? (ns === null ? null : ns / 1e6),
    maxRelativeNorm2: numberIn(found, 'max_relative_norm2'),
  };
}

/** The same as a document of `spmv.bench/1`. A format of Ginkgo is format and kernel at once, its executor the backend, and what was not said is f64. */
export function benchOfGinkgo(entries: readonly Fields[]): Fields {
  const unit = nsPerUnit(entries);
  return {
    schema: 'spmv.bench/1',
    results: entries.flatMap((entry) => Object.entries(fieldsIn(entry, 'spmv')).map((one) => rowOf(entry, one, unit))),
  };
}
