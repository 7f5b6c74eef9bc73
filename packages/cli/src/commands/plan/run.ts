import type { CooMatrix } from '@spmv/core';
import { counted, formatMs, grouped, significant } from '@spmv/engine/basics';
import type { Bounds, Halo, Placement, PredictedProduct } from '@spmv/reorder';
import { boundsOf, checkBounds, equalParts, haloOf, partsByWork, predictProduct } from '@spmv/reorder';
import { usageError } from '../../cli-error.ts';
import { readJsonFile } from '../../documents/bench-document.ts';
import type { Context } from '../../documents/context.ts';
import { hostBlock } from '../../documents/host.ts';
import { tableText } from '../../documents/layout.ts';
import { fitTable } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { requireProportion } from '../../host/require-memory.ts';
import { loadMatrix } from '../../matrices/load-matrix.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { printable } from '../../output/printable.ts';
import { publish } from '../../output/publish.ts';
import type { Column } from '../../output/table.ts';
import { wrap } from '../../output/wrap.ts';
import type { ConstantsFlags } from './constants.ts';
import { rankConstants } from './constants.ts';

export interface PlanFlags extends ConstantsFlags {
  readonly ranks?: number;
  readonly by?: string;
  readonly bounds?: string;
  readonly ranksPerHost?: number;
  readonly latency?: number;
  readonly bandwidth?: number;
}

/** A row of the table: a number of ranks. Elements of x are of eight bytes. */
interface PlanRow extends PredictedProduct {
  readonly speedUp: number;
  /** Most entries of a rank, relative to their mean. */
  readonly imbalance: number;
  /** Bytes of x that all ranks receive together, and the most that one does. */
  readonly haloBytes: number;
  readonly mostReceivedBytes: number;
  /** Most ranks that one receives from. */
  readonly mostSources: number;
}

const BOUNDS_FIX = 'Make it with spmv reorder A.mtx --parts 4 --bounds parts.json.';

/** Most ranks that a model is asked about. */
const MOST_RANKS = 2 ** 20;

/** On how many ranks, and how rows are divided: by a rule, or at bounds of that many parts. */
interface Division {
  readonly ranks: number;
  readonly by: 'work' | 'rows' | 'bounds';
  readonly bounds?: Bounds;
}

/** How rows and columns are divided. A matrix that is not square has no rows for its columns: these are divided evenly. Errors: `OPERAND.MATRIX`, where bounds are those of another matrix. */
function boundsFor(coo: CooMatrix, { by, ranks, bounds }: Division): readonly [rows: Bounds, cols: Bounds] {
  const { rows, cols } = coo.shape;
  if (bounds) checkBounds(bounds, ranks, rows, 'rows');
  const mine = bounds ?? (by === 'work' ? partsByWork(coo, ranks) : equalParts(rows, ranks));
  return [mine, rows === cols ? mine : equalParts(cols, ranks)];
}

/** On 1, 2, 4, … ranks and as many as are asked for; bounds are of one number of ranks. */
function divisions(asked: Division): readonly Division[] {
  const fewer: Division[] = [];
  for (let ranks = 1; ranks < asked.ranks && (!asked.bounds || ranks === 1); ranks *= 2)
    fewer.push({ ranks, by: asked.bounds ? 'work' : asked.by });
  return [...fewer, asked];
}

function most(numbers: Int32Array, more?: Int32Array): number {
  return numbers.reduce((found, value, p) => Math.max(found, value + (more?.[p] ?? 0)), 0);
}

function rowOf({ entries, near, far }: Halo, predicted: PredictedProduct, alone: number): PlanRow {
  const sum = (numbers: Int32Array): number => numbers.reduce((total, value) => total + value, 0);
  const mean = sum(entries) / entries.length;
  return {
    ...predicted,
    speedUp: alone / predicted.seconds,
    imbalance: mean > 0 ? most(entries) / mean : 1,
    haloBytes: 8 * (sum(near.received) + sum(far.received)),
    mostReceivedBytes: 8 * most(near.received, far.received),
    mostSources: most(near.sources, far.sources),
  };
}

const time = (seconds: number): string => formatMs(1000 * seconds);

const UNITS = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
] as const;

function bytes(count: number): string {
  const [unit, size] = UNITS.find(([, least]) => count >= least) ?? ['B', 1];
  return `${significant(count / size)} ${unit}`;
}

