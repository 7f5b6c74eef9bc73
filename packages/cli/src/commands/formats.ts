import type { ParamSpace } from '@spmv/core';
import type { Context } from '../context.ts';
import { bringingAny } from '../discovery/needed.ts';
import { absentRows, AVAILABLE, tellLeftOut } from '../documents/left-out.ts';
import type { ExitCode } from '../exit-codes.ts';
import { EXIT } from '../exit-codes.ts';
import { publish } from '../output/publish.ts';
import { renderTable } from '../output/table.ts';

/** An axis of a parameter space as rows show it. */
export interface AxisRow {
  readonly name: string;
  readonly default: string | number | boolean;
  readonly values: readonly (string | number | boolean)[];
  readonly doc: string;
}

export function axisRows(space: ParamSpace<never>): readonly AxisRow[] {
  return Object.entries(space.axes).map(([name, axis]) => ({
    name,
    default: axis.default,
    values: axis.values,
    doc: axis.doc,
  }));
}

/** `multiple = 16 of 4 8 16 32`, or ''. */
export function axisText(axes: readonly AxisRow[]): string {
  return axes
    .map(({ name, default: value, values }) => `${name}=${String(value)} of ${values.map(String).join(' ')}`)
    .join('; ');
}

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
