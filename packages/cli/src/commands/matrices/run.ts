import type { Context } from '../../documents/context.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { bundledMatrices } from '../../matrices/bundled.ts';
import { generatorRows } from '../../matrices/generators.ts';
import { publish } from '../../output/publish.ts';
import { tableText } from '../../documents/layout.ts';

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
  await publish(context, {
    document: { schema: 'spmv.matrices/1', matrices, generators },
    rows: matrices,
    text: () =>
      [
        tableText(
          terminal,
          [
            { header: 'bundled', cell: ({ name }) => name },
            { header: 'what it is', least: 24, cell: ({ why }) => why },
            { header: 'SuiteSparse', least: 10, rank: 3, cell: ({ collection }) => collection },
            { header: 'author', least: 10, rank: 2, cell: ({ author }) => author },
            { header: 'licence', least: 10, rank: 1, cell: ({ licence }) => licence },
          ],
          matrices,
        ),
        '',
        tableText(
          terminal,
          [
            { header: 'generated', least: 20, cell: ({ example }) => example },
            { header: 'what it is', least: 24, cell: ({ doc }) => doc },
          ],
          generators,
        ),
      ].join('\n'),
  });
  return EXIT.ok;
}