const COLUMNS: readonly Column<PlanRow>[] = [
  { header: 'ranks', align: 'right', cell: ({ ranks }) => grouped(ranks) },
  { header: 'product', align: 'right', cell: ({ seconds }) => time(seconds) },
  { header: 'speed-up', align: 'right', cell: ({ speedUp }) => significant(speedUp) },
  { header: 'rows', align: 'right', cell: ({ localSeconds }) => time(localSeconds) },
  { header: 'messages', align: 'right', cell: (row) => time(row.messageSeconds + row.byteSeconds) },
  { header: 'halo', align: 'right', cell: ({ haloBytes }) => bytes(haloBytes) },
  { header: 'most', align: 'right', cell: ({ mostReceivedBytes }) => bytes(mostReceivedBytes) },
  { header: 'from', align: 'right', cell: ({ mostSources }) => grouped(mostSources) },
  { header: 'most/mean', align: 'right', rank: 1, cell: ({ imbalance }) => significant(imbalance) },
];

const LEGEND =
  'rows: rows and entries of the slowest rank; messages: its α and β; halo: elements of x that ranks receive, all of them and the most of one, from so many ranks';

/** What the columns are; of the last one only where there is room for it. */
function legendOf(terminal: Terminal, rows: readonly PlanRow[]): string {
  const isShown = !fitTable(COLUMNS, rows, { width: terminal.width }).omitted.includes('most/mean');
  return `${LEGEND}${isShown ? '; most/mean: entries' : ''}.`;
}

function placementOf(flags: PlanFlags, measured: number): Placement {
  const { latency, bandwidth, ranksPerHost = measured } = flags;
  if (latency === undefined || bandwidth === undefined) return { ranksPerHost };
  return { ranksPerHost, network: { messageSeconds: latency / 1e6, bytesPerSecond: bandwidth * 1e9 } };
}

/** What is asked for. Errors: usage, bad input. */
function divisionOf({ ranks: given, by, bounds: file }: PlanFlags): Division {
  const bounds = file === undefined ? undefined : boundsOf(readJsonFile(file, BOUNDS_FIX), file);
  const parts = bounds === undefined ? undefined : bounds.length - 1;
  const ranks = given ?? parts;
  if (ranks === undefined)
    throw usageError('Nothing says on how many ranks.', 'Give --ranks N, or --bounds file.json.');
  if (ranks > MOST_RANKS) throw usageError(`--ranks is ${ranks}.`, `Give ${grouped(MOST_RANKS)} or fewer.`);
  if (parts !== undefined && parts !== ranks)
    throw usageError(`--ranks is ${ranks}, and ${file} divides rows in ${parts} parts.`, 'Leave --ranks out.');
  if (bounds) return { ranks, by: 'bounds', bounds };
  if (by !== undefined && by !== 'rows' && by !== 'work')
    throw usageError(`There is no rule '${by}'.`, 'Give --by rows or --by work.');
  return { ranks, by: by ?? 'work' };
}

/** `spmv plan A.mtx --ranks 1024`: what a product takes on so many ranks, by a model of messages and rows. */
export async function run(context: Context, argument: string, flags: PlanFlags): Promise<ExitCode> {
  const host = hostBlock();
  const asked = divisionOf(flags);
  const constants = await rankConstants(context, flags);
  const measured = Math.max(1, ...constants.hosts.map(({ ranks }) => ranks));
  const placement = placementOf(flags, measured);
  const { coo, name } = await loadMatrix(matrixSource(argument), context);
  requireProportion(name, coo);
  const rows: PlanRow[] = [];
  for (const division of divisions(asked)) {
    const [rowBounds, colBounds] = boundsFor(coo, division);
    const halo = haloOf(coo, rowBounds, colBounds, placement.ranksPerHost);
    const predicted = predictProduct(halo, constants, placement);
    rows.push(rowOf(halo, predicted, rows[0]?.seconds ?? predicted.seconds));
  }
  const { terminal } = context;
  const { rows: height, cols: width } = coo.shape;
  const nnz = coo.values.length;
  const hosts = Math.ceil(asked.ranks / placement.ranksPerHost);
  const between =
    placement.network || hosts === 1
      ? ''
      : ' Messages between hosts are taken for messages within one: --latency and --bandwidth say otherwise.';
  const about = `Constants: ${constants.machine}; ${constants.software}; ${counted(measured, 'rank', 'ranks')} at most. ${counted(hosts, 'host', 'hosts')} of ${placement.ranksPerHost}.${between}`;
  await publish(context, {
    document: {
      schema: 'spmv.plan/1',
      host,
      matrix: { name, source: argument, rows: height, cols: width, nnz },
      by: asked.by,
      placement,
      constants,
      rows,
    },
    rows,
    text: () => {
      const title = `${terminal.style('bold', printable(name, { line: true }))}  ${grouped(height)} × ${grouped(width)}, ${counted(nnz, 'entry', 'entries')}; predicted, divided by ${asked.by}`;
      return [
        wrap(title, terminal.width, 2),
        tableText(terminal, COLUMNS, rows),
        '',
        ...[legendOf(terminal, rows), about].map((text) => terminal.style('dim', wrap(text, terminal.width, 2))),
      ].join('\n');
    },
  });
  return EXIT.ok;
}
