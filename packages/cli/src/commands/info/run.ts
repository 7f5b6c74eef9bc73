import type { AnyCoo, MatrixStatistics, Precision } from '@spmv/core';
import {
  matrixStatistics,
  occupiedLengths,
  occupiedRowsOf,
  precisionOf,
  PRECISIONS,
  rowHistogram,
  sectorsPerRow,
  structureOf,
} from '@spmv/core';
import { grouped, matrixHash, paramsText, significant } from '@spmv/engine/basics';
import type { Context } from '../../documents/context.ts';
import { promised } from '../../discovery/candidate.ts';
import { loadFormats, loadNeeded } from '../../discovery/needed.ts';
import { advice } from '../../documents/advice.ts';
import type { ExpectedRow } from '../../documents/expected.ts';
import { expectedLines, expectedRows } from '../../documents/expected.ts';
import { experienceOf } from '../../documents/experience-file.ts';
import { openSession } from '../../session/session.ts';
import type { StorageRow } from '../../documents/storage-rows.ts';
import { storageRows } from '../../documents/storage-rows.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import type { LoadedMatrix } from '../../matrices/load-matrix.ts';
import { loadAnyMatrix } from '../../matrices/load-matrix.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { printable } from '../../output/printable.ts';
import { publish } from '../../output/publish.ts';
import type { Terminal } from '../../output/terminal.ts';
import { wrap } from '../../output/wrap.ts';
import { tableText } from '../../documents/layout.ts';
import { BYTE_UNITS, inUnit, unitFor } from '../../documents/units.ts';
import { writeWhole } from '../../output/write-file.ts';
import { defaultMaxBytes } from '../flags/selection.ts';
import { requireBackend } from '../require-backend.ts';
import { histogramText } from '../../documents/histogram.ts';
import { digest } from '../../host/digest.ts';

export interface InfoFlags {
  readonly spy?: string;
  readonly maxBytes?: number;
  readonly backend?: readonly string[];
}

/** What `info` says of a matrix: sectors are those of x in 32 bytes, on average over the rows, by the type of its numbers. */
interface InfoStatistics extends MatrixStatistics {
  readonly sectorsPerRow: Readonly<Partial<Record<Precision, number>>>;
}

function statisticsText(statistics: InfoStatistics, width: number): string {
  const percent = (value: number): string => `${significant(value)} %`;
  const lines: readonly (readonly [string, string])[] = [
    ['rows', grouped(statistics.rows)],
    ['columns', grouped(statistics.cols)],
    ['entries', grouped(statistics.nnz)],
    ['density', percent(100 * statistics.density)],
    [
      'entries per row',
      `mean ${significant(statistics.mean)}, min ${grouped(statistics.min)}, max ${grouped(statistics.max)}`,
    ],
    ['max − mean', significant(statistics.maxMinusMean)],
    ['σ/mean', percent(statistics.relativeStandardDeviation)],
    ['PercentAvgDev', percent(statistics.percentAverageDeviation)],
    ['empty rows', grouped(statistics.emptyRows)],
    [
      'bandwidth',
      `${grouped(statistics.bandwidth)} (${grouped(statistics.lowerBandwidth)} below, ${grouped(statistics.upperBandwidth)} above the diagonal)`,
    ],
    [
      'sectors of x',
      Object.entries(statistics.sectorsPerRow)
        .map(
          ([precision, sectors], p) => `${significant(sectors)} ${p === 0 ? 'of 32 bytes a row ' : ''}in ${precision}`,
        )
        .join(', '),
    ],
    [
      'symmetry',
      `pattern ${percent(100 * statistics.patternSymmetry)}, values ${percent(100 * statistics.valueSymmetry)}`,
    ],
  ];
  return lines.map(([name, value]) => wrap(`  ${name.padEnd(16)} ${value}`, width, 19)).join('\n');
}

function storageText(
  terminal: Terminal,
  rows: readonly StorageRow[],
  { nnz }: MatrixStatistics,
  components: 1 | 2,
): string {
  const f64 = rows.filter(({ valueType }) => valueType === 'f64');
  const f32 = new Map(rows.filter(({ valueType }) => valueType === 'f32').map((row) => [row.format, row]));
  const built = f64.filter(({ refusal }) => refusal === null);
  const unit = unitFor(
    BYTE_UNITS,
    built.map(({ bytes }) => bytes),
  );
  const table = tableText(
    terminal,
    [
      { header: '  format', cell: ({ format }) => `  ${format}` },
      { header: 'parameters', least: 16, cell: ({ params }) => paramsText(params) },
      {
        header: `${precisionOf('f64', components)} ${unit.name}`,
        align: 'point',
        cell: ({ bytes }) => inUnit(bytes, unit),
      },
      {
        header: `${precisionOf('f32', components)} ${unit.name}`,
        align: 'point',
        cell: ({ format }) => inUnit(f32.get(format)?.bytes ?? null, unit),
      },
      {
        header: 'padding %',
        align: 'point',
        cell: ({ padding }) => (padding === null || nnz === 0 ? '' : significant((100 * padding) / nnz)),
      },
    ],
    built,
  );
  const refused = f64
    .filter(({ refusal }) => refusal !== null)
    .map(({ format, refusal }) =>
      wrap(
        `  ${format}  ${terminal.style('yellow', 'refused')}: ${printable(refusal ?? '', { line: true })}`,
        terminal.width,
        4,
      ),
    );
  return [table, ...refused].filter((text) => text !== '').join('\n');
}

