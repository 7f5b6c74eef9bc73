import { valueRules } from '../body/value-rules.ts';
import type { MatrixMarketFile } from '../model/file.ts';
import { type MatrixMarketHeader, valuesPerEntry } from '../model/header.ts';
import type { ReadOptions, ReadProgress } from '../model/options.ts';
import { completeFile } from '../read/complete-file.ts';
import { DEFAULT_LIMITS } from '../read/limits.ts';
import { createWarningList } from '../read/warnings.ts';
import { CONTROL, PIECE_BYTES, type ParallelJob, type PieceReport, pieceCount, STOP } from './parallel-job.ts';
import { createPieceWorker } from './parse-pieces.ts';
import type { PlainSource } from './plain-source.ts';

/** Whether the body is large enough that several threads may read it. */
export function fitsParallel({ headerBytes, fileBytes }: PlainSource): boolean {
  return fileBytes - headerBytes > PIECE_BYTES;
}

function createJob(source: PlainSource, options: ReadOptions): ParallelJob {
  const { header, headerBytes: start, fileBytes: end } = source;
  const n = header.storedEntries;
  const indices = header.format === 'coordinate' ? n : 0;
  const width = valuesPerEntry(header.field);
  const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);
  const before = new Int32Array(shared(4 * (pieceCount({ start, end }) + 1)));
  before[0] = 1;
  return {
    fd: source.fd,
    header,
    indexBase: options.indexBase ?? 1,
    lineBytes: options.limits?.lineBytes ?? DEFAULT_LIMITS.lineBytes,
    start,
    end,
    rowIndex: new Int32Array(shared(4 * indices)),
    colIndex: new Int32Array(shared(4 * indices)),
    values: new Float64Array(shared(width >= 1 ? 8 * n : 0)),
    imaginary: new Float64Array(shared(width === 2 ? 8 * n : 0)),
    control: new Int32Array(shared(8)),
    before,
  };
}

/** Joins what the pieces report, in their order. */
function mergeReports(header: MatrixMarketHeader, reports: readonly PieceReport[]) {
  const lineRuns = { from: [0], offset: [header.sizeLine + 1] };
  const wide = new Map<number, bigint>();
  let count = 0;
  let line = header.sizeLine + 1;
  for (const report of reports.toSorted((a, b) => a.piece - b.piece)) {
    for (const [r, from] of report.from.entries()) {
      lineRuns.from.push(count + from);
      lineRuns.offset.push(line - count + (report.offset[r] as number));
    }
    for (const [entry, value] of report.wide) wide.set(count + entry, value);
    count += report.entries;
    line += report.lines;
  }
  return { lineRuns, wide, count, lineOffset: line - count };
}

/** Threads that take pieces, and what they report. */
interface Helpers {
  /** Resolves once the helpers report `pieces` pieces in all, or none of them works any more. */
  finished(pieces: number): Promise<readonly PieceReport[]>;
  /** Ends those that still run, without waiting: some may not even have started. */
  dismiss(): void;
}

/** The script of the helpers. It stands alone: most bundlers copy it without what it imports. */
function helperScript(here: string = import.meta.url): URL {
  // Tests run what was just written. No bundler is to copy that, too.
  if (here.endsWith('.ts')) return new URL('./parse-worker.ts', here);
  return new URL('../../dist/bundle/parse-worker.js', import.meta.url);
}

