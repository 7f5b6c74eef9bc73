import { readFileSync } from 'node:fs';
import type { ReportDocument } from '@spmv/report';
import { documentsIn } from '@spmv/report';
import { inputError, problemOf } from '../cli-error.ts';
import { sentences } from '../output/numbers.ts';

const FIX = 'Give what spmv bench --json or spmv sweep --json wrote, or a report made of it.';

/** The documents in a file: one of JSON, or those that a report holds, each as it was called there. Errors: bad input. */
export function readReportDocuments(path: string): readonly ReportDocument[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const { reason, fix } = problemOf(cause);
    throw inputError(sentences(reason.startsWith(path) ? reason : `${path}: ${reason}`), fix, cause);
  }
  if (text.trimStart().startsWith('<')) {
    const documents = documentsIn(text);
    if (documents === undefined) throw inputError(`${path} is HTML, but no report of spmv with documents in it.`, FIX);
    return documents;
  }
  try {
    return [{ name: path, document: JSON.parse(text) as unknown }];
  } catch (cause) {
    throw inputError(`${path} is neither JSON nor a report: ${(cause as Error).message}`, FIX, cause);
  }
}