function title({ name, file }: LoadedMatrix<AnyCoo>): string {
  if (!file) return name;
  const { object, format, field, symmetry, metadata } = file.header;
  const parts = [metadata['name'], metadata['title'], metadata['kind']].flatMap((text) => (text ? [text] : []));
  // A title often begins with the name.
  const from = parts.filter((text, p) => !parts[p + 1]?.includes(text)).join('; ');
  return `${name}  (${object} ${format} ${field} ${symmetry}${from === '' ? '' : `; ${from}`})`;
}

async function drawSpy(matrix: LoadedMatrix<AnyCoo>, path: string): Promise<void> {
  const { spyPng } = await import('../../output/spy.ts');
  await writeWhole(path, spyPng(matrix.coo));
}

/** Rows that a format may visit to plan its storage: of the order of the entries, so that 60 bytes of text cannot ask for hours. */
function mostRows({ nnz }: MatrixStatistics): number {
  return 2 ** 22 + 64 * nnz;
}

/** Opening these starts no driver of a device, which takes seconds. */
const ON_PROCESSOR: readonly string[] = ['serial', 'threads'];

/** The backends to open: those asked for, or those of the processor that are installed; and the others, which are not opened. */
async function backendsToOpen(
  context: Context,
  asked: readonly string[] | undefined,
): Promise<{ readonly opened: readonly string[]; readonly others: readonly string[] }> {
  if (asked) return { opened: asked, others: [] };
  const found = await context.discover();
  const installed = [...new Set(found.candidates.flatMap((candidate) => promised(candidate, 'backends') ?? []))];
  const wanted = ON_PROCESSOR.filter((id) => installed.includes(id));
  // One that does not load is told by other commands: here it is no error.
  const { registry } = await loadNeeded(found, { backends: wanted, formats: [], kernels: [] });
  return {
    opened: wanted.filter((id) => registry.backends.some((backend) => backend.id === id)),
    others: installed.filter((id) => !ON_PROCESSOR.includes(id)),
  };
}

/** What statistics expect on these backends. Errors: usage for one that is not there, unavailable where not one of those asked for opens. */
async function expectedOn(
  context: Context,
  coo: AnyCoo,
  maxBytes: number,
  backends: readonly string[],
  isAsked: boolean,
): Promise<readonly ExpectedRow[]> {
  if (backends.length === 0) return [];
  const selection = { params: {}, points: 'default', backends } as const;
  const session = await openSession(context, { selection, seed: 0, alpha: 1, beta: 0, maxBytes });
  try {
    if (isAsked) requireBackend(session);
    return await expectedRows(session, coo, experienceOf(undefined), maxBytes);
  } finally {
    await session.dispose();
  }
}

/** `spmv info M`: statistics of the papers, storage per format, row lengths, advice. */
export async function run(context: Context, argument: string, flags: InfoFlags): Promise<ExitCode> {
  const { terminal } = context;
  const source = matrixSource(argument);
  const { registry } = await loadFormats(await context.discover());
  const matrix = await loadAnyMatrix(source, context);
  const { coo } = matrix;
  const { components = 1 } = coo;
  const precisions = (['f64', 'f32'] as const).map((host) => precisionOf(host, components));
  const sectors = Object.fromEntries(precisions.map((one) => [one, sectorsPerRow(coo, PRECISIONS[one].storedBytes)]));
  const statistics: InfoStatistics = { ...matrixStatistics(coo), sectorsPerRow: sectors };
  const maxBytes = flags.maxBytes ?? defaultMaxBytes();
  const structure = structureOf(matrix.coo, { maxRows: mostRows(statistics) });
  const storage = storageRows(registry, structure, maxBytes);
  const histogram = rowHistogram(occupiedLengths(occupiedRowsOf(matrix.coo)), statistics.rows);
  const isComputable = statistics.nnz > 0;
  const { opened, others } = await backendsToOpen(context, flags.backend);
  const expected = isComputable ? await expectedOn(context, coo, maxBytes, opened, flags.backend !== undefined) : [];
  const unopened =
    isComputable && others.length > 0
      ? [
          `For what is expected on ${others.join(', ')}, which take${others.length === 1 ? 's' : ''} longer to open: --backend ${others.join(',')}.`,
        ]
      : [];
  const hints = [...advice(statistics, storage), ...expectedLines(expected), ...unopened];
  if (flags.spy !== undefined) {
    await drawSpy(matrix, flags.spy);
    terminal.note(`spy plot written to ${flags.spy}`);
  }
  const header = matrix.file && { ...matrix.file.header, companions: matrix.file.companions };
  await publish(context, {
    document: {
      schema: 'spmv.info/1',
      name: matrix.name,
      source: matrix.source,
      hash: matrix.hash ?? matrixHash(coo, digest),
      readMs: matrix.readMs,
      header,
      statistics,
      storage,
      histogram,
      advice: hints,
      expected,
    },
    rows: storage,
    text: () =>
      [
        terminal.style('bold', wrap(printable(title(matrix), { line: true }), terminal.width, 2)),
        statisticsText(statistics, terminal.width),
        '',
        terminal.style('bold', 'Storage before building it'),
        storageText(terminal, storage, statistics, components),
        '',
        terminal.style('bold', 'Rows by number of entries'),
        histogramText(histogram, terminal.width),
        '',
        ...hints.map((hint) => wrap(`${terminal.style('cyan', '→')} ${hint}`, terminal.width, 2)),
      ].join('\n'),
  });
  return EXIT.ok;
}
