import type { Choose } from '@spmv/engine';
import type { EarlierRun, NotRun, RunMatrix, Unsteady } from '@spmv/studies';
import { readStudyRun } from '@spmv/studies';
import { inputError, problemOf, usageError } from '../../cli-error.ts';
import type { CommandHead } from '../../documents/kept-run.ts';
import { requireSameRun } from '../../documents/narrow.ts';
import { readDocuments } from '../../documents/report-documents.ts';
import type { RecordedResult } from '../../documents/study-result.ts';
import { pointKey } from '../../documents/tuned.ts';

const FIX = 'Make one with spmv study NAME --json > FILE, or --report FILE.html.';

/** What is in a file: JSON, or the document that a report of a study holds. Errors: bad input. */
function readStudy(path: string): unknown {
  const documents = readDocuments(path, FIX);
  if (documents.length !== 1)
    throw inputError(`${path} is a report of ${documents.length} documents, and not of a study.`, FIX);
  return documents[0]?.document;
}

/** A document of this study, or the one in its report. Errors: bad input. */
export function readDocument(path: string, id?: string): unknown {
  const value = readStudy(path);
  let study: string;
  try {
    ({ study } = readStudyRun(value));
  } catch (cause) {
    const { reason, fix } = problemOf(cause);
    throw inputError(`${path}: ${reason}`, fix, cause);
  }
  if (id !== undefined && study !== id) throw inputError(`${path} is of study '${study}', not of '${id}'.`, FIX);
  return value;
}

/** What of an earlier document is not measured again. */
export interface EarlierStudy {
  /** What runs of a leg: all but what it holds. */
  choose(leg: string, runs: number): Choose;
  /**
   * All that it holds of a leg on a matrix that there is no time for: its rows are taken. What it says of the matrix, where one of this name and
   * source was read, and what it left out; `undefined` where it holds nothing of both.
   */
  takeOver(
    leg: string,
    matrix: string,
    runs: number,
  ): { readonly statistics: RunMatrix | undefined; readonly notRun: readonly NotRun[] } | undefined;
  /** Times of it that cannot tell combinations apart, and cannot in what goes on from it. */
  readonly unsteady: readonly Unsteady[];
  /** It, after what it went on from itself. */
  readonly before: readonly EarlierRun[];
}

function keyOf(leg: string, hash: string, point: Parameters<typeof pointKey>[0]): string {
  return JSON.stringify([leg, hash, pointKey(point)]);
}

/**
 * What an earlier document of the same study holds is not measured again: combinations that validated, of the same matrix by its hash, with as
 * many samples as are asked for. `taken` is told each row. Errors: bad input, usage for one of another machine or of other options.
 */
export function resumedStudy(
  path: string,
  id: string,
  options: CommandHead['options'],
  taken: (row: RecordedResult) => void,
): EarlierStudy {
  const document = readDocument(path, id) as {
    readonly results: readonly RecordedResult[];
    readonly statistics: readonly RunMatrix[];
    readonly notRun: readonly NotRun[];
    readonly unsteady: readonly Unsteady[];
    readonly started?: string;
    readonly before?: readonly EarlierRun[];
    readonly host?: { readonly cpu?: string; readonly node?: string; readonly loadAverage?: number };
    readonly options?: Partial<CommandHead['options']>;
  };
  requireSameRun(path, document, options);
  const incomplete = document.results.findIndex(
    ({ hash, samples }: Partial<RecordedResult>) => hash === undefined || samples === undefined,
  );
  if (incomplete >= 0) throw usageError(`${path}: results[${incomplete}] has no hash or no number of samples.`, FIX);
  const rows = document.results.filter(({ status, medianMs }) => status === 'ok' && medianMs !== null);
  const held = new Map(rows.map((row) => [keyOf(row.leg, row.hash, row as Parameters<typeof pointKey>[0]), row]));
  return {
    unsteady: document.unsteady,
    before: [
      ...(document.before ?? []),
      { started: document.started ?? '', loadAverage: document.host?.loadAverage ?? 0 },
    ],
    choose:
      (leg, runs) =>
      ({ problem }, plan) => {
        const { runnable, excluded } = plan();
        const left = runnable.filter((current) => {
          const row = held.get(keyOf(leg, problem.hash, current));
          if (!row || row.samples < runs) return true;
          taken(row);
          return false;
        });
        return { runnable: left, excluded };
      },
    takeOver(leg, matrix, runs) {
      const own = rows.filter((row) => row.leg === leg && row.matrix === matrix && row.samples >= runs);
      if (own.length === 0) return undefined;
      for (const row of own) taken(row);
      return {
        statistics: document.statistics.find(({ name }) => name === matrix),
        notRun: document.notRun.filter((one) => one.leg === leg && one.matrix === matrix),
      };
    },
  };
}
