import type { Kernel, Params, Precision, Registry, Scalar, StoredMatrix } from '@spmv/core';
import { buildMatrix, inParts, matrixFor, precisionOf, PRECISIONS, scalarValues, unreadOperands } from '@spmv/core';
import { DEFAULT_OPERATION, createOperandPool, disposeAll, kindObstacle } from '@spmv/engine';
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
import { scalarParts, scalarText } from './scalars.ts';
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
  return flags.with === undefined || flags.operation !== undefined
    ? compute(context, argument, flags)
    : compute(context, argument, { ...flags, operation: MATRIX_PRODUCT });
}

async function compute(context: Context, argument: string | undefined, flags: MultiplyFlags): Promise<ExitCode> {
  const operands = operandTexts(flags);
  if (flags.with !== undefined && flags.option?.some((text) => text.startsWith('transpose=')))
    throw usageError('Of a product of two matrices the first is transposed, by a flag.', 'Give --transpose.');
  // Of a product of two matrices it is the first that is transposed, before the operation.
  const { transpose: _, ...others } = flags;
  const chosen = selectionOf({
    ...(flags.with === undefined ? flags : others),
    backend: [flags.backend],
    precision: [flags.precision ?? 'f64'],
    seed: 0,
    format: flags.format === undefined ? undefined : [flags.format],
    kernel: flags.kernel === undefined ? undefined : [flags.kernel],
    operand: operands.length === 0 ? undefined : operands,
  });
  const wanted: Precision = chosen.precisions?.[0] ?? 'f64';
  const sources = argument === undefined ? [] : [matrixSource(argument)];
  const type = flags.out === undefined ? undefined : await writableType(context, flags.out);
  const one = await openOne(context, flags.backend, chosen, needsOf(flags, chosen));
  const { opened, registry, versions, selection, dispose } = one;
  try {
    const made = matrixOperationOf(registry, selection.operation);
    if (made) {
      const { makeMatrix } = await import('./make-matrix.ts');
      return await makeMatrix(context, one, made, { argument, flags, precision: wanted }, type);
    }
    if (flags.maxWorkBytes !== undefined)
      throw usageError(`Operation '${selection.operation ?? 'spmv'}' makes no matrix.`, 'Leave --max-work-bytes out.');
    if (flags.with !== undefined)
      throw usageError(`Operation '${flags.operation}' makes no matrix of two.`, 'Leave --with out.');
    const operation = installedOperation(registry, selection.operation);
    const [source, ...others] = problemSources(operation, selection, sources);
    if (!source || others.length > 0)
      throw usageError(`--size says ${others.length + 1} problems where one is wanted.`, 'Give each size once.');
    const usual = flags.tuned === undefined ? chooseKernel(registry, opened, flags, selection, wanted) : undefined;
    const problem = await loadProblem(operation, selection, source, { ...context, products: 0 });
    const { workload } = problem;
    const obstacle = flags.precision === undefined ? undefined : kindObstacle(workload.components, wanted);
    if (obstacle) throw obstacle;
    const precision = flags.precision === undefined ? precisionOf('f64', workload.components) : wanted;
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
      (precision === wanted ? usual : undefined) ??
      chooseKernel(registry, opened, { ...flags, ...(point ? { kernel: point.kernel } : {}) }, selection, precision);
    const slot = writtenSlot(workload);
    const asked: Readonly<Record<string, Scalar>> = { alpha: flags.alpha, beta: flags.beta };
    const scalars = scalarValues(workload, scalarParts(asked, workload.components));
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
      await writeResult(
        context,
        flags,
        type,
        slot.name,
        resultOf(slot, await held.written(slot.name).read(), workload.components),
        precision,
      );
    } finally {
      await disposeAll([pool]);
    }
    const values = workload.signature.scalars.map(
      ({ name, default: usual }) => `, ${name} = ${scalarText(asked[name] ?? scalars[name] ?? usual)}`,
    );
    context.terminal.note(
      `${operation.formula}${values.join('')} by ${kernel.id} on ${opened.descriptor.id}, ${precision}`,
    );
    return EXIT.ok;
  } finally {
    await dispose();
  }
}

/** A result of any kind, by rows; complex numbers as entries, of which a file says that it has all. */
function writtenOf(result: MultiplyResult, components: 1 | 2): Written {
  const isDense = 'values' in result && 'rows' in result;
  const numbers = isDense ? result.values : Float64Array.from(result);
  const shape = isDense ? { rows: result.rows, cols: result.cols } : { rows: numbers.length / components, cols: 1 };
  return { shape, ...inParts(numbers, components) };
}

async function writeResult(
  context: Context,
  { operation = DEFAULT_OPERATION, backend, alpha, beta, out }: MultiplyFlags,
  type: WritableType | undefined,
  name: string,
  result: MultiplyResult,
  precision: Precision,
): Promise<void> {
  const { components, host } = PRECISIONS[precision];
  const written = writtenOf(result, components);
  if (out !== undefined || !context.json) {
    // As Matrix Market, numbers of f32 are written as they are.
    if (components === 2) await writeOut(out ?? '-', written, { type, market: { precision: host } });
    else if (type && out !== undefined) await writeOut(out, written, { type });
    else await writeMatrixFile(out ?? '-', result);
  }
  if (!context.json) return;
  const isDense = 'values' in result && 'rows' in result;
  const { rows, cols } = written.shape;
  context.terminal.data(
    toJson({
      schema: 'spmv.multiply/1',
      operation,
      backend,
      precision,
      alpha,
      beta,
      rows,
      ...(isDense ? { cols } : {}),
      ...(out === undefined ? { [name]: isDense ? result.values : result } : { out }),
    }),
  );
}
