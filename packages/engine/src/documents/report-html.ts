import type { ReportDocument, Section } from '@spmv/report';
import { judgedAdvice } from './judged-advice.ts';
import type { BenchResult } from './result.ts';

/** What a report is of, besides what it makes of its documents itself. */
export interface PageParts {
  readonly documents: readonly ReportDocument[];
  /** Shown before everything else. */
  readonly first?: readonly Section[];
}

/** The text of a report. What draws is loaded when it is asked for. Errors: `REPORT.DOCUMENT`. */
export async function pageHtml({ documents, first = [] }: PageParts): Promise<string> {
  const { benchReport, isSolveDocument, renderReport, solveReport } = await import('@spmv/report');
  const report = documents.some(({ document }) => isSolveDocument(document))
    ? solveReport(documents)
    : benchReport(documents);
  return renderReport({ ...report, sections: [...first, ...report.sections] });
}

/** The document of a bench with what advice would have been, where there is any: what `spmv bench` writes. */
export async function withAdvice<D extends { readonly results: readonly BenchResult[] }>(document: D): Promise<D> {
  const advice = await judgedAdvice(document.results);
  return advice.length === 0 ? document : { ...document, advice };
}