/** `onLost` is told once why a helper does not work. */
function startHelpers(job: ParallelJob, count: number, onLost: (reason: unknown) => void): Helpers {
  const script = helperScript();
  // Not imported: Turbopack puts another in its place, which takes no address of a file.
  const { Worker: Thread } = process.getBuiltinModule('node:worker_threads');
  const workers = Array.from({ length: count }, () => new Thread(script, { workerData: job }));
  const reports: PieceReport[] = [];
  const state = { running: count };
  let wake = (): void => undefined;
  for (const worker of workers) {
    worker.on('message', (found: readonly PieceReport[]) => {
      reports.push(...found);
      wake();
    });
    worker.on('error', (error) => {
      if (Atomics.compareExchange(job.control, CONTROL.stop, STOP.none, STOP.irregular) === STOP.none) onLost(error);
    });
    worker.on('exit', () => {
      state.running--;
      wake();
    });
  }
  return {
    async finished(pieces) {
      while (reports.length < pieces && state.running > 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return reports;
    },
    dismiss() {
      for (const worker of workers) void worker.terminate();
    },
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface WaitAsync {
  readonly waitAsync?: (
    array: Int32Array,
    index: number,
    value: number,
    timeout: number,
  ) => { readonly value: unknown };
}

/** Lets the other threads have the processor until `piece` may be stored, for 20 ms at most. */
async function rest(job: ParallelJob, piece: number): Promise<void> {
  await (Atomics as WaitAsync).waitAsync?.(job.before, piece, 0, 20).value;
  await turn();
}

/** This thread takes pieces too, and keeps the event loop turning. */
async function takePart(job: ParallelJob, options: ReadOptions): Promise<readonly PieceReport[]> {
  const own = createPieceWorker(job);
  let sinceTurn = performance.now();
  for (let outcome = own.step(); outcome !== 'done'; outcome = own.step()) {
    if (outcome === 'wait' || performance.now() - sinceTurn > 20) {
      await (outcome === 'wait' ? rest(job, own.waitFor()) : turn());
      sinceTurn = performance.now();
      if (options.signal?.aborted === true) Atomics.store(job.control, CONTROL.stop, STOP.aborted);
      options.onProgress?.(progressOf(job));
    }
  }
  own.release();
  return own.reports;
}

function progressOf(job: ParallelJob): ReadProgress {
  const pieces = Math.min(Atomics.load(job.control, CONTROL.next), pieceCount(job));
  const entries = job.before.findLast((count) => count > 0) ?? 1;
  return {
    bytes: Math.min(job.start + pieces * PIECE_BYTES, job.end),
    totalBytes: job.end,
    entries: entries - 1,
    totalEntries: job.header.storedEntries,
  };
}

/**
 * Reads the body with `threads` threads, each taking pieces of 1 MiB and storing them at their place in shared memory. Undefined
 * when the text holds anything that is not plain, was aborted, or a thread was lost, of which `onLost` is told why: then the serial reader
 * has the word.
 */
export async function readParallel(
  source: PlainSource,
  threads: number,
  options: ReadOptions,
  onLost: (reason: unknown) => void,
): Promise<MatrixMarketFile | undefined> {
  const job = createJob(source, options);
  let helpers: Helpers;
  try {
    helpers = startHelpers(job, Math.min(threads, pieceCount(job)) - 1, onLost);
  } catch (error) {
    // Those that did start end by themselves.
    Atomics.store(job.control, CONTROL.stop, STOP.irregular);
    onLost(error);
    return undefined;
  }
  const stopped = (): boolean => Atomics.load(job.control, CONTROL.stop) !== STOP.none;
  try {
    const own = await takePart(job, options);
    const others = stopped() ? [] : await helpers.finished(pieceCount(job) - own.length);
    return stopped() ? undefined : joinReports(job, [...own, ...others], options);
  } finally {
    helpers.dismiss();
  }
}

/** The file of all pieces; undefined when their entries are not those announced. */
function joinReports(
  job: ParallelJob,
  reports: readonly PieceReport[],
  options: ReadOptions,
): MatrixMarketFile | undefined {
  const { header, rowIndex, colIndex, values, imaginary } = job;
  const merged = mergeReports(header, reports);
  if (reports.length !== pieceCount(job) || merged.count !== header.storedEntries) return undefined;
  const warnings = createWarningList(false, options.onWarning);
  return completeFile(
    { header, rowIndex, colIndex, values, imaginary, ...merged },
    valueRules(header),
    options,
    warnings,
  );
}
