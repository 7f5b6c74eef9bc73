import type { Choose } from '@spmv/engine';
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

/** For each leg what runs of it: all but what the earlier document holds, of which `taken` is told. */
export type ChooseOfLeg = (leg: string, runs: number) => Choose;

function keyOf(leg: string, hash: string, point: Parameters<typeof pointKey>[0]): string {
  return JSON.stringify([leg, hash, pointKey(point)]);
}

/**
 * What an earlier document of the same study holds is not measured again: combinations that validated, of the same matrix by its hash, with as
 * many samples as are asked for. Errors: bad input, usage for one of another machine or of other options.
 */
export function resumedStudy(
  path: string,
  id: string,
  options: CommandHead['options'],
  taken: (row: RecordedResult) => void,
): ChooseOfLeg {
  const document = readDocument(path, id) as {
    readonly results: readonly RecordedResult[];
    readonly host?: { readonly cpu?: string; readonly node?: string };
    readonly options?: Partial<CommandHead['options']>;
  };
  requireSameRun(path, document, options);
  const incomplete = document.results.findIndex(
    ({ hash, samples }: Partial<RecordedResult>) => hash === undefined || samples === undefined,
  );
  if (incomplete >= 0) throw usageError(`${path}: results[${incomplete}] has no hash or no number of samples.`, FIX);
  const held = new Map(
    document.results
      .filter(({ status, medianMs }) => status === 'ok' && medianMs !== null)
      .map((row) => [keyOf(row.leg, row.hash, row as Parameters<typeof pointKey>[0]), row]),
  );
  return (leg, runs) =>
    ({ problem }, plan) => {
      const { runnable, excluded } = plan();
      const left = runnable.filter((current) => {
        const row = held.get(keyOf(leg, problem.hash, current));
        if (!row || row.samples < runs) return true;
        taken(row);
        return false;
      });
      return { runnable: left, excluded };
    };
}
