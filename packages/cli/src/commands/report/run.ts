import { pageHtml } from '@spmv/engine';
import { counted, toJson } from '@spmv/engine/basics';
import type { Context } from '../../documents/context.ts';
import { usageError } from '../../cli-error.ts';
import { readReportDocuments } from '../../documents/report-documents.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { publish } from '../../output/publish.ts';
import { writeWhole } from '../../output/write-file.ts';

export interface WriteReportFlags {
  readonly out?: string;
  readonly ginkgo?: string;
}

/** `spmv report A.json B.html … --out FILE --ginkgo FILE`: runs side by side as one HTML file, or in the format of Ginkgo's benchmark. */
export async function run(
  context: Context,
  files: readonly string[],
  { out, ginkgo }: WriteReportFlags,
): Promise<ExitCode> {
  if (out === undefined && ginkgo === undefined)
    throw usageError('There is no file to write.', 'Add --out FILE.html for a report, or --ginkgo FILE.json.');
  const documents = files.flatMap(readReportDocuments);
  const entries = ginkgo === undefined ? undefined : (await import('@spmv/report')).toGinkgo(documents);
  const html = out === undefined ? undefined : await pageHtml({ documents });
  const bytes = html === undefined ? undefined : Buffer.byteLength(html);
  if (ginkgo !== undefined) await writeWhole(ginkgo, toJson(entries));
  const rows = documents.map(({ name }) => ({ document: name }));
  await publish(context, {
    document: {
      schema: 'spmv.report/1',
      out,
      bytes,
      ginkgo,
      entries: entries?.length,
      documents: rows.map(({ document }) => document),
    },
    rows,
    text: () =>
      [
        ...(bytes === undefined
          ? []
          : [`${out}: ${counted(documents.length, 'run', 'runs')}, ${Math.ceil(bytes / 1000)} kB.`]),
        ...(entries ? [`${ginkgo}: ${counted(entries.length, 'entry', 'entries')}.`] : []),
      ].join('\n'),
    ...(out === undefined || html === undefined ? {} : { page: { file: out, html: async () => html } }),
  });
  return EXIT.ok;
}
