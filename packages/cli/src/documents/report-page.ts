import type { ReportDocument, Section } from '@spmv/report';
import type { Page } from '../output/publish.ts';

/** What a report is of, besides what it makes of its documents itself. */
export interface PageParts {
  readonly documents: readonly ReportDocument[];
  /** Shown before everything else. */
  readonly first?: readonly Section[];
}

/** Its text. What draws is loaded when it is asked for. Errors: `REPORT.DOCUMENT`. */
export async function pageHtml({ documents, first = [] }: PageParts): Promise<string> {
  const { benchReport, isSolveDocument, renderReport, solveReport } = await import('@spmv/report');
  const report = documents.some(({ document }) => isSolveDocument(document))
    ? solveReport(documents)
    : benchReport(documents);
  return renderReport({ ...report, sections: [...first, ...report.sections] });
}

/** The page that was asked for, as a part of a publication; nothing where none was. */
export function pageTo(file: string | undefined, parts: PageParts): { readonly page?: Page } {
  return file === undefined ? {} : { page: { file, html: () => pageHtml(parts) } };
}
