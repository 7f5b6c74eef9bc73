import type { Kernel, Params, Precision, Registry, StoredMatrix, ValueArray } from '@spmv/core';
import { buildMatrix, isSpmvError, matrixFor, PRECISIONS, scalarValues, unreadOperands } from '@spmv/core';
import { DEFAULT_OPERATION, createOperandPool, disposeAll } from '@spmv/engine';
import { toJson } from '@spmv/engine/basics';
import { usageError } from '../../cli-error.ts';
import type { Context } from '../../documents/context.ts';
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
import { chooseKernel, needsOf } from './choose-kernel.ts';
import { tunedPointOf } from './tuned-point.ts';
import type { MultiplyFlags } from './flags.ts';
import { selectionOf } from '../flags/selection.ts';
import type { CommandSelection } from '../../session/selection.ts';
import { installedOperation, matrixOperationOf } from '../../session/check-selection.ts';

/** What `--with` alone computes, of the matrix and another one. */
const MATRIX_PRODUCT = 'spgemm';

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
  const isPlain = argument !== undefined && (flags.operation ?? DEFAULT_OPERATION) === DEFAULT_OPERATION && !flags.with;
  const complex = async (precision: string): Promise<ExitCode> =>
    (await import('./complex.ts')).multiplyComplex(context, argument ?? '', { ...flags, precision });
  if (isPlain && flags.precision.startsWith('c')) return complex(flags.precision);
  try {
    return await multiply(context, argument, flags);
  } catch (error) {
    if (!isPlain || !isSpmvError(error, 'MMIO.COMPLEX')) throw error;
    return complex(flags.precision === 'f32' ? 'c64' : 'c128');
  }
}

function multiply(context: Context, argument: string | undefined, flags: MultiplyFlags): Promise<ExitCode> {
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
    if (flags.maxWorkBytes !== undefined)
      throw usageError(`Operation '${selection.operation ?? 'spmv'}' makes no matrix.`, 'Leave --max-work-bytes out.');
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
