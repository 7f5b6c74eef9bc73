import type { Kernel, Params, Precision, Registry, StoredMatrix, ValueArray } from '@spmv/core';
import {
  buildMatrix,
  kernelObstacle,
  matrixFor,
  PRECISIONS,
  scalarValues,
  suggestNames,
  unreadOperands,
} from '@spmv/core';
import type { OpenBackend } from '@spmv/engine';
import { DEFAULT_OPERATION, createOperandPool, disposeAll, kernelsOf } from '@spmv/engine';
import { toJson } from '@spmv/engine/basics';
import { usageError } from '../../cli-error.ts';
import type { Context } from '../../documents/context.ts';
import type { Needs } from '../../discovery/needed.ts';
import type { ReadProblem } from '../../session/load-problem.ts';
import { loadProblem, problemSources } from '../../session/load-problem.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { writeMatrixFile } from '../../output/matrix-file.ts';
import type { MultiplyResult } from './contents.ts';
import { contentsOf, resultOf, writtenSlot } from './contents.ts';
import { openOne } from '../open-backend.ts';
import { paramsOn } from '../params-on.ts';
import type { WritableType, Written } from '../write-out.ts';
import { writableType, writeOut } from '../write-out.ts';
import { tunedPointOf } from './tuned-point.ts';
import type { MultiplyFlags } from './flags.ts';
import { selectionOf } from '../flags/selection.ts';
import type { CommandSelection } from '../../session/selection.ts';
import { installed, installedOperation, matrixOperationOf } from '../../session/check-selection.ts';

/** What `--with` alone computes, of the matrix and another one. */
const MATRIX_PRODUCT = 'spgemm';

/** The format asked for; else that of a tuned point, else CSR, where the operation is the one that every kernel of it computes. */
function formatOf({ format, kernel, tuned, operation = DEFAULT_OPERATION }: MultiplyFlags): string | undefined {
  return format ?? (kernel === undefined && tuned === undefined && operation === DEFAULT_OPERATION ? 'csr' : undefined);
}

/** The kernel asked for, or the first that the backend runs in this precision. Errors: usage. */
function chooseKernel(
  registry: Registry,
  { descriptor, backend }: OpenBackend,
  flags: MultiplyFlags,
  selection: CommandSelection,
  precision: Precision,
): Kernel {
  const format = formatOf(flags);
  if (format !== undefined) installed(registry, 'format', format);
  const fitting = kernelsOf(registry, selection, {
    targets: descriptor.targets,
    ...(format === undefined ? {} : { format }),
  });
  const able = fitting.find((kernel) => !kernelObstacle(kernel, descriptor, backend.device, precision));
  const kernel = flags.kernel === undefined ? (able ?? fitting[0]) : fitting.find(({ id }) => id === flags.kernel);
  if (kernel) return kernel;
  const { operation = DEFAULT_OPERATION } = selection;
  const computing = operation === DEFAULT_OPERATION ? '' : ` of operation '${operation}'`;
  const what =
    flags.kernel === undefined
      ? `no kernel${computing}${format === undefined ? '' : ` for format '${format}'`}`
      : `no kernel '${flags.kernel}'${computing}${format === undefined ? '' : ` for format '${format}'`}`;
  throw usageError(
    `Backend '${descriptor.id}' runs ${what}.`,
    flags.kernel === undefined
      ? 'See spmv kernels.'
      : suggestNames(
          flags.kernel,
          fitting.map(({ id }) => id),
        ),
  );
}

/** What has to be loaded besides the backend. */
function needsOf(flags: MultiplyFlags, { operation }: CommandSelection): Needs {
  const format = formatOf(flags);
  return {
    ...(operation === undefined ? {} : { operation }),
    ...(format === undefined ? {} : { formats: [format] }),
    ...(flags.kernel === undefined ? {} : { kernels: [flags.kernel] }),
  };
}

interface StoredAs {
  readonly precision: Precision;
  readonly maxBytes: number | undefined;
  /** Of the format; those that a flag names come before them. */
  readonly params: Params;
}

