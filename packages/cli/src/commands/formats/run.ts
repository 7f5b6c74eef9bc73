import type { ParamSpace } from '@spmv/core';
import type { Context } from '../../documents/context.ts';
import { bringingAny } from '../../discovery/needed.ts';
import { axisRows, axisText, shortValue } from '../../documents/axis-rows.ts';
import { tableText } from '../../documents/layout.ts';
import { absentRows, AVAILABLE, noteLeftOut } from '../../discovery/left-out.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { publish } from '../../output/publish.ts';

/** `spmv formats`: the storage formats installed, their parameters and kernels. */
export async function run(context: Context): Promise<ExitCode> {
  const { terminal } = context;
  const loaded = await (await context.discover()).load(bringingAny('operations', 'formats', 'kernels'));
  const rows = loaded.registry.formats.map((format) => ({
    id: format.id,
    package: loaded.sourceOf('format', format.id)?.name ?? '',
    title: format.title,
    params: axisRows(format.params as ParamSpace<never>),
    kernels: loaded.registry.kernels({ format: format.id }).map(({ id }) => id),
    ...AVAILABLE,
  }));
  const absent = absentRows(loaded, 'formats').map((row) => ({ title: '', params: [], kernels: [], ...row }));
  await publish(context, {
    document: [...rows, ...absent],
    rows: [...rows, ...absent].map((row) => ({ ...row, params: axisText(row.params) })),
    text: () =>
      tableText(
        terminal,
        [
          { header: 'format', cell: ({ id }) => id },
          { header: 'package', rank: 1, cell: (row) => row.package },
          { header: 'title', least: 20, rank: 2, cell: ({ title }) => title },
          { header: 'parameters', least: 16, cell: ({ params }) => axisText(params, shortValue) },
          { header: 'kernels', least: 24, cell: ({ kernels }) => kernels.join(' ') },
        ],
        rows,
      ),
  });
  noteLeftOut(terminal, loaded);
  return EXIT.ok;
}
