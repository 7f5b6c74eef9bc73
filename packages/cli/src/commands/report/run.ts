import type { Context } from '../../documents/context.ts';
import { readReportDocuments } from '../../documents/report-documents.ts';
import { pageHtml } from '../../documents/report-page.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { counted } from '../../output/numbers.ts';
import { publish } from '../../output/publish.ts';
import { checkWritable } from '../../output/write-target.ts';

export interface WriteReportFlags {
  readonly out: string;
}

/** `spmv report A.json B.html … --out FILE`: runs side by side as one HTML file. */
export async function run(context: Context, files: readonly string[], { out }: WriteReportFlags): Promise<ExitCode> {
  checkWritable(out);
  const documents = files.flatMap(readReportDocuments);
  const html = await pageHtml({ documents });
  const bytes = Buffer.byteLength(html);
  const rows = documents.map(({ name }) => ({ document: name }));
  await publish(context, {
    document: { schema: 'spmv.report/1', out, bytes, documents: rows.map(({ document }) => document) },
    rows,
    text: () => `${out}: ${counted(documents.length, 'run', 'runs')}, ${Math.ceil(bytes / 1000)} kB.`,
    page: { file: out, html: async () => html },
  });
  return EXIT.ok;
}