/** The matrix as the kernel reads it; undefined where the operation stores none. */
function storedFor(
  registry: Registry,
  { workload }: ReadProblem,
  kernel: Kernel,
  selection: CommandSelection,
  { precision, maxBytes, params }: StoredAs,
): StoredMatrix | undefined {
  if (!workload.coo || kernel.format === undefined) return undefined;
  const format = registry.format(kernel.format);
  return buildMatrix(format, workload.coo, {
    params: { ...params, ...paramsOn(selection, format.params.axes) },
    valueType: PRECISIONS[precision].host,
    target: kernel.target,
    share: true,
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
}

/** `x` and `y` by flags of their own, as other operands. */
function operandTexts({ x, y, operand = [] }: MultiplyFlags): readonly string[] {
  return [...operand, ...(x === undefined ? [] : [`x=${x}`]), ...(y === undefined ? [] : [`y=${y}`])];
}

/** `spmv multiply M`: one product, what it writes as Matrix Market. */
export async function run(context: Context, argument: string | undefined, flags: MultiplyFlags): Promise<ExitCode> {
  return flags.with === undefined || flags.operation !== undefined
    ? compute(context, argument, flags)
    : compute(context, argument, { ...flags, operation: MATRIX_PRODUCT });
}

async function compute(context: Context, argument: string | undefined, flags: MultiplyFlags): Promise<ExitCode> {
  const operands = operandTexts(flags);
  // Of a product of two matrices it is the first that is transposed, before the operation.
  const { transpose: _, ...others } = flags;
  const asked = selectionOf({
    ...(flags.with === undefined ? flags : others),
    backend: [flags.backend],
    precision: [flags.precision],
    seed: 0,
    format: flags.format === undefined ? undefined : [flags.format],
    kernel: flags.kernel === undefined ? undefined : [flags.kernel],
    operand: operands.length === 0 ? undefined : operands,
  });
  const precision: Precision = asked.precisions?.[0] ?? 'f64';
  const sources = argument === undefined ? [] : [matrixSource(argument)];
  const type = flags.out === undefined ? undefined : await writableType(context, flags.out);
  const one = await openOne(context, flags.backend, asked, needsOf(flags, asked));
  const { opened, registry, versions, selection, dispose } = one;
  try {
    const made = matrixOperationOf(registry, selection.operation);
    if (made) {
      const { makeMatrix } = await import('./make-matrix.ts');
      return await makeMatrix(context, one, made, { argument, flags, precision }, type);
    }
    if (flags.with !== undefined)
      throw usageError(`Operation '${flags.operation}' makes no matrix of two.`, 'Leave --with out.');
    const operation = installedOperation(registry, selection.operation);
    const [source, ...others] = problemSources(operation, selection, sources);
    if (!source || others.length > 0)
      throw usageError(`--size says ${others.length + 1} problems where one is wanted.`, 'Give each size once.');
    const usual = flags.tuned === undefined ? chooseKernel(registry, opened, flags, selection, precision) : undefined;
    const problem = await loadProblem(operation, selection, source, { ...context, products: 0 });
    const point =
      flags.tuned === undefined
        ? undefined
        : tunedPointOf(
            context.terminal,
            flags.tuned,
            problem,
            { operation: operation.id, backend: flags.backend, precision, format: flags.format, kernel: flags.kernel },
            versions,
          );
    const kernel =
      usual ??
      chooseKernel(registry, opened, { ...flags, ...(point ? { kernel: point.kernel } : {}) }, selection, precision);
    const { workload } = problem;
    const slot = writtenSlot(workload);
    const scalars = scalarValues(workload, { alpha: flags.alpha, beta: flags.beta });
    const unread = unreadOperands(workload, scalars);
    const buffers = Object.fromEntries(
      workload.signature.buffers.map((one) => [one.name, contentsOf(one, problem, unread)]),
    );
    const matrix = storedFor(registry, problem, kernel, selection, {
      precision,
      maxBytes: flags.maxBytes,
      params: point?.formatParams ?? {},
    });
    const operator = await opened.backend.prepare({
      operation,
      kernel,
      precision,
      ...(matrix
        ? matrixFor(opened.backend.device, workload, registry.format(matrix.format), matrix, {
            precision,
            accumulator: precision,
          })
        : {}),
      sizes: workload.ownSizes,
      layouts: workload.layouts,
      params: {
        ...point?.kernelParams,
        ...point?.launchParams,
        ...paramsOn(selection, kernel.params.axes),
        ...paramsOn(selection, opened.descriptor.launchParams.axes),
      },
    });
    const pool = createOperandPool(workload);
    try {
      const held = pool.of(opened.backend, precision);
      operator.apply(...(await held.given({ name: '', scalars, buffers })));
      await writeResult(context, flags, type, slot.name, resultOf(slot, await held.written(slot.name).read()));
    } finally {
      await disposeAll([pool]);
    }
    const values = Object.entries(scalars).map(([name, value]) => `, ${name} = ${value}`);
    context.terminal.note(
      `${operation.formula}${values.join('')} by ${kernel.id} on ${opened.descriptor.id}, ${precision}`,
    );
    return EXIT.ok;
  } finally {
    await dispose();
  }
}

/** A result of any kind, by rows. */
function writtenOf(result: MultiplyResult): Written {
  if ('values' in result && 'rows' in result)
    return { shape: { rows: result.rows, cols: result.cols }, values: result.values };
  const values = Float64Array.from(result);
  return { shape: { rows: values.length, cols: 1 }, values };
}

async function writeResult(
  context: Context,
  flags: MultiplyFlags,
  type: WritableType | undefined,
  name: string,
  result: MultiplyResult,
): Promise<void> {
  if (flags.out !== undefined) {
    // As Matrix Market, numbers of f32 are written as they are.
    if (type) await writeOut(flags.out, writtenOf(result), { type });
    else await writeMatrixFile(flags.out, result);
  }
  if (context.json) {
    const { operation = DEFAULT_OPERATION, backend, alpha, beta, precision } = flags;
    const dense = 'values' in result && 'rows' in result ? result : undefined;
    const shape = dense ? { rows: dense.rows, cols: dense.cols } : { rows: (result as ValueArray).length };
    context.terminal.data(
      toJson({
        schema: 'spmv.multiply/1',
        operation,
        backend,
        precision,
        alpha,
        beta,
        ...shape,
        ...(flags.out === undefined ? { [name]: dense?.values ?? result } : { out: flags.out }),
      }),
    );
  } else if (flags.out === undefined) await writeMatrixFile('-', result);
}
