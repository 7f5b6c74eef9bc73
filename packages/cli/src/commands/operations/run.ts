import type { Context } from '../../documents/context.ts';
import { bringingAny } from '../../discovery/needed.ts';
import { absentRows, AVAILABLE, noteLeftOut } from '../../discovery/left-out.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { publish } from '../../output/publish.ts';
import { tableText } from '../../documents/layout.ts';
import { axisRows, axisText } from '../../documents/axis-rows.ts';

/** A size of an operation's own, as rows show it. */
interface SizeRow {
  readonly name: string;
  readonly default: number;
  readonly doc: string;
}

/** `vectors=4`, or ''. */
function sizeText(sizes: readonly SizeRow[]): string {
  return sizes.map(({ name, default: value }) => `${name}=${value}`).join(' ');
}

/** `spmv operations`: what can be computed, in which variants, and how many kernels installed do it. */
export async function run(context: Context): Promise<ExitCode> {
  const { terminal } = context;
  const loaded = await (
    await context.discover()
  ).load(bringingAny('operations', 'formats', 'kernels', 'matrixOperations', 'matrixKernels', 'backends'));
  const { registry } = loaded;
  const ofVectors = registry.operations.map((operation) => ({
    id: operation.id,
    package: loaded.sourceOf('operation', operation.id)?.name ?? registry.owner('operation', operation.id).name,
    title: operation.title,
    formula: operation.formula,
    options: axisRows({ axes: operation.options }),
    sizes: Object.entries(operation.sizes).map(([name, size]): SizeRow => ({ name, ...size })),
    kernels: registry.kernels({ operation: operation.id }).length,
    ...AVAILABLE,
  }));
  const made = registry.matrixOperations.map(({ id, title, formula, options }) => ({
    id,
    package: registry.owner('matrix-operation', id).name,
    title,
    formula,
    options: axisRows({ axes: options }),
    sizes: [],
    kernels: registry.matrixKernels(id).length,
    ...AVAILABLE,
  }));
  const rows = [...ofVectors, ...made];
  const absent = absentRows(loaded, 'operations').map((row) => ({
    title: '',
    formula: null,
    options: [],
    sizes: [],
    kernels: 0,
    ...row,
  }));
  await publish(context, {
    document: [...rows, ...absent],
    rows: [...rows, ...absent].map((row) => ({ ...row, options: axisText(row.options), sizes: sizeText(row.sizes) })),
    text: () =>
      tableText(
        terminal,
        [
          { header: 'operation', cell: ({ id }) => id },
          { header: 'formula', cell: ({ formula }) => formula },
          { header: 'options', least: 16, rank: 4, cell: ({ options }) => axisText(options) },
          { header: 'sizes', rank: 3, cell: ({ sizes }) => sizeText(sizes) },
          { header: 'kernels', align: 'right', cell: ({ kernels }) => String(kernels) },
          { header: 'package', rank: 2, cell: (row) => row.package },
          { header: 'title', least: 20, rank: 1, cell: ({ title }) => title },
        ],
        rows,
      ),
  });
  noteLeftOut(terminal, loaded);
  return EXIT.ok;
}
