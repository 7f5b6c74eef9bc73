import type { CooMatrix } from '@spmv/core';
import {
  isSpmvError,
  occupiedLengths,
  occupiedRowsOf,
  positionStatistics,
  rowHistogram,
  structureOf,
  symmetryStatistics,
} from '@spmv/core';
import { densityTile, sizeTile, topLevel } from './density-tiles.ts';
import { entryWindow } from './entry-window.ts';
import { errorPlace } from './error-place.ts';
import { entrySizes, longRows } from './extremes.ts';
import { FORMATS } from './formats.ts';
import { problemOf } from './problem.ts';
import type { FromWorker, LoadProgress, MatrixFault, MatrixSummary, Requests, ToWorker } from './protocol.ts';
import type { ReadMatrix } from './read-source.ts';
import { openBlob, readSource } from './read-source.ts';
import type { PageMatrixSource } from './source.ts';
import { nameOfSource, shownName } from './source.ts';
import { storageRows } from './storage-rows.ts';

/** Milliseconds between two reports of progress. */
const REPORT_MS = 50;

type Send = (message: FromWorker, transfer?: readonly Transferable[]) => void;

interface Answer<K extends keyof Requests> {
  readonly reply: Requests[K][1];
  /** What is handed over instead of copied. */
  readonly transfer?: readonly Transferable[];
}

/** Rows that a format may visit to plan its storage: of the order of the entries, so that a line of text cannot ask for hours. */
function mostRows(coo: CooMatrix): number {
  return 2 ** 22 + 64 * coo.values.length;
}

const ANSWERS: { readonly [K in keyof Requests]: (coo: CooMatrix, request: Requests[K][0]) => Answer<K> } = {
  window: (coo, request) => {
    const reply = entryWindow(coo, request);
    return { reply, transfer: [reply.rowIndex.buffer, reply.colIndex.buffer, reply.values.buffer] };
  },
  tile: (coo, request) => {
    const reply = densityTile(coo, request);
    return { reply, transfer: [reply.counts.buffer] };
  },
  sizes: (coo, request) => {
    const reply = sizeTile(coo, request);
    return { reply, transfer: [reply.buffer] };
  },
  statistics: (coo) => {
    const { rows } = coo.shape;
    const occupied = occupiedRowsOf(coo);
    return {
      reply: {
        statistics: positionStatistics(coo),
        histogram: rowHistogram(occupiedLengths(occupied), rows),
        longRows: longRows(occupied, coo),
        sizes: entrySizes(coo),
      },
    };
  },
  symmetry: (coo) => {
    const { patternSymmetry, valueSymmetry } = symmetryStatistics(coo);
    return { reply: { pattern: patternSymmetry, value: valueSymmetry } };
  },
  storage: (coo, { maxBytes }) => ({
    reply: storageRows(FORMATS, structureOf(coo, { maxRows: mostRows(coo) }), maxBytes),
  }),
  coo: ({ shape, rowIndex, colIndex, values, rowStart }) => {
    const reply: CooMatrix = {
      shape,
      rowIndex: rowIndex.slice(),
      colIndex: colIndex.slice(),
      values: values.slice(),
      ...(rowStart ? { rowStart: rowStart.slice() } : {}),
    };
    const arrays = [reply.rowIndex, reply.colIndex, reply.values, ...(reply.rowStart ? [reply.rowStart] : [])];
    return { reply, transfer: arrays.map(({ buffer }) => buffer) };
  },
};

function summaryOf(source: PageMatrixSource, { coo, facts, warnings }: ReadMatrix, readMs: number): MatrixSummary {
  const { shape, values } = coo;
  const overview = densityTile(coo, { level: topLevel(shape), row: 0, col: 0 });
  return { name: shownName(nameOfSource(source)), shape, nnz: values.length, facts, warnings, readMs, overview };
}

/** The problem of a source, with the place in its text where the reader names one. */
async function problemWithPlace(error: unknown, source: PageMatrixSource): Promise<MatrixFault> {
  const problem = problemOf(error);
  if (!isSpmvError(error) || source.kind === 'generated') return problem;
  const { line, column, excerpt } = error.details;
  if (typeof line !== 'number' || typeof column !== 'number' || line < 1) return problem;
  const where = { line, column, ...(typeof excerpt === 'string' ? { excerpt } : {}) };
  return { ...problem, place: await errorPlace(await openBlob(source), nameOfSource(source), where) };
}

/** Reports at most one in {@link REPORT_MS}. */
function throttled(send: Send): (progress: LoadProgress) => void {
  let last = -Infinity;
  return (progress) => {
    const now = performance.now();
    if (now - last < REPORT_MS) return;
    last = now;
    send({ kind: 'progress', progress });
  };
}

/** What is answered first of all that waits: the picture, then what takes longer. */
const ORDER: readonly (keyof Requests)[] = ['tile', 'sizes', 'window', 'statistics', 'storage', 'coo', 'symmetry'];

type Ask = Extract<ToWorker, { readonly kind: 'ask' }>;

/** What the worker does with its messages: reads one matrix, then answers about it, a question a turn, so that a picture overtakes a plan. */
export function holdMatrix(send: Send): (message: ToWorker) => Promise<void> {
  const waiting: (Ask & { readonly done: () => void })[] = [];
  let held: CooMatrix | undefined;

  async function load(source: PageMatrixSource): Promise<void> {
    const began = performance.now();
    try {
      const read = await readSource(source, throttled(send));
      held = read.coo;
      send({ kind: 'loaded', summary: summaryOf(source, read, performance.now() - began) });
    } catch (error) {
      send({ kind: 'failed', problem: await problemWithPlace(error, source) });
    }
  }

  function answer<K extends keyof Requests>(id: number, what: K, request: Requests[K][0]): void {
    try {
      if (!held) throw new Error(`No matrix was read before '${what}'.`);
      const { reply, transfer } = ANSWERS[what](held, request);
      send({ kind: 'answer', id, reply }, transfer);
    } catch (error) {
      send({ kind: 'refused', id, problem: problemOf(error) });
    }
  }

  function answerNext(): void {
    waiting.sort((a, b) => ORDER.indexOf(a.what) - ORDER.indexOf(b.what));
    const next = waiting.shift();
    if (!next) return;
    answer(next.id, next.what, next.request as never);
    next.done();
  }

  return async (message) => {
    if (message.kind === 'load') return load(message.source);
    await new Promise<void>((done) => {
      waiting.push({ ...message, done });
      setTimeout(answerNext, 0);
    });
  };
}
