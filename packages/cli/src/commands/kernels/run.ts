import type { Kernel, MatrixKernel, ParamSpace } from '@spmv/core';
import { formatParams } from '@spmv/core';
import type { Context } from '../../documents/context.ts';
import { anyOperation } from '../../session/check-selection.ts';
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

/** The format that a kernel reads, or those of the matrices that it reads and makes. */
function formatsOf(kernel: Kernel | MatrixKernel): string {
  return kernel.kind === 'kernel' ? (kernel.format ?? '') : [...new Set(Object.values(kernel.formats))].join(' ');
}

export interface KernelsFlags {
  readonly operation?: string;
}

/** `spmv kernels`: every kernel installed, for which operation, format and language, in which precisions, run by which backends. */
export async function run(context: Context, { operation: only }: KernelsFlags): Promise<ExitCode> {
  const { terminal } = context;
  const loaded = await (
    await context.discover()
  ).load(bringingAny('operations', 'formats', 'kernels', 'matrixOperations', 'matrixKernels', 'backends'));
  const { registry } = loaded;
  const orphans = new Set(registry.orphans);
  const ids = {
    operation: idsOf([...registry.operations, ...registry.matrixOperations]),
    format: idsOf(registry.formats),
  };
  const missing = (kind: 'operation' | 'format', id: string): string =>
    ids[kind].has(id) ? id : `${id} (not installed)`;
  // An unknown name is an error, with those that are near.
  if (only !== undefined) anyOperation(registry, only);
  const known = [...registry.kernels(), ...orphans, ...registry.matrixKernels()];
  const shown = known.filter(({ operation }) => (only ?? operation) === operation);
  const ownerOf = ({ kind, id }: Kernel | MatrixKernel): string =>
    kind === 'kernel' ? (loaded.sourceOf('kernel', id)?.name ?? '') : registry.owner('matrix-kernel', id).name;
  const rows = shown.map((kernel) => ({
    id: kernel.id,
    package: ownerOf(kernel),
    operation: kernel.operation,
    options: kernel.options ?? {},
    format: formatsOf(kernel),
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
    orphan: kernel.kind === 'kernel' && orphans.has(kernel),
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
