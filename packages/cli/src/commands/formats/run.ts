import type { ParamSpace } from '@spmv/core';
import type { Context } from '../../documents/context.ts';
import { bringingAny } from '../../discovery/needed.ts';
import { axisRows, axisText } from '../../documents/axis-rows.ts';
import { absentRows, AVAILABLE, tellLeftOut } from '../../discovery/left-out.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { publish } from '../../output/publish.ts';
import { renderTable } from '../../output/table.ts';

/** `spmv formats`: the storage formats installed, their parameters and kernels. */
export async function run(context: Context): Promise<ExitCode> {
  const { terminal } = context;
  const loaded = await (await context.discover()).load(bringingAny('formats', 'kernels'));
  const rows = loaded.registry.formats.map((format) => ({
    id: format.id,
    package: loaded.sourceOf('format', format.id)?.name ?? '',
    title: format.title,
    params: axisRows(format.params as ParamSpace<never>),
    kernels: loaded.registry.kernels({ operation: 'spmv', format: format.id }).map(({ id }) => id),
    ...AVAILABLE,
  }));
  const absent = absentRows(loaded, 'formats').map((row) => ({ title: '', params: [], kernels: [], ...row }));
  await publish(context, {
    document: [...rows, ...absent],
    rows: [...rows, ...absent].map((row) => ({ ...row, params: axisText(row.params) })),
    text: () =>
      renderTable(
        [
          { header: 'format', cell: ({ id }) => id },
          { header: 'package', cell: (row) => row.package },
          { header: 'title', cell: ({ title }) => title },
          { header: 'parameters', cell: ({ params }) => axisText(params) },
          { header: 'kernels', cell: ({ kernels }) => kernels.join(' ') },
        ],
        rows,
        (text) => terminal.style('bold', text),
      ),
  });
  tellLeftOut(terminal, loaded);
  return EXIT.ok;
}
