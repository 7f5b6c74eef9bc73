import { type BodyReader, createBodyReader } from '../body/body-reader.ts';
import type { BodyState } from '../body/body-state.ts';
import { leastLineBytes } from '../body/body-storage.ts';
import { valueRules } from '../body/value-rules.ts';
import { CONTROL, PIECE_BYTES, type ParallelJob, type PieceReport, pieceCount, STOP } from './parallel-job.ts';

/** Thrown to leave the parallel path; the text is then read serially, which finds the error or reads it. */
class Irregular extends Error {}

/** Reads the lines that begin in `[from, to)`: returns the buffer and where they stand in it. */
interface PieceReader {
  read(from: number, to: number): { readonly text: Uint8Array; readonly start: number; readonly end: number };
}

/** Bytes read beyond a piece to complete its last line. */
const TAIL = 4096;

function createPieceReader(job: ParallelJob): PieceReader {
  const { readSync } = process.getBuiltinModule('node:fs');
  let buffer = new Uint8Array(1 + PIECE_BYTES + TAIL + 1);

  function fill(at: number, position: number, length: number): number {
    let filled = 0;
    while (filled < length) {
      const got = readSync(job.fd, buffer, at + filled, length - filled, position + filled);
      if (got === 0) break;
      filled += got;
    }
    return filled;
  }

  return {
    read(from, to) {
      // The byte before tells whether a line begins at `from`.
      const first = from - 1;
      const wanted = to - first;
      let length = fill(0, first, Math.min(wanted + TAIL, job.end - first));
      if (length < Math.min(wanted, job.end - first)) throw new Irregular('the file became shorter while it was read');
      const start = buffer.subarray(0, wanted).indexOf(10) + 1;
      if (start === 0 || start >= wanted) return { text: buffer, start: 0, end: 0 };
      for (;;) {
        const feed = buffer.subarray(0, length).indexOf(10, wanted - 1);
        if (feed >= 0) return { text: buffer, start, end: feed + 1 };
        if (first + length >= job.end) break;
        if (length - wanted > job.lineBytes) throw new Irregular('a long line');
        const larger = new Uint8Array(2 * buffer.length);
        larger.set(buffer.subarray(0, length));
        buffer = larger;
        length += fill(length, first + length, Math.min(buffer.length - 1 - length, job.end - first - length));
      }
      buffer[length] = 10;
      return { text: buffer, start, end: length + 1 };
    },
  };
}

interface PieceParser {
  readonly body: BodyReader;
  reset(): void;
}

function createPieceParser(job: ParallelJob): PieceParser {
  const most = Math.ceil((PIECE_BYTES + job.lineBytes + TAIL) / leastLineBytes(job.header)) + 1;
  const body = createBodyReader(
    { ...job.header, storedEntries: most },
    {
      rules: valueRules(job.header),
      strict: false,
      patternValues: 'refuse',
      lineBytes: job.lineBytes,
      indexBase: job.indexBase,
      bodyBytes: undefined,
      warn(code) {
        throw new Irregular(code);
      },
    },
  );
  return {
    body,
    reset() {
      const { state } = body;
      state.count = 0;
      state.lineOffset = 0;
      state.lineRuns.from.length = 0;
      state.lineRuns.offset.length = 0;
      state.wide.clear();
    },
  };
}

/** Takes pieces until none is left. Each thread runs one of these. */
export interface PieceWorker {
  /**
   * One step: stores what may be stored, else parses the next piece into memory of its own. `wait` says that nothing can be
   * done until the piece `waitFor` is counted; `done` that nothing is left.
   */
  step(): 'worked' | 'wait' | 'done';
  readonly waitFor: () => number;
  /** Gives the memory back in which pieces were parsed, at once where the engine can. */
  release(): void;
  readonly reports: readonly PieceReport[];
}

/** Pieces a thread parses ahead of the ones before them. */
const AHEAD = 4;

function stopAll(job: ParallelJob, why: number): void {
  Atomics.compareExchange(job.control, CONTROL.stop, STOP.none, why);
  for (let p = 0; p < job.before.length; p++) Atomics.notify(job.before, p);
}

/** Copies a parsed piece to entry `k` of the shared arrays. */
function store(job: ParallelJob, state: BodyState, k: number): void {
  const n = state.count;
  if (state.indexed) {
    job.rowIndex.set(state.rowIndex.subarray(0, n), k);
    job.colIndex.set(state.colIndex.subarray(0, n), k);
  }
  if (state.width > 0) job.values.set(state.values.subarray(0, n), k);
  if (state.width > 1) job.imaginary.set(state.imaginary.subarray(0, n), k);
}

export function createPieceWorker(job: ParallelJob): PieceWorker {
  const reader = createPieceReader(job);
  const pieces = pieceCount(job);
  const reports: PieceReport[] = [];
  const free: PieceParser[] = [];
  const parsed: { readonly piece: number; readonly parser: PieceParser }[] = [];
  let left = true;

  function parse(piece: number): void {
    const parser = free.pop() ?? createPieceParser(job);
    const from = job.start + piece * PIECE_BYTES;
    const { text, start, end } = reader.read(from, Math.min(from + PIECE_BYTES, job.end));
    parser.reset();
    parser.body.lines(text, start, end);
    const { count, lineOffset, lineRuns, wide } = parser.body.state;
    reports.push({
      piece,
      entries: count,
      lines: count + lineOffset,
      from: [...lineRuns.from],
      offset: [...lineRuns.offset],
      wide: [...wide],
    });
    parsed.push({ piece, parser });
  }

  /** Stores the oldest parsed piece when those before it are counted. */
  function storeOldest(): boolean {
    const oldest = parsed[0];
    if (oldest === undefined) return false;
    const k = Atomics.load(job.before, oldest.piece) - 1;
    if (k < 0) return false;
    const next = k + oldest.parser.body.state.count;
    if (next > job.header.storedEntries) throw new Irregular('too many entries');
    Atomics.store(job.before, oldest.piece + 1, next + 1);
    Atomics.notify(job.before, oldest.piece + 1);
    store(job, oldest.parser.body.state, k);
    parsed.shift();
    free.push(oldest.parser);
    return true;
  }

  function step(): 'worked' | 'wait' | 'done' {
    if (Atomics.load(job.control, CONTROL.stop) !== STOP.none) return 'done';
    if (storeOldest()) return 'worked';
    if (left && parsed.length < AHEAD) {
      const piece = Atomics.add(job.control, CONTROL.next, 1);
      left = piece < pieces;
      if (left) {
        parse(piece);
        return 'worked';
      }
    }
    return parsed.length === 0 ? 'done' : 'wait';
  }

  return {
    step() {
      try {
        return step();
      } catch {
        // Whatever it is, reading serially says it with its line.
        stopAll(job, STOP.irregular);
        return 'done';
      }
    },
    waitFor: () => parsed[0]?.piece ?? 0,
    release() {
      for (const { body } of [...free.splice(0), ...parsed.splice(0).map(({ parser }) => parser)])
        for (const { buffer } of [body.state.rowIndex, body.state.colIndex, body.state.values, body.state.imaginary])
          (buffer as { transfer?: (bytes: number) => unknown }).transfer?.(0);
    },
    reports,
  };
}

/** Works until nothing is left, blocking while there is nothing to do. For worker threads. */
export function workBlocking(job: ParallelJob, worker: PieceWorker): void {
  for (;;) {
    const outcome = worker.step();
    if (outcome === 'done') return;
    if (outcome === 'wait') Atomics.wait(job.before, worker.waitFor(), 0, 100);
  }
}
