import { jsonOfNumber, numberOfJson } from '@spmv/core';
import type { ReportDocument } from '../model/report.ts';

const OPENING = '<script type="application/json" id="spmv-documents">';

/** Documents as a page carries them, unseen. */
export function embedded(documents: readonly ReportDocument[]): string {
  if (documents.length === 0) return '';
  // No text of theirs may end the element or begin a comment.
  return `${OPENING}${JSON.stringify(documents, jsonOfNumber).replaceAll('<', '\\u003c')}</script>\n`;
}

/** The documents in a page that `renderReport` wrote; undefined in one that holds none. */
export function documentsIn(html: string): readonly ReportDocument[] | undefined {
  const from = html.lastIndexOf(OPENING);
  if (from < 0) return undefined;
  const text = html.slice(from + OPENING.length, html.indexOf('</script>', from));
  try {
    const found: unknown = JSON.parse(text, numberOfJson);
    return Array.isArray(found) ? (found as readonly ReportDocument[]) : undefined;
  } catch {
    return undefined;
  }
}
