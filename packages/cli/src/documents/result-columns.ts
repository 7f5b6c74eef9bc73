import { suggestNames } from '@spmv/core';
import type { BenchResult, ValidateResult } from '@spmv/engine';
import { heldBytes } from '@spmv/engine';
import { grouped, paramsText, significant } from '@spmv/engine/basics';
import { usageError } from '../cli-error.ts';
import type { Column } from '../output/table.ts';
import type { Unit } from './units.ts';
import { BYTE_UNITS, inUnit, TIME_UNITS, unitFor } from './units.ts';

/** A column that can be asked for by name. */
interface Definition<R> {
  readonly name: string;
  readonly header: string;
  /** What it says, for those who choose. */
  readonly rank: number;
  readonly least?: number;
  /** Text, or a number in the base of its units. */
  readonly text?: (result: R) => string;
  readonly value?: (result: R) => number | null;
  readonly units?: readonly Unit[];
}

function plain(value: number | null): string {
  return significant(value);
}

/** Every parameter of a combination. */
export function paramsOf(result: ValidateResult): string {
  return paramsText(result.formatParams, result.kernelParams, result.launchParams);
}

/** The precision of x and y, and that of the stored values where it is another one. */
function arithmeticOf({ precision, stored }: ValidateResult): string {
  return stored === undefined ? (precision ?? '') : `${precision ?? ''}, stored ${stored}`;
}

function spread({ madMs, medianMs }: BenchResult): number | null {
  return madMs === null || medianMs === null ? null : (100 * madMs) / medianMs;
}

/** How far the medians of several processes lie apart, per cent of their least. */
function betweenProcesses({ processMediansMs }: BenchResult): number | null {
  if (processMediansMs === undefined) return null;
  const least = Math.min(...processMediansMs);
  return (100 * (Math.max(...processMediansMs) - least)) / least;
}

const IDENTITY: readonly Definition<ValidateResult>[] = [
  { name: 'precision', header: '', rank: 100, text: arithmeticOf },
  { name: 'format', header: 'format', rank: 60, text: ({ format }) => format ?? '' },
  {
    name: 'kernel',
    header: 'kernel',
    rank: 99,
    text: ({ kernel, vendor }) => `${kernel ?? ''}${vendor ? ' (vendor)' : ''}`,
  },
  {
    name: 'backend',
    header: 'backend',
    rank: 98,
    text: (row) => ('imported' in row ? `${row.backend} (imported)` : row.backend),
  },
  { name: 'params', header: 'parameters', rank: 20, least: 16, text: paramsOf },
];

/** Of the two phases that make a matrix, and of the second one over again. */
function phase(name: 'symbolicMs' | 'numericMs' | 'againMs'): (row: BenchResult) => number | null {
  return ({ made }) => made?.[name] ?? null;
}

/** Of a matrix that was made. */
const MADE: readonly Definition<ValidateResult>[] = [
  { name: 'entries', header: 'entries', rank: 65, text: ({ made }) => (made ? grouped(made.nnz) : '') },
  { name: 'result', header: 'result', rank: 30, value: ({ made }) => made?.bytes ?? null, units: BYTE_UNITS },
  { name: 'work', header: 'work', rank: 69, value: ({ made }) => made?.workBytes ?? null, units: BYTE_UNITS },
  { name: 'bound', header: 'bound', rank: 5, value: ({ made }) => made?.boundBytes ?? null, units: BYTE_UNITS },
];

const CHECKED: readonly Definition<ValidateResult>[] = [
  { name: 'storage', header: 'storage', rank: 45, value: heldBytes, units: BYTE_UNITS },
  { name: 'error', header: 'error', rank: 8, value: ({ errorRatio }) => errorRatio },
  { name: 'overflow', header: 'overflow', rank: 94, text: ({ unjudged }) => (unjudged ? grouped(unjudged) : '') },
];

/** Columns of `bench`, in the order in which they are shown. */
const BENCH: readonly Definition<BenchResult>[] = [
  ...IDENTITY,
  { name: 'median', header: 'median', rank: 97, value: ({ medianMs }) => medianMs, units: TIME_UNITS },
  { name: 'spread', header: '± %', rank: 40, value: spread },
  { name: 'processes', header: 'between processes %', rank: 41, value: betweenProcesses },
  { name: 'mean', header: 'mean', rank: 4, value: ({ meanMs }) => meanMs, units: TIME_UNITS },
  { name: 'min', header: 'least', rank: 4, value: ({ minMs }) => minMs, units: TIME_UNITS },
  { name: 'host', header: 'by host', rank: 3, value: ({ hostMedianMs }) => hostMedianMs, units: TIME_UNITS },
  { name: 'first', header: 'first', rank: 2, value: ({ firstMs }) => firstMs, units: TIME_UNITS },
  { name: 'clock', header: 'clock', rank: 15, text: ({ clock }) => clock ?? '' },
  { name: 'gflops', header: 'GFLOP/s', rank: 70, value: ({ gflops }) => gflops },
  { name: 'gbps', header: 'GB/s', rank: 50, value: ({ gbPerSecond }) => gbPerSecond },
  { name: 'speedup', header: 'speed-up', rank: 90, value: ({ speedup }) => speedup },
  { name: 'symbolic', header: 'symbolic', rank: 66, value: phase('symbolicMs'), units: TIME_UNITS },
  { name: 'numeric', header: 'numeric', rank: 64, value: phase('numericMs'), units: TIME_UNITS },
  { name: 'again', header: 'again', rank: 68, value: phase('againMs'), units: TIME_UNITS },
  ...MADE,
  { name: 'convert', header: 'convert', rank: 10, value: ({ convertMs }) => convertMs, units: TIME_UNITS },
  { name: 'prepare', header: 'prepare', rank: 12, value: ({ prepareMs }) => prepareMs, units: TIME_UNITS },
  ...CHECKED,
];

