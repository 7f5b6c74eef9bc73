import type { ParamSpace } from '@spmv/core';
import { formatParams } from '@spmv/core';
import type { Context } from '../../documents/context.ts';
import { installedOperation } from '../../session/check-selection.ts';
import { bringingAny } from '../../discovery/needed.ts';
import { tableText } from '../../documents/layout.ts';
import { absentRows, AVAILABLE, noteLeftOut } from '../../discovery/left-out.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { publish } from '../../output/publish.ts';
import { axisRows, axisText, shortValue } from '../../documents/axis-rows.ts';

function idsOf(items: readonly { readonly id: string }[]): ReadonlySet<string> {
  return new Set(items.map(({ id }) => id));
}

export interface KernelsFlags {
  readonly operation?: string;
}

/** `spmv kernels`: every kernel installed, for which operation, format and language, in which precisions, run by which backends. */
export async function run(context: Context, { operation: only }: KernelsFlags): Promise<ExitCode> {
  const { terminal } = context;
  const loaded = await (await context.discover()).load(bringingAny('operations', 'formats', 'kernels', 'backends'));
  const { registry } = loaded;
  const orphans = new Set(registry.orphans);
  const known = { operation: idsOf(registry.operations), format: idsOf(registry.formats) };
  const missing = (kind: 'operation' | 'format', id: string): string =>
    known[kind].has(id) ? id : `${id} (not installed)`;
  // An unknown name is an error, with those that are near.
  if (only !== undefined) installedOperation(registry, only);
  const shown = [...registry.kernels(), ...orphans].filter(({ operation }) => (only ?? operation) === operation);
  const rows = shown.map((kernel) => ({
    id: kernel.id,
    package: loaded.sourceOf('kernel', kernel.id)?.name ?? '',
    operation: kernel.operation,
    options: kernel.options ?? {},
    format: kernel.format ?? '',
    target: kernel.target,
    title: kernel.title,
    precisions: kernel.precisions.map(({ precision, accumulator, stored }) => {
      const values = stored === undefined ? precision : `${stored}-in-${precision}`;
      return precision === accumulator ? values : `${values}/${accumulator}`;
    }),
    reproducibility: kernel.reproducibility,
    requires: kernel.requires,
    vendor: kernel.vendor ?? false,
    params: axisRows(kernel.params as ParamSpace<never>),
    backends: registry.backends.filter(({ targets }) => targets.includes(kernel.target)).map(({ id }) => id),
    orphan: orphans.has(kernel),
    ...AVAILABLE,
  }));
  const lost = only === undefined ? absentRows(loaded, 'kernels') : [];
  const absent = lost.map((row) => ({
    operation: null,
    options: {},
    format: null,
    target: null,
    title: '',
    precisions: [],
    params: [],
    backends: [],
    ...row,
  }));
  await publish(context, {
    document: [...rows, ...absent],
    rows: [...rows, ...absent].map((row) => ({
      ...row,
      params: axisText(row.params),
      options: formatParams(row.options),
    })),
    text: () =>
      tableText(
        terminal,
        [
          { header: 'kernel', cell: ({ id }) => id },
          {
            header: 'operation',
            rank: 6,
            cell: ({ operation, options }) => `${missing('operation', operation)} ${formatParams(options)}`.trim(),
          },
          { header: 'format', rank: 1, cell: ({ format }) => (format === '' ? '' : missing('format', format)) },
          { header: 'precision/sums', least: 14, cell: ({ precisions }) => precisions.join(' ') },
          { header: 'same bits', rank: 4, cell: ({ reproducibility }) => reproducibility },
          { header: 'needs', least: 10, rank: 3, cell: ({ requires }) => requires.join(' ') },
          { header: 'parameters', least: 16, rank: 5, cell: ({ params }) => axisText(params, shortValue) },
          { header: 'backends', least: 8, cell: ({ backends }) => backends.join(' ') || 'none' },
          { header: 'title', least: 20, rank: 2, cell: ({ title, vendor }) => (vendor ? `${title} (vendor)` : title) },
        ],
        rows,
      ),
  });
  noteLeftOut(terminal, loaded);
  return EXIT.ok;
}
