import type { Precision, Registry, Shape, Kernel, ValueArray } from '@spmv/core';
import { buildMatrix, PRECISIONS, suggestNames, toValueType, spmv } from '@spmv/core';
import { CliError, usageError } from '../../cli-error.ts';
import type { Context } from '../../documents/context.ts';
import { loadNeeded } from '../../discovery/needed.ts';
import { noteLeftOut } from '../../discovery/left-out.ts';
import { checkedSelection } from '../../engine/check-selection.ts';
import type { OpenBackend } from '../../engine/open-backends.ts';
import { openBackends } from '../../engine/open-backends.ts';
import type { Selection } from '../../engine/selection.ts';
import { kernelsOf } from '../../engine/kernels-of.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { requireMemory } from '../../host/require-memory.ts';
import { loadMatrix } from '../../matrices/load-matrix.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { loadVector } from '../../matrices/vectors.ts';
import { toJson } from '../../output/json.ts';
import { writeMatrixFile } from '../../output/matrix-file.ts';
import { checkWritable } from '../../output/write-target.ts';
import { singleParams } from '../single-params.ts';
import { selectionOf } from '../flags/selection.ts';

export interface MultiplyFlags {
  readonly x?: string;
  readonly y?: string;
  readonly alpha: number;
  readonly beta: number;
  readonly out?: string;
  readonly backend: string;
  readonly device?: readonly string[];
  readonly format?: string;
  readonly kernel?: string;
  readonly precision: string;
  readonly param?: readonly string[];
  readonly maxBytes?: number;
}

/** The kernel asked for, or the first that fits. Errors: usage. */
function chooseKernel(registry: Registry, opened: OpenBackend, flags: MultiplyFlags): Kernel {
  const format = flags.format ?? (flags.kernel === undefined ? 'csr' : undefined);
  if (format !== undefined) registry.format(format);
  const fitting = kernelsOf(
    registry,
    {},
    {
      targets: opened.descriptor.targets,
      ...(format === undefined ? {} : { format }),
    },
  );
  const kernel = flags.kernel === undefined ? fitting[0] : fitting.find(({ id }) => id === flags.kernel);
  if (kernel) return kernel;
  const what =
    flags.kernel === undefined
      ? `no kernel of format '${format ?? ''}'`
      : `no kernel '${flags.kernel}'${format === undefined ? '' : ` of format '${format}'`}`;
  throw usageError(
    `Backend '${opened.descriptor.id}' runs ${what}.`,
    flags.kernel === undefined
      ? 'See spmv formats.'
      : suggestNames(
          flags.kernel,
          fitting.map(({ id }) => id),
        ),
  );
}

async function openOne(
  context: Context,
  flags: MultiplyFlags,
  selection: Selection,
): Promise<{ opened: OpenBackend; registry: Registry; dispose(): Promise<void> }> {
  const { format = flags.kernel === undefined ? 'csr' : undefined } = flags;
  const installation = await loadNeeded(await context.discover(), {
    backends: [flags.backend],
    ...(format === undefined ? {} : { formats: [format] }),
    ...(flags.kernel === undefined ? {} : { kernels: [flags.kernel] }),
  });
  noteLeftOut(context.terminal, installation);
  checkedSelection(installation.registry, selection);
  const backends = await openBackends(installation, selection, context.stopwatch);
  const [opened] = backends.open;
  const [closed] = backends.closed;
  if (!opened)
    throw new CliError(
      EXIT.unavailable,
      `Backend '${flags.backend}' is unavailable: ${closed?.reason ?? ''}`,
      closed?.fix ?? '',
    );
  return { opened, registry: installation.registry, dispose: () => backends.dispose() };
}

/** x as given, rounded and on the device; y before and after, and as text is made of it. */
function vectorBytes({ rows, cols }: Shape): number {
  return 8 * (3 * cols + 3 * rows);
}

/** `spmv multiply M`: one product, its result as Matrix Market. */
export async function run(context: Context, argument: string, flags: MultiplyFlags): Promise<ExitCode> {
  const selection = selectionOf({
    backend: [flags.backend],
    precision: [flags.precision],
    seed: 0,
    ...(flags.format === undefined ? {} : { format: [flags.format] }),
    ...(flags.kernel === undefined ? {} : { kernel: [flags.kernel] }),
    ...(flags.param ? { param: flags.param } : {}),
    ...(flags.device ? { device: flags.device } : {}),
  });
  const precision: Precision = selection.precisions?.[0] ?? 'f64';
  const source = matrixSource(argument);
  if (flags.beta !== 0 && flags.y === undefined)
    throw usageError('beta is not 0, so y is read, but no --y was given.', 'Give --y FILE, or leave --beta at 0.');
  if (flags.out !== undefined) checkWritable(flags.out);
  const { opened, registry, dispose } = await openOne(context, flags, selection);
  try {
    const kernel = chooseKernel(registry, opened, flags);
    const { coo } = await loadMatrix(source, context);
    const { host } = PRECISIONS[precision];
    requireMemory(`The vectors of a product with ${argument}`, vectorBytes(coo.shape));
    const given =
      flags.x === undefined
        ? new Float64Array(coo.shape.cols).fill(1)
        : await loadVector(flags.x, 'x', coo.shape.cols, context);
    const start =
      flags.y === undefined || flags.beta === 0 ? undefined : await loadVector(flags.y, 'y', coo.shape.rows, context);
    const format = registry.format(kernel.format ?? '');
    const params = singleParams(selection, format, kernel, opened.descriptor);
    const matrix = buildMatrix(format, coo, {
      params: params.format,
      valueType: host,
      target: kernel.target,
      ...(flags.maxBytes === undefined ? {} : { maxBytes: flags.maxBytes }),
    });
    const operator = await opened.backend.prepare({
      operation: spmv,
      matrix,
      kernel,
      precision,
      params: params.launch,
    });
    const x = await opened.backend.vector(toValueType(host, given), precision);
    const y = await opened.backend.vector(start ? toValueType(host, start) : coo.shape.rows, precision);
    operator.apply(x, y, flags.alpha, flags.beta);
    await writeResult(context, flags, await y.read());
    context.terminal.note(
      `y = ${flags.alpha}·A·x${flags.beta === 0 ? '' : ` + ${flags.beta}·y`} by ${kernel.id} on ${opened.descriptor.id}, ${precision}`,
    );
    return EXIT.ok;
  } finally {
    await dispose();
  }
}

async function writeResult(context: Context, flags: MultiplyFlags, y: ValueArray): Promise<void> {
  if (flags.out !== undefined) await writeMatrixFile(flags.out, y);
  if (context.json) {
    const { backend, alpha, beta, precision } = flags;
    context.terminal.data(
      toJson({
        schema: 'spmv.multiply/1',
        backend,
        precision,
        alpha,
        beta,
        rows: y.length,
        ...(flags.out === undefined ? { y } : { out: flags.out }),
      }),
    );
  } else if (flags.out === undefined) await writeMatrixFile('-', y);
}
