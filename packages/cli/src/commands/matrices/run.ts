import type { Context } from '../../documents/context.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { bundledMatrices } from '../../matrices/bundled.ts';
import { generatorRows } from '../../matrices/generators.ts';
import { publish } from '../../output/publish.ts';
import { renderTable } from '../../output/table.ts';

/** `spmv matrices`: the matrices that come with the command, and the generators. */
export async function run(context: Context): Promise<ExitCode> {
  const { terminal } = context;
  const matrices = bundledMatrices().map(({ name, collection, author, why, licence, source }) => ({
    name,
    why,
    collection,
    author,
    licence,
    source,
  }));
  const generators = generatorRows();
  const bold = (text: string): string => terminal.style('bold', text);
  await publish(context, {
    document: { schema: 'spmv.matrices/1', matrices, generators },
    rows: matrices,
    text: () =>
      [
        renderTable(
          [
            { header: 'bundled', cell: ({ name }) => name },
            { header: 'what it is', cell: ({ why }) => why },
            { header: 'SuiteSparse', cell: ({ collection }) => collection },
            { header: 'author', cell: ({ author }) => author },
            { header: 'licence', cell: ({ licence }) => licence },
          ],
          matrices,
          bold,
        ),
        '',
        renderTable(
          [
            { header: 'generated', cell: ({ example }) => example },
            { header: 'what it is', cell: ({ doc }) => doc },
          ],
          generators,
          bold,
        ),
      ].join('\n'),
  });
  return EXIT.ok;
}
