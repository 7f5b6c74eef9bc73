import type { RunEnd } from '@spmv/engine';
import { pageHtml, withAdvice } from '@spmv/engine';
import type { Kept } from '@spmv/engine/keeper';
import { toJson } from '@spmv/engine/basics';
import { documentOf } from './run-client.ts';

/** The document of `spmv bench --json`, or its report. */
export async function runText(kind: 'json' | 'html', kept: Kept, ending: RunEnd): Promise<string> {
  const document = await withAdvice(documentOf(kept, ending));
  return kind === 'json' ? toJson(document) : pageHtml({ documents: [{ name: 'spmv bench', document }] });
}
