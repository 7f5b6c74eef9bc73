import type { ParamSpace } from '@spmv/core';
import type { Context } from '../context.ts';
import { bringingAny } from '../discovery/needed.ts';
import type { ExitCode } from '../exit-codes.ts';
import { EXIT } from '../exit-codes.ts';
import { sentences } from '../output/numbers.ts';
import { publish } from '../output/publish.ts';
import { renderTable } from '../output/table.ts';
import { axisRows, axisText } from './formats.ts';

/** `spmv kernels`: every kernel installed, for which format and language, in which precisions, run by which backends. */
export async function run(context: Context): Promise<ExitCode> {
  const { terminal } = context;
  const loaded = await (await context.discover()).load(bringingAny('formats', 'kernels', 'backends'));
  const { registry } = loaded;
  const orphans = new Set(registry.orphans);
  const rows = registry.kernels().map((kernel) => ({
    id: kernel.id,
    package: loaded.sourceOf('kernel', kernel.id)?.name ?? '',
    operation: kernel.operation,
    format: kernel.format,
    target: kernel.target,
    title: kernel.title,
    precisions: kernel.precisions.map(({ precision, accumulator }) => (precision === accumulator ? precision : `${precision}/${accumulator}`)),
    reproducibility: kernel.reproducibility,
    requires: kernel.requires,
    vendor: kernel.vendor ?? false,
    params: axisRows(kernel.params as ParamSpace<never>),
    backends: registry.backends.filter(({ targets }) => targets.includes(kernel.target)).map(({ id }) => id),
    orphan: orphans.has(kernel),
  }));
  await publish(context, {
    document: rows,
    rows: rows.map((row) => ({ ...row, params: axisText(row.params) })),
    text: () => renderTable([
      { header: 'kernel', cell: ({ id }) => id },
      { header: 'format', cell: ({ format, orphan }) => (orphan ? `${format} (not installed)` : format) },
      { header: 'precision/sums', cell: ({ precisions }) => precisions.join(' ') },
      { header: 'same bits', cell: ({ reproducibility }) => reproducibility },
      { header: 'needs', cell: ({ requires }) => requires.join(' ') },
      { header: 'parameters', cell: ({ params }) => axisText(params) },
      { header: 'backends', cell: ({ backends }) => backends.join(' ') || 'none' },
      { header: 'title', cell: ({ title, vendor }) => (vendor ? `${title} (vendor)` : title) },
    ], rows, (text) => terminal.style('bold', text)),
  });
  for (const { candidate, problem } of loaded.unusable) terminal.talk(`${candidate.name} is left out: ${sentences(problem.reason, problem.fix)}`);
  return EXIT.ok;
}