/** Columns that are shown only when asked for: others say the same, or more of it. */
const ASKED_FOR: ReadonlySet<string> = new Set(['mean', 'min', 'host', 'first', 'entries', 'result', 'bound']);

/** Columns of `validate`. */
const VALIDATE: readonly Definition<ValidateResult>[] = [
  ...IDENTITY.map((one) =>
    one.name === 'params' ? { name: one.name, header: one.header, rank: 50, text: paramsOf } : one,
  ),
  ...MADE,
  ...CHECKED.map((one) => (one.name === 'error' ? { ...one, header: 'error/bound', rank: 97 } : one)),
  { name: 'solution', header: 'A·x against b', rank: 93, value: ({ solutionError }) => solutionError },
];

/** Names that `--columns` of `bench` knows. */
export function resultColumnNames(): readonly string[] {
  return [...BENCH.map(({ name }) => name), 'all'];
}

export interface ColumnChoice {
  readonly name: string;
  readonly unit?: string;
}

function choiceOf<R>(text: string, known: readonly Definition<R>[]): readonly ColumnChoice[] {
  if (text === 'all') return known.map(({ name }) => ({ name }));
  const [name = '', unit] = text.split(':', 2);
  const found = known.find((column) => column.name === name);
  if (!found)
    throw usageError(
      `There is no column '${name}'.`,
      suggestNames(name, [...known.map((column) => column.name), 'all']),
    );
  if (unit === undefined) return [{ name }];
  const spelled = unit === 'us' ? 'µs' : unit;
  if (!found.units?.some((one) => one.name === spelled))
    throw usageError(
      `The column '${name}' is not shown in '${unit}'.`,
      found.units ? `Use one of: ${found.units.map((one) => one.name).join(', ')}.` : 'This column has no other unit.',
    );
  return [{ name, unit: spelled }];
}

/** The columns that `--columns` asks for. Errors: usage. */
export function chosenColumns(
  texts: readonly string[] | undefined,
  table: 'bench' | 'validate',
): readonly ColumnChoice[] | undefined {
  return texts?.flatMap((text) => choiceOf(text, table === 'bench' ? BENCH : VALIDATE));
}

/** Columns for these rows, units in their headers. */
function columnsFor<R>(
  known: readonly Definition<R>[],
  rows: readonly R[],
  choices: readonly ColumnChoice[] | undefined,
): readonly Column<R>[] {
  const picked = choices
    ? choices.flatMap((choice) => known.filter(({ name }) => name === choice.name).map((one) => ({ one, choice })))
    : known
        .filter(({ name }) => !ASKED_FOR.has(name))
        .map((one) => ({ one, choice: { name: one.name } as ColumnChoice }));
  return picked.map(({ one: { header, rank, least, text, value, units }, choice }): Column<R> => {
    const base = { rank, ...(least === undefined ? {} : { least }) };
    if (text || !value)
      return {
        ...base,
        header,
        cell: (row) => text?.(row) ?? '',
        ...(header === 'overflow' ? { align: 'right' as const } : {}),
      };
    if (!units) return { ...base, header, align: 'point', cell: (row) => plain(value(row)) };
    const unit = units.find(({ name }) => name === choice.unit) ?? unitFor(units, rows.map(value));
    return { ...base, header: `${header} ${unit.name}`, align: 'point', cell: (row) => inUnit(value(row), unit) };
  });
}

/** Kernels that appear with several parameters: what the parameters are has to be told then. */
function hasTwins(rows: readonly ValidateResult[]): boolean {
  return (
    new Set(rows.map(({ precision, kernel, format, backend }) => [precision, kernel, format, backend].join(' '))).size <
    rows.length
  );
}

export function benchColumns(
  rows: readonly BenchResult[],
  choices?: readonly ColumnChoice[],
): readonly Column<BenchResult>[] {
  const known = hasTwins(rows) ? BENCH.map((one) => (one.name === 'params' ? { ...one, rank: 95 } : one)) : BENCH;
  return columnsFor(known, rows, choices);
}

export function validateColumns(
  rows: readonly ValidateResult[],
  choices?: readonly ColumnChoice[],
): readonly Column<ValidateResult>[] {
  return columnsFor(VALIDATE, rows, choices);
}
