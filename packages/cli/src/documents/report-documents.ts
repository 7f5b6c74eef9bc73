import { readFileSync } from 'node:fs';
import { numberOfJson } from '@spmv/core';
import { sentences } from '@spmv/engine/basics';
import type { ReportDocument } from '@spmv/report';
import { documentsIn } from '@spmv/report';
import { inputError, problemOf } from '../cli-error.ts';

const FIX = 'Give what spmv bench, sweep or solve wrote with --json, or a report made of it.';

/** The documents in a file: one of JSON, or those that a report holds, each as it was called there. Errors: bad input, with this fix. */
export function readDocuments(path: string, fix: string): readonly ReportDocument[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const problem = problemOf(cause);
    const reason = problem.reason.startsWith(path) ? problem.reason : `${path}: ${problem.reason}`;
    throw inputError(sentences(reason), problem.fix, cause);
  }
  if (text.trimStart().startsWith('<')) {
    const documents = documentsIn(text);
    if (documents === undefined) throw inputError(`${path} is HTML, but no report of spmv with documents in it.`, fix);
    return documents;
  }
  try {
    return [{ name: path, document: JSON.parse(text, numberOfJson) as unknown }];
  } catch (cause) {
    throw inputError(`${path} is neither JSON nor a report: ${(cause as Error).message}`, fix, cause);
  }
}

/** The documents of a file that are to be reported on. Errors: bad input. */
export function readReportDocuments(path: string): readonly ReportDocument[] {
  return readDocuments(path, FIX);
}
